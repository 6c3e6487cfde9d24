import { successCountdownSeconds } from '@vid/contract/limits';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { signedInPath } from '#navigation/login-target.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button } from '#shared/ui/button.tsx';
import { Countdown } from '#shared/ui/feedback/countdown.tsx';
import { Icon } from '#shared/ui/icons.tsx';
import { PageTitle } from '#shared/ui/page-title.tsx';
import { authEvents, useAuth } from '#state/auth.ts';
import { signupEvents } from '#state/signup.ts';
import { useSso } from '#state/sso.ts';

/** Confirms the new account, then redirects to the target kept before the sign-up. */
export function SignUpSuccessPage() {
  const t = useT();
  const navigate = useNavigate();
  const [until] = useState(() => Date.now() + successCountdownSeconds * 1000);
  const leave = () => {
    const { loginRedirectTo, user } = useAuth.getState();
    const to = signedInPath({
      loginRedirectTo,
      mustChangePassword: user?.mustChangePassword === true,
      hasSsoSettings: useSso.getState().settings !== null,
    });
    authEvents.loginTargetKept(null);
    void navigate(to, { replace: true });
    signupEvents.flowEnded();
  };
  return (
    <>
      <span className="grid size-16 place-items-center rounded-full bg-success-soft text-success">
        <Icon name="success" className="size-9" />
      </span>
      <PageTitle className="mt-5" title={t('signUp.success.title')} lead={t('signUp.success.lead')} />
      <Countdown until={until} onEnd={leave} className="mt-6 text-muted">
        {(seconds) => t('signUp.success.countdown', { seconds })}
      </Countdown>
      <Button isWide className="mt-4" onClick={leave}>
        {t('signUp.success.continue')}
      </Button>
    </>
  );
}
