import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Navigate } from 'react-router';
import { fallbackPath, paths, signInPath } from '#navigation/paths.ts';
import { sessionEnded } from '#session/session.ts';
import { api } from '#shared/api/api.ts';
import type { Answer } from '#shared/api/request-types.ts';
import { useLoad } from '#shared/hooks/use-call.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button, ButtonLink } from '#shared/ui/controls/button.tsx';
import { Loading } from '#shared/ui/feedback/loader.tsx';
import { PageTitle } from '#shared/ui/page-title.tsx';
import { mayBeSignedIn, useAuth } from '#state/auth.ts';
import { ApplicationMark } from '#shared/ui/display/application-mark.tsx';
import { UnavailablePage } from '#features/error-pages/lazy-pages.ts';
import { Unavailable } from './unavailable.tsx';

type LogoutRequest = Answer<'GET /vid/api/sso/logout'>;

/** The provider's confirmation URL, which receives the form and ends the provider's session. */
const confirmAddress = '/vid/oidc/session/end/confirm';

/** Handles an application's request to sign the user out (OpenID Connect RP-Initiated Logout). */
export function LogoutPage() {
  const isAuthenticated = useAuth((state) => state.isAuthenticated);
  const mayBeMember = useAuth(mayBeSignedIn);
  const [isLeaving, setIsLeaving] = useState(false);
  if (!isAuthenticated && !isLeaving)
    return mayBeMember ? <UnavailablePage /> : <Navigate replace to={signInPath} />;
  return <Logout isLeaving={isLeaving} onLeave={() => setIsLeaving(true)} />;
}

const loadRequest = (): Promise<LogoutRequest> => api.get('/vid/api/sso/logout', { isRepeatable: true });

type LeaveProps = { isLeaving: boolean; onLeave: () => void };

function Logout(leave: LeaveProps) {
  const t = useT();
  const request = useLoad(loadRequest);
  if (request.error !== null) {
    return <Unavailable error={request.error} onRetry={() => void request.run(loadRequest)} />;
  }
  if (request.data === null) return <Loading />;
  const { application, xsrf, needsConfirmation } = request.data;
  if (xsrf === null) {
    return (
      <>
        <PageTitle title={t('sso.logout.nothing.title')} lead={t('sso.logout.nothing.text')} />
        <ButtonLink to={paths.home} isWide className="mt-6" text="common.returnHome" />
      </>
    );
  }
  return (
    <LogoutForm application={application} xsrf={xsrf} needsConfirmation={needsConfirmation} {...leave} />
  );
}

type LogoutFormProps = Omit<LogoutRequest, 'xsrf'> & { xsrf: string } & LeaveProps;

function LogoutForm({ application, xsrf, needsConfirmation, isLeaving, onLeave }: LogoutFormProps) {
  const t = useT();
  const form = useRef<HTMLFormElement>(null);
  const leave = () => {
    onLeave();
    form.current?.submit();
    // Ends the session in storage and in other tabs now, while the browser leaves this page.
    sessionEnded('asked');
  };
  const leaveImmediately = useEffectEvent(leave);
  // Submits the form as soon as it is in the page if a first-party application needs no confirmation.
  useEffect(() => {
    if (!needsConfirmation) leaveImmediately();
  }, [needsConfirmation]);
  const lead = application ? t('sso.logout.byApp', { app: application.name }) : t('sso.logout.unasked');
  return (
    <>
      {application && <ApplicationMark {...application} className="mb-4 size-14" />}
      <PageTitle title={isLeaving ? t('sso.logout.leaving') : t('sso.logout.title')} lead={lead} />
      <form ref={form} method="post" action={confirmAddress} className="mt-6 grid gap-3">
        <input type="hidden" name="xsrf" value={xsrf} />
        <input type="hidden" name="logout" value="yes" />
        <Button isWide isBusy={isLeaving} onClick={leave} text="common.signOut" />
        {!isLeaving && <ButtonLink to={fallbackPath} look="secondary" isWide text="sso.logout.stay" />}
      </form>
    </>
  );
}
