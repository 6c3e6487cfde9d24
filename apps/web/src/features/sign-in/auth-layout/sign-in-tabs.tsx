import { useLocation } from 'react-router';
import { paths, trimPath } from '#navigation/paths.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { cx } from '#shared/lib/cx.ts';
import { Link } from '#shared/ui/controls/link.tsx';

/**
 * Shows the sign-in methods, each at its own URL, as links in a `nav` rather than ARIA tabs, so that Back returns to
 * the previous method and the links work without the script.
 */
export function SignInTabs() {
  const t = useT();
  const here = trimPath(useLocation().pathname);
  const tabs = [
    { to: paths.signIn, label: t('common.password') },
    { to: paths.signInOtp, label: t('auth.signIn.way.otp') },
    // A phone cannot scan its own screen, so narrow screens show the QR tab only on the QR page.
    { to: paths.signInQr, label: t('auth.signIn.way.qr'), isForDesktop: here !== paths.signInQr },
  ];
  return (
    <nav aria-label={t('auth.signIn.ways')} className="my-6">
      <ul className="flex flex-wrap gap-1 rounded-control border border-line bg-soft p-1 dark:bg-bg">
        {tabs.map((tab) => (
          <li key={tab.to} className={cx('flex-1', tab.isForDesktop && 'hidden lg:flex')}>
            <Link
              to={tab.to}
              aria-current={tab.to === here ? 'page' : undefined}
              className={cx(
                'flex min-h-11 grow items-center justify-center rounded-md px-2 whitespace-nowrap text-label font-semibold transition-colors',
                tab.to === here
                  ? 'bg-card text-brand lift-tab dark:bg-soft forced-colors:outline'
                  : 'text-muted hover:text-ink',
              )}
            >
              {tab.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
