import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { safeLoginTarget } from '#navigation/login-target.ts';
import { basePath, paths, signInPath } from '#navigation/paths.ts';
import { failedWith, shownMessage } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';
import { setLocale } from '#shared/i18n/i18n.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Alert } from '#shared/ui/alert.tsx';
import { Button, ButtonLink } from '#shared/ui/button.tsx';
import { Loading } from '#shared/ui/loader.tsx';
import { PageTitle } from '#shared/ui/page-title.tsx';
import { authEvents } from '#state/auth.ts';
import { ssoEvents, useSso } from '#state/sso.ts';
import { ConsentScreen } from './consent-screen.tsx';
import { decideInteraction, type InteractionInfo, phoneHint } from './interaction-decision.ts';

const quiet = { muteLoading: true, muteError: true, muteSuccess: true } as const;

type State =
  | { kind: 'loading' }
  | { kind: 'expired' }
  | { kind: 'ask'; info: InteractionInfo }
  | { kind: 'forbidden'; info: InteractionInfo }
  | { kind: 'failed'; text: string };

/** The provider's own address, on this origin; whatever else is no answer of ours. */
function leaveFor(continueTo: string): void {
  const url = new URL(continueTo, location.origin);
  if (url.origin === location.origin && !url.pathname.startsWith(`${basePath}/`)) location.replace(url.href);
  else location.replace(`${basePath}${paths.error500}`);
}

/** One request of OpenID Connect that waits for the person (`/intermediate?uid=…`). */
export function Interaction({ uid }: { uid: string }) {
  const t = useT();
  const navigate = useNavigate();
  const [state, setState] = useState<State>({ kind: 'loading' });
  const [isBusy, setIsBusy] = useState(false);
  const hasBegun = useRef(false);

  /** `askedBy`: the server decided that the request wants a new sign-in, or the person wants another account. */
  const toSignIn = (askedBy: 'application' | 'person' | null, way: InteractionInfo['signInWay'] = null) => {
    authEvents.loginTargetKept(safeLoginTarget(`${paths.intermediate}?uid=${uid}`));
    authEvents.newSignInAsked(askedBy);
    void navigate(way === 'otp' ? paths.signInOtp : signInPath, { replace: true });
  };
  const failed = (error: unknown, info: InteractionInfo | null) => {
    setIsBusy(false);
    if (failedWith(error, 'SSO_REQUEST_EXPIRED')) setState({ kind: 'expired' });
    else if (failedWith(error, 'SSO_REAUTHENTICATE')) toSignIn('application', info?.signInWay);
    else if (failedWith(error, 'TOKEN_MISSING', 'TOKEN_INVALID')) toSignIn(null);
    else if (failedWith(error, 'SSO_FORBIDDEN') && info !== null) setState({ kind: 'forbidden', info });
    else setState({ kind: 'failed', text: shownMessage(error) });
  };
  const goOn = async (info: InteractionInfo) => {
    setIsBusy(true);
    try {
      const { continueTo } = await api.post('/vid/api/sso/interactions/:uid/continue', {
        params: { uid },
        flags: { ...quiet, ignore401: true },
      });
      leaveFor(continueTo);
    } catch (error) {
      failed(error, info);
    }
  };
  const refuse = async (info: InteractionInfo) => {
    setIsBusy(true);
    try {
      const { continueTo } = await api.post('/vid/api/sso/interactions/:uid/deny', {
        params: { uid },
        flags: quiet,
      });
      leaveFor(continueTo);
    } catch (error) {
      failed(error, info);
    }
  };
  const begin = async () => {
    setState({ kind: 'loading' });
    try {
      const info = await api.get('/vid/api/sso/interactions/:uid', {
        params: { uid },
        flags: { ...quiet, ignore401: true },
        isRepeatable: true,
      });
      ssoEvents.applicationNamed({ ...info.application, asksToContinue: false });
      // The language that the person chose here stays; else the application knows what they read.
      if (info.locale !== null && useSso.getState().currentLocale === null) await setLocale(info.locale);
      const decision = decideInteraction(info);
      if (decision === 'goOn') await goOn(info);
      else if (decision === 'ask') setState({ kind: 'ask', info });
      else {
        const hint = phoneHint(info.loginHint);
        if (hint !== null) authEvents.phoneEntered(hint);
        toSignIn(decision === 'signInAnew' ? 'application' : null, info.signInWay);
      }
    } catch (error) {
      failed(error, null);
    }
  };

  // What the request asks is the server's to say, once for each request.
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    void begin();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each request
  }, []);

  if (state.kind === 'loading') return <Loading />;
  if (state.kind === 'expired') {
    return (
      <>
        <PageTitle title={t('sso.expired.title')} lead={t('sso.expired.lead')} />
        <ButtonLink to={paths.home} look="secondary" isWide className="mt-6">
          {t('common.returnHome')}
        </ButtonLink>
      </>
    );
  }
  if (state.kind === 'failed') {
    return (
      <>
        <PageTitle title={t('sso.unavailable.title')} />
        <div className="mt-5 grid gap-4">
          <Alert text={state.text} />
          <Button isWide onClick={() => void begin()}>
            {t('common.retry')}
          </Button>
        </div>
      </>
    );
  }
  const { info } = state;
  if (state.kind === 'forbidden') {
    const app = info.application.name;
    return (
      <>
        <PageTitle title={t('sso.forbidden.title', { app })} lead={t('sso.forbidden.text')} />
        <div className="mt-6 grid gap-3">
          <Button isWide isBusy={isBusy} onClick={() => void refuse(info)}>
            {t('sso.backToApp', { app })}
          </Button>
          <Button look="secondary" isWide onClick={() => toSignIn('person')}>
            {t('sso.otherAccount')}
          </Button>
        </div>
      </>
    );
  }
  return (
    <ConsentScreen
      info={info}
      isBusy={isBusy}
      onContinue={() => void goOn(info)}
      onOther={() => toSignIn('person')}
      onRefuse={() => void refuse(info)}
    />
  );
}
