import type { ReactNode } from 'react';
import * as v from 'valibot';
import { inJourney } from '#journeys/in-journey.tsx';
import type { Journey } from '#journeys/journey.ts';
import { passwordResetJourney } from '#journeys/password-reset.ts';
import { codeSent, takeStep, useOpenNextPage } from '#journeys/run.ts';
import { signUpJourney } from '#journeys/sign-up.ts';
import { socialSignUpJourney } from '#journeys/social-sign-up.ts';
import { Form, useForm } from '#shared/forms/form.tsx';
import { captchaAnswer } from '#shared/forms/rules.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { LinkButton, SubmitButton } from '#shared/ui/controls/button.tsx';
import { useSecondsLeft } from '#shared/ui/feedback/countdown.tsx';
import { PhoneText } from '#shared/ui/display/phone-text.tsx';
import { StepPage } from '#shared/ui/page-title.tsx';
import { useSignup } from '#state/signup.ts';
import { CaptchaField } from '#features/sign-in/captcha/captcha-field.tsx';
import { useCaptcha } from '#features/sign-in/captcha/use-captcha.ts';
import { Progress } from '#features/sign-in/sign-up/progress.tsx';
import { JourneyNotice } from './journey-notice.tsx';
import { requestCode } from './request-code.ts';
import { ResendCountdown } from './resend-countdown.tsx';

const schema = v.object({ captcha: captchaAnswer() });

type Props = {
  journey: Journey;
  progress: ReactNode;
};

/** Requests another code for the phone of the flow. Each code requires a captcha. */
function RequestCode({ journey, progress }: Props) {
  const t = useT();
  const openNextPage = useOpenNextPage(journey);
  const phone = useSignup((state) => state.phone) ?? '';
  const resendAt = useSignup((state) => state.resendAt);
  const captcha = useCaptcha('otp');
  const isTooEarly = useSecondsLeft(resendAt) > 0;
  const form = useForm({
    id: 'resend',
    schema,
    async onSubmit({ captcha: typed }) {
      const answer = await requestCode(captcha, typed, { phone, purpose: journey.flow });
      openNextPage(codeSent(journey, answer));
    },
  });
  return (
    <StepPage
      title={t('otp.resend.title')}
      lead={<PhoneText text={t('otp.resend.lead', { phone })} phone={phone} />}
      notice={
        <>
          {progress}
          <JourneyNotice />
        </>
      }
    >
      <Form form={form}>
        <CaptchaField captcha={captcha} />
        {/* The countdown on the page shows when the button becomes available. */}
        <SubmitButton disabled={isTooEarly}>{t('otp.resend')}</SubmitButton>
      </Form>
      <div>
        <ResendCountdown resendAt={resendAt} />
        <p className="mt-2 text-center text-label">
          <LinkButton
            onClick={() => openNextPage(takeStep(journey, 'phoneChangeRequested'))}
            text="otp.changePhone"
          />
        </p>
      </div>
    </StepPage>
  );
}

const resendPage = (journey: Journey, progress: ReactNode) =>
  inJourney(journey, () => <RequestCode journey={journey} progress={progress} />);

export const SignUpResendPage = resendPage(signUpJourney, <Progress step={2} />);
export const SocialResendPage = resendPage(socialSignUpJourney, <Progress step={2} />);
export const ForgetPasswordResendPage = resendPage(passwordResetJourney, null);
