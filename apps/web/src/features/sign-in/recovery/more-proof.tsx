import { useState } from 'react';
import { useNavigate } from 'react-router';
import { otpSignInJourney } from '#journeys/otp-sign-in.ts';
import { takeStep } from '#journeys/run.ts';
import { writeEntryQuery } from '#navigation/entry-query.ts';
import { paths } from '#navigation/paths.ts';
import { failedWith, shownMessage } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';
import { useCall } from '#shared/hooks/use-call.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button, ButtonLink } from '#shared/ui/controls/button.tsx';
import { Alert } from '#shared/ui/feedback/alert.tsx';
import { StatePage } from '#shared/ui/feedback/state-mark.tsx';
import { StepPage } from '#shared/ui/page-title.tsx';
import { authEvents } from '#state/auth.ts';
import { otpTokenInCookie, readSignup } from '#state/signup.ts';
import { useSso } from '#state/sso.ts';
import { WaitingSteps } from './recovery-steps.tsx';

/**
 * Asks for more proof if a verified code is not enough: the account has not been used for 180 days, so its number may
 * have a new owner, or the owner has locked the account.
 */
export function MoreProof() {
  const t = useT();
  const navigate = useNavigate();
  const [{ phone, flow }] = useState(readSignup);
  const call = useCall<{ readyAt: string }>();
  const wait = () =>
    call.run(async () => {
      const body = { phone: phone ?? '', otpToken: otpTokenInCookie };
      try {
        return await api.post('/vid/ajax/auth/recovery/start-by-phone', { body });
      } catch (error) {
        // An account that is locked instead of dormant cannot be recovered by its phone, so open the page with other
        // recovery methods.
        if (failedWith(error, 'RECOVERY_NOT_NEEDED')) void navigate(paths.recovery);
        throw error;
      }
    });
  const createAccount = () => {
    takeStep(otpSignInJourney, 'accountMissing');
    const { to } = takeStep(otpSignInJourney, 'signUpAccepted');
    const { settings } = useSso.getState();
    const search = settings === null ? '' : writeEntryQuery(settings);
    void navigate({ pathname: to, search }, { replace: true, state: { isNewOwner: true } });
  };
  if (call.data !== null) {
    return (
      <StatePage
        tone="success"
        title={t('reset.recovery.sent')}
        to={paths.signIn}
        action={t('reset.toSignIn')}
      >
        <WaitingSteps by="phone" readyAt={call.data.readyAt} isRequested />
      </StatePage>
    );
  }
  return (
    <StepPage title={t('reset.moreProof.title')} lead={t('reset.moreProof.lead')}>
      <Alert text={call.error === null ? undefined : shownMessage(call.error)} />
      <ButtonLink isWide to={paths.signIn} onClick={() => authEvents.phoneEntered(phone ?? '')}>
        {t('reset.moreProof.password')}
      </ButtonLink>
      <Button isWide look="secondary" isBusy={call.isPending} onClick={() => void wait()}>
        {t('reset.moreProof.wait')}
      </Button>
      {flow === 'signin' && (
        <Button isWide look="secondary" onClick={createAccount} text="reset.moreProof.newOwner" />
      )}
      <ButtonLink isWide look="ghost" to={paths.recovery} text="reset.moreProof.other" />
    </StepPage>
  );
}
