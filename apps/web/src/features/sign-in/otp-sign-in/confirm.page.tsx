import { Suspense, useEffect, useState } from 'react';
import { inJourney } from '#journeys/in-journey.tsx';
import { otpSignInJourney } from '#journeys/otp-sign-in.ts';
import { takeStep, useOpenNextPage } from '#journeys/run.ts';
import { lazyPage } from '#navigation/lazy-page.ts';
import { findSessionOf } from '#session/find-session.ts';
import { failedWith, shownMessage } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Alert } from '#shared/ui/feedback/alert.tsx';
import { Loading, Waiting } from '#shared/ui/feedback/loader.tsx';
import { Button, LinkButton } from '#shared/ui/controls/button.tsx';
import { StepPage } from '#shared/ui/page-title.tsx';
import { PhoneText } from '#shared/ui/display/phone-text.tsx';
import { authEvents } from '#state/auth.ts';
import { otpTokenInCookie, readSignup, useSignup } from '#state/signup.ts';
import { CodeStep } from '#features/sign-in/otp/code-step.ts';
import { ConfirmCode } from '#features/sign-in/otp/confirm-code.tsx';
import {
  type SignInOutcome,
  useOwnerLock,
  useSignInOutcome,
} from '#features/sign-in/two-step/use-sign-in-outcome.ts';

/** Loads on demand, because a sign-in that needs only a code does not show this form. */
const MoreProof = lazyPage(() => import('../recovery/more-proof.tsx'), 'MoreProof', 'reset');

function OtpSignInConfirm() {
  const step = useSignup((state) => state.step);
  const afterPassword = useSignup((state) => state.afterPassword);
  if (step === 'noAccount') return <NoAccountOffer />;
  if (step === 'verified') return <SigningIn />;
  return (
    <Suspense fallback={<Loading />}>
      <ConfirmCode
        journey={otpSignInJourney}
        // Stays on the page, which renders the next step once the accepted code has changed `step`.
        onAccepted={() => {}}
        {...(afterPassword && { frame: CodeStep })}
      />
    </Suspense>
  );
}

export const OtpSignInConfirmPage = inJourney(otpSignInJourney, OtpSignInConfirm);

/**
 * Signs in with the verified phone. If the token has already been used, returns the session that the first use created,
 * if this browser has it.
 */
async function signIn(): Promise<SignInOutcome> {
  const { phone, remember } = readSignup();
  try {
    return await api.post('/vid/ajax/auth/login/otp', {
      body: { phone: phone ?? '', otpToken: otpTokenInCookie, remember },
      flags: { ignore401: true },
      isRepeatable: true,
    });
  } catch (error) {
    const existing = failedWith(error, 'OTP_TOKEN_INVALID') ? await findSessionOf(phone ?? '') : null;
    if (existing === null) throw error;
    return existing;
  }
}

/** Signs in on mount, so that a reload or a retry after a lost response needs no second code. */
function SigningIn() {
  const t = useT();
  const openNextPage = useOpenNextPage(otpSignInJourney);
  const takeOutcome = useSignInOutcome();
  const openLock = useOwnerLock();
  const [failure, setFailure] = useState<string>();
  const [needsMore, setNeedsMore] = useState(false);

  const send = async () => {
    try {
      const outcome = await signIn();
      const { phone } = readSignup();
      takeStep(otpSignInJourney, 'signedIn');
      takeOutcome(outcome, phone ?? '');
    } catch (error) {
      if (openLock(error)) return;
      if (failedWith(error, 'OTP_TOKEN_INVALID'))
        openNextPage(takeStep(otpSignInJourney, 'verificationExpired'));
      else if (failedWith(error, 'RECOVERY_REQUIRED')) setNeedsMore(true);
      else if (failedWith(error, 'SECOND_FACTOR_REQUIRED')) {
        authEvents.phoneEntered(readSignup().phone ?? '');
        openNextPage(takeStep(otpSignInJourney, 'passwordDemanded'));
      } else if (failedWith(error, 'ACCOUNT_NOT_FOUND')) takeStep(otpSignInJourney, 'accountMissing');
      else setFailure(shownMessage(error));
    }
  };
  // Sends the sign-in to the server.
  useEffect(() => {
    void send();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- on mount only
  }, []);

  const afterPassword = useSignup((state) => state.afterPassword);
  const Frame = afterPassword ? CodeStep : StepPage;
  if (needsMore) return <MoreProof />;
  return (
    <Frame title={t('auth.otp.title')}>
      <Alert text={failure} />
      {failure === undefined ? (
        <Waiting>{t('otp.signingIn')}</Waiting>
      ) : (
        <>
          <Button
            isWide
            onClick={() => {
              setFailure(undefined);
              void send();
            }}
            text="common.retry"
          />
          {!afterPassword && (
            <LinkButton
              className="mx-auto"
              onClick={() => openNextPage(takeStep(otpSignInJourney, 'phoneChangeRequested'))}
              text="otp.changePhone"
            />
          )}
        </>
      )}
    </Frame>
  );
}

function NoAccountOffer() {
  const t = useT();
  const openNextPage = useOpenNextPage(otpSignInJourney);
  const phone = useSignup((state) => state.phone) ?? '';
  return (
    <StepPage
      title={t('auth.otp.noAccount.title')}
      lead={<PhoneText text={t('auth.otp.noAccount.text', { phone })} phone={phone} />}
    >
      <Button isWide onClick={() => openNextPage(takeStep(otpSignInJourney, 'signUpAccepted'))}>
        {t('auth.otp.noAccount.create')}
      </Button>
      <Button
        look="secondary"
        isWide
        onClick={() => openNextPage(takeStep(otpSignInJourney, 'phoneChangeRequested'))}
        text="otp.changePhone"
      />
    </StepPage>
  );
}
