import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '#navigation/paths.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { formatPhone } from '#shared/lib/phone.ts';
import { useCategory } from '#state/category.ts';
import { useAssociationName } from '#features/sign-in/auth-layout/brand.tsx';

const linkClass = 'inline-flex min-h-8 items-center text-muted underline underline-offset-4 hover:text-brand';

export function ShellFooter() {
  const t = useT();
  const [year] = useState(() => String(new Date().getFullYear()));
  const name = useAssociationName();
  const phone = useCategory((state) => state.configurations?.supportPhone);
  const email = useCategory((state) => state.configurations?.supportEmail);
  return (
    <footer className="border-t border-line pb-[env(safe-area-inset-bottom)] text-sm text-muted">
      <div className="mx-auto flex max-w-[80rem] flex-wrap items-center justify-between gap-x-8 gap-y-1 px-4 py-4 md:px-6 xl:px-8">
        <p>{t('shell.footer', { year, name })}</p>
        <ul className="flex flex-wrap items-center gap-x-5 gap-y-1">
          {phone && (
            <li>
              <a href={`tel:${phone.replace(/[^\d+]/g, '')}`} className={linkClass}>
                {t('shell.support')}&nbsp;
                <bdi dir="ltr" className="digits">
                  {formatPhone(phone)}
                </bdi>
              </a>
            </li>
          )}
          {email && (
            <li>
              <a href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`} className={linkClass}>
                {email}
              </a>
            </li>
          )}
          <li>
            <Link to={paths.terms} className={linkClass}>
              {t('common.terms')}
            </Link>
          </li>
          <li>
            <Link to={paths.privacy} className={linkClass}>
              {t('common.privacy')}
            </Link>
          </li>
        </ul>
      </div>
    </footer>
  );
}
