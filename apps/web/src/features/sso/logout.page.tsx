import { useEffect, useRef, useState } from 'react';
import { Navigate } from 'react-router';
import { fallbackPath, paths, signInPath } from '#navigation/paths.ts';
import { sessionEnded } from '#session/session.ts';
import { shownMessage } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';
import type { Answer } from '#shared/api/request-types.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Alert } from '#shared/ui/alert.tsx';
import { Button, ButtonLink } from '#shared/ui/button.tsx';
import { Loading } from '#shared/ui/loader.tsx';
import { PageTitle } from '#shared/ui/page-title.tsx';
import { useAuth } from '#state/auth.ts';
import { ApplicationMark } from './application-mark.tsx';

type Asked = Answer<'GET /vid/api/sso/logout'>;
type State = { kind: 'loading' } | { kind: 'failed'; text: string } | { kind: 'asked'; asked: Asked };

/** The provider answers this form, which its own page would have held, by leading back to the application. */
const confirmAddress = '/vid/oidc/session/end/confirm';

/** An application asks to sign the person out (OpenID Connect RP-Initiated Logout). */
export function LogoutPage() {
  const t = useT();
  const isAuthenticated = useAuth((state) => state.isAuthenticated);
  const [state, setState] = useState<State>({ kind: 'loading' });
  const [isLeaving, setIsLeaving] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const [wasSignedIn] = useState(isAuthenticated);

  const leave = () => {
    setIsLeaving(true);
    form.current?.submit();
    // The other tabs and the storage learn of it now; this page is on its way out.
    sessionEnded('asked');
  };
  const load = async () => {
    setState({ kind: 'loading' });
    try {
      const asked = await api.get('/vid/api/sso/logout', {
        flags: { muteLoading: true, muteError: true, muteSuccess: true },
        isRepeatable: true,
      });
      setState({ kind: 'asked', asked });
    } catch (error) {
      setState({ kind: 'failed', text: shownMessage(error) });
    }
  };
  // What is asked is the server's to say, once.
  useEffect(() => {
    if (wasSignedIn) void load();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  }, []);
  // An application of the association needs no second word; the form has to be in the page first.
  const goesByItself = state.kind === 'asked' && state.asked.xsrf !== null && !state.asked.needsConfirmation;
  useEffect(() => {
    if (goesByItself) leave();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once it is known
  }, [goesByItself]);

  if (!wasSignedIn || (!isAuthenticated && !isLeaving)) return <Navigate replace to={signInPath} />;
  if (state.kind === 'loading') return <Loading />;
  if (state.kind === 'failed') {
    return (
      <>
        <PageTitle title={t('sso.unavailable.title')} />
        <div className="mt-5 grid gap-4">
          <Alert text={state.text} />
          <Button isWide onClick={() => void load()}>
            {t('common.retry')}
          </Button>
        </div>
      </>
    );
  }
  const { application, xsrf } = state.asked;
  if (xsrf === null) {
    return (
      <>
        <PageTitle title={t('sso.logout.nothing.title')} lead={t('sso.logout.nothing.text')} />
        <ButtonLink to={paths.home} isWide className="mt-6">
          {t('common.returnHome')}
        </ButtonLink>
      </>
    );
  }
  const lead = application ? t('sso.logout.byApp', { app: application.name }) : t('sso.logout.unasked');
  return (
    <>
      {application && <ApplicationMark {...application} className="mb-4 size-14" />}
      <PageTitle title={isLeaving ? t('sso.logout.leaving') : t('sso.logout.title')} lead={lead} />
      <form ref={form} method="post" action={confirmAddress} className="mt-6 grid gap-3">
        <input type="hidden" name="xsrf" value={xsrf} />
        <input type="hidden" name="logout" value="yes" />
        <Button isWide isBusy={isLeaving} onClick={leave}>
          {t('sso.logout.confirm')}
        </Button>
        {!isLeaving && (
          <ButtonLink to={fallbackPath} look="secondary" isWide>
            {t('sso.logout.stay')}
          </ButtonLink>
        )}
      </form>
    </>
  );
}
