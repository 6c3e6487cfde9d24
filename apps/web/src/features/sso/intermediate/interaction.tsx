import { StatePage } from '#shared/ui/feedback/state-mark.tsx';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { safeLoginTarget } from '#navigation/login-target.ts';
import { paths, signInPath } from '#navigation/paths.ts';
import { useLoad } from '#shared/hooks/use-call.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/controls/button.tsx';
import { Loading } from '#shared/ui/feedback/loader.tsx';
import { PageTitle } from '#shared/ui/page-title.tsx';
import { authEvents } from '#state/auth.ts';
import { Unavailable } from '#features/sso/unavailable.tsx';
import { AccountCard } from './account-card.tsx';
import { AskForDetail } from './ask-for-detail.tsx';
import { ConsentScreen } from './consent-screen.tsx';
import {
  continueInteraction,
  denyInteraction,
  type InteractionInfo,
  type InteractionStep,
  leaveFor,
  openInteraction,
  type SignInStep,
} from './interaction-steps.ts';

const pathsOfWays = { password: signInPath, otp: paths.signInOtp, 'sign-up': paths.signUpOtp } as const;

const otherAccount: SignInStep = { kind: 'signIn', askedBy: 'person', way: null, phone: null };

export function Interaction({ uid }: { uid: string }) {
  const step = useLoad<InteractionStep>(() => openInteraction(uid));
  const signInAsOther = () => void step.run(async () => otherAccount);

  if (step.error !== null) {
    return <Unavailable error={step.error} onRetry={() => void step.run(() => openInteraction(uid))} />;
  }
  if (step.data === null) return <Loading />;
  if (step.data.kind === 'signIn') return <ToSignIn uid={uid} step={step.data} />;
  if (step.data.kind === 'demand') return <ToDemand uid={uid} path={step.data.path} />;
  if (step.data.kind === 'expired') return <Expired />;
  const { kind, info } = step.data;
  if (kind === 'left')
    return <Left info={info} onOpen={(restart) => void step.run(() => leaveFor(restart, info))} />;
  const deny = () => void step.run(() => denyInteraction(uid, info));
  if (step.data.kind === 'detail')
    return (
      <AskForDetail
        missing={step.data.missing}
        application={info.application}
        accountId={info.account?.id ?? ''}
        onSaved={() => step.run(() => openInteraction(uid))}
        onOther={signInAsOther}
        onRefuse={deny}
      />
    );
  return kind === 'forbidden' ? (
    <Forbidden info={info} isBusy={step.isPending} onReturn={deny} onOther={signInAsOther} />
  ) : (
    <ConsentScreen
      application={info.application}
      domain={info.domain}
      person={info.account}
      scopes={info.prompt === 'consent' ? info.scopes : null}
      isBusy={step.isPending}
      onContinue={() => void step.run(() => continueInteraction(uid, info))}
      onOther={signInAsOther}
      onRefuse={deny}
    />
  );
}

function ToSignIn({ uid, step }: { uid: string; step: SignInStep }) {
  const navigate = useNavigate();
  // Redirects to another route, which returns to this page afterwards.
  useEffect(() => {
    if (step.phone !== null) authEvents.phoneEntered(step.phone);
    authEvents.loginTargetKept(safeLoginTarget(`${paths.intermediate}?uid=${uid}`));
    authEvents.newSignInRequested(step.askedBy);
    void navigate(pathsOfWays[step.way ?? 'otp'], { replace: true });
  }, [uid, step, navigate]);
  return <Loading />;
}

function ToDemand({ uid, path }: { uid: string; path: string }) {
  const navigate = useNavigate();
  // Redirects to another route, which returns to this page afterwards.
  useEffect(() => {
    authEvents.loginTargetKept(safeLoginTarget(`${paths.intermediate}?uid=${uid}`));
    void navigate(path, { replace: true });
  }, [uid, path, navigate]);
  return <Loading />;
}

function Expired() {
  const t = useT();
  return (
    <StatePage
      tone="error"
      title={t('sso.expired.title')}
      lead={t('sso.refused.advice')}
      to={paths.home}
      action={t('common.returnHome')}
    />
  );
}

/**
 * Offers to open the program again if the browser has not opened it. The code in the URL may have been used, so the
 * page repeats the request.
 */
function Left({ info, onOpen }: { info: InteractionInfo; onOpen: (restart: string) => void }) {
  const t = useT();
  const app = info.application.name;
  const { restart } = info;
  return (
    <>
      <PageTitle title={t('sso.left.title', { app })} lead={t('sso.left.text', { app })} />
      {restart !== null && (
        <Button isWide onClick={() => onOpen(restart)}>
          {t('sso.left.again', { app })}
        </Button>
      )}
    </>
  );
}

type ForbiddenProps = {
  info: InteractionInfo;
  isBusy: boolean;
  onReturn: () => void;
  onOther: () => void;
};

function Forbidden({ info: { application, account }, isBusy, onReturn, onOther }: ForbiddenProps) {
  const t = useT();
  const app = application.name;
  return (
    <>
      <PageTitle title={t('sso.forbidden.title', { app })} lead={t('sso.forbidden.text')} />
      {account && <AccountCard {...account} />}
      <div className="mt-6 grid gap-3">
        <Button isWide isBusy={isBusy} onClick={onReturn}>
          {t('sso.backToApp', { app })}
        </Button>
        <Button look="secondary" isWide onClick={onOther} text="sso.otherAccount" />
      </div>
    </>
  );
}
