import { Navigate, useLocation } from 'react-router';
import { matchKnownPath, paths } from '#navigation/paths.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { TextLink } from '#shared/ui/button.tsx';
import { Notice } from '#shared/ui/feedback/alert.tsx';
import { useAuth } from '#state/auth.ts';

/**
 * Leads an administrator without an authenticator app and a passkey to the page where both are set up. Until then the
 * server refuses the administration.
 */
export function MustSetUpTwoStep() {
  const t = useT();
  const { pathname } = useLocation();
  const mustSetUp = useAuth(({ profile }) => profile?.mustSetUpTwoStep === true);
  // The security page shows the demand itself.
  if (!mustSetUp || pathname === paths.userSecurity) return null;
  if (matchKnownPath(pathname) === paths.admin) return <Navigate replace to={paths.userSecurity} />;
  return (
    <Notice className="mb-6 max-w-[56rem]" title={t('shell.mustSetUpTwoStep')}>
      <TextLink to={paths.userSecurity}>{t('shell.mustSetUpTwoStep.action')}</TextLink>
    </Notice>
  );
}
