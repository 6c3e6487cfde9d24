import { paths } from '#navigation/paths.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { LinkTabs } from '#shared/ui/link-tabs.tsx';

/** The ways to sign in, each with its own address. */
export function SignInTabs() {
  const t = useT();
  return (
    <LinkTabs
      label={t('auth.signIn.ways')}
      className="mt-5 mb-5"
      tabs={[
        { to: paths.signIn, label: t('auth.signIn.way.password') },
        { to: paths.signInOtp, label: t('auth.signIn.way.otp') },
      ]}
    />
  );
}
