import { Navigate } from 'react-router';
import { fallbackPath, paths, signInPath } from '../../app/paths.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ButtonLink } from '../../shared/ui/button.tsx';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import { useAuth } from '../../state/auth.ts';
import { useSso } from '../../state/sso.ts';

/**
 * The landing page of single sign-on. Whoever comes without its settings goes on: signed in to the account,
 * signed out to sign-in. Applications are not served yet, and the page says so instead of waiting for ever.
 */
export function HomePage() {
  const t = useT();
  const hasSettings = useSso((state) => state.settings !== null);
  const isAuthenticated = useAuth((state) => state.isAuthenticated);
  if (!hasSettings) return <Navigate replace to={isAuthenticated ? fallbackPath : signInPath} />;
  return (
    <main className="mx-auto grid min-h-dvh max-w-lg content-center justify-items-center gap-4 px-4 text-center">
      <PageTitle title={t('sso.title')} lead={t('sso.notOffered')} />
      <ButtonLink to={isAuthenticated ? paths.userInformation : paths.signIn}>{t('common.next')}</ButtonLink>
    </main>
  );
}
