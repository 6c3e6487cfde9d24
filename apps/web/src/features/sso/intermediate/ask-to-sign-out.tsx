import { useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { fallbackPath, paths } from '#navigation/paths.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/button.tsx';
import { PageTitle } from '#shared/ui/page-title.tsx';
import { useAuth } from '#state/auth.ts';
import { ssoEvents, useSso } from '#state/sso.ts';
import { ApplicationMark } from '#shared/ui/application-mark.tsx';
import { chooseSso, type OpenPage } from '#features/sso/flow/sso-run.ts';

/**
 * Confirms a sign-out by link (`action=logout`). Any page may contain such a link, so it does not prove the user's
 * intent.
 */
export function AskToSignOut() {
  const t = useT();
  const navigate = useNavigate();
  // Read only once, because signing out clears the request while the browser is still leaving.
  const [application] = useState(() => useSso.getState().application);
  const [isLeaving, setIsLeaving] = useState(false);
  const isAsked = useSso((state) => state.step === 'asking');
  const isAuthenticated = useAuth((state) => state.isAuthenticated);
  const open: OpenPage = (path) => void navigate(path, { replace: true });
  // The landing page handles every other step, such as an ended session or a request that is not validated yet.
  if (!isLeaving && (!isAsked || !isAuthenticated || application === null))
    return <Navigate replace to={paths.home} />;
  if (application === null) return null;

  const signOut = () => {
    setIsLeaving(true);
    void chooseSso('signOutRequested', open);
  };
  const stay = () => {
    setIsLeaving(true);
    open(fallbackPath);
    ssoEvents.reset();
  };
  return (
    <>
      <ApplicationMark {...application} className="mb-4 size-14" />
      <PageTitle
        title={t(isLeaving ? 'sso.logout.leaving' : 'sso.logout.title')}
        lead={t('sso.logout.byApp', { app: application.name })}
      />
      <div className="mt-6 grid gap-3">
        <Button isWide isBusy={isLeaving} onClick={signOut}>
          {t('sso.logout.confirm')}
        </Button>
        {!isLeaving && (
          <Button look="secondary" isWide onClick={stay}>
            {t('sso.logout.stay')}
          </Button>
        )}
      </div>
    </>
  );
}
