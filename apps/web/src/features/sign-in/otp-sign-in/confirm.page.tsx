import { useEffect, useRef, useState } from 'react';
import { otpSignInJourney } from '#journeys/otp-sign-in.ts';
import { takeStep, useGoOn } from '#journeys/run.ts';
import { paths } from '#navigation/paths.ts';
import { findSessionOf, sessionStarted } from '#session/session.ts';
import { failedWith, shownMessage } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Alert } from '#shared/ui/alert.tsx';
import { Button, LinkButton } from '#shared/ui/button.tsx';
import { PageTitle } from '#shared/ui/page-title.tsx';
import { Spinner } from '#shared/ui/spinner.tsx';
import type { UserInfo } from '#state/auth.ts';
import { readSignup, useSignup } from '#state/signup.ts';
import { ConfirmCode } from '#features/sign-in/otp/confirm-code.tsx';
import { otpTokenInCookie } from '#features/sign-in/otp/request-code.ts';
import { formatPhone } from '#shared/lib/phone.ts';

/** Enters the code; then signs in with the verified phone, or offers an account where there is none. */
export function OtpSignInConfirmPage() {
  const step = useSignup((state) => state.step);
  if (step === 'noAccount') return <NoAccountOffer />;
  if (step === 'verified') return <SigningIn />;
  return (
    <ConfirmCode
      journey={otpSignInJourney}
      page={paths.signInOtpConfirm}
      resendPath={paths.signInOtp}
      onAccepted={stay}
    />
  );
}

/** The accepted code turns this page into its next part. */
async function stay(): Promise<void> {}

function signedIn(userInfo: UserInfo): void {
  takeStep(otpSignInJourney, 'signedIn');
  sessionStarted(userInfo);
}

/** A part of its own, so that a reload or a lost answer here asks again, without another code. */
function SigningIn() {
  const t = useT();
  const goOn = useGoOn(otpSignInJourney);
  const [failure, setFailure] = useState<string>();
  const [tries, setTries] = useState(1);
  const isAsking = useRef(false);

  // The sign-in is the server's; it is asked for once for each try.
  useEffect(() => {
    if (isAsking.current) return;
    isAsking.current = true;
    const { phone, remember } = readSignup();
    const signIn = async () => {
      try {
        const userInfo = await api.post('/vid/ajax/auth/login/otp', {
          body: { phone: phone ?? '', otpToken: otpTokenInCookie, remember },
          flags: { muteLoading: true, muteError: true, muteSuccess: true, ignore401: true },
          isRepeatable: true,
        });
        signedIn(userInfo);
      } catch (error) {
        const isSpent = failedWith(error, 'OTP_TOKEN_INVALID');
        const made = isSpent ? await findSessionOf(phone ?? '') : null;
        if (made !== null) signedIn(made);
        else if (isSpent) goOn(takeStep(otpSignInJourney, 'verificationExpired'));
        else if (failedWith(error, 'ACCOUNT_NOT_FOUND')) takeStep(otpSignInJourney, 'accountMissing');
        else setFailure(shownMessage(error));
      } finally {
        isAsking.current = false;
      }
    };
    void signIn();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each try
  }, [tries]);

  return (
    <>
      <PageTitle title={t('auth.otp.title')} />
      <div className="mt-6 grid gap-4">
        <Alert text={failure} />
        {failure === undefined ? (
          <output className="flex items-center gap-3 text-muted">
            <Spinner className="text-brand" />
            {t('otp.signingIn')}
          </output>
        ) : (
          <>
            <Button
              isWide
              onClick={() => {
                setFailure(undefined);
                setTries((count) => count + 1);
              }}
            >
              {t('common.retry')}
            </Button>
            <LinkButton
              className="mx-auto"
              onClick={() => goOn(takeStep(otpSignInJourney, 'phoneChangeAsked'))}
            >
              {t('auth.otp.noAccount.other')}
            </LinkButton>
          </>
        )}
      </div>
    </>
  );
}

function NoAccountOffer() {
  const t = useT();
  const goOn = useGoOn(otpSignInJourney);
  const phone = useSignup((state) => state.phone) ?? '';
  return (
    <>
      <PageTitle
        title={t('auth.otp.noAccount.title')}
        lead={t('auth.otp.noAccount.text', { phone: formatPhone(phone) })}
      />
      <div className="mt-6 grid gap-3">
        <Button isWide onClick={() => goOn(takeStep(otpSignInJourney, 'signUpAccepted'))}>
          {t('auth.otp.noAccount.create')}
        </Button>
        <Button look="secondary" isWide onClick={() => goOn(takeStep(otpSignInJourney, 'phoneChangeAsked'))}>
          {t('auth.otp.noAccount.other')}
        </Button>
      </div>
    </>
  );
}
