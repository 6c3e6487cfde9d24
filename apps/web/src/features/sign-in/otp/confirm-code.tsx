import { webClientId } from '@vid/contract/limits';
import type { ReactNode } from 'react';
import * as v from 'valibot';
import type { Journey } from '#journeys/journey.ts';
import { takeStep, useGoOn } from '#journeys/run.ts';
import { basePath, type Path } from '#navigation/paths.ts';
import { failedWith, isLostAnswer } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';
import { FieldRefusal } from '#shared/forms/field-refusal.ts';
import { Form } from '#shared/forms/form.tsx';
import { otpCode } from '#shared/forms/rules.ts';
import { useForm } from '#shared/forms/use-form.ts';
import { Rich } from '#shared/i18n/rich.tsx';
import { useT } from '#shared/i18n/use-t.ts';
import { LinkButton, SubmitButton, TextLink } from '#shared/ui/button.tsx';
import { Countdown } from '#shared/ui/countdown.tsx';
import { OtpField } from '#shared/ui/otp-field.tsx';
import { PageTitle } from '#shared/ui/page-title.tsx';
import { readSignup, signupEvents, useSignup } from '#state/signup.ts';
import { JourneyNotice } from './journey-notice.tsx';
import { ShownPhone } from './phone-part.tsx';
import { timeText } from './time-text.ts';

const schema = v.object({ otpValue: otpCode() });

type ConfirmCodeProps = {
  journey: Journey;
  page: Path;
  /** Where another code is asked for. */
  resendPath: Path;
  /** Where the journey stands, above the form. */
  progress?: ReactNode;
  /** What follows an accepted code, where it is not simply the next page. */
  onAccepted?: () => Promise<void>;
};

const quiet = { muteLoading: true, muteError: true, muteSuccess: true } as const;

/**
 * Exchanges the code for a verified phone. A code is good once, so that a repeat after a lost answer may be
 * refused although the code was right: the caller is told of the loss.
 */
async function checkCode(given: { otpValue: string; otpRequestId: string }, onLost: () => void) {
  const body = { clientId: webClientId, ...given };
  try {
    return await api.post('/vid/gateway/otp/validate', { body, flags: quiet });
  } catch (error) {
    if (!isLostAnswer(error)) throw error;
    onLost();
    return api.post('/vid/gateway/otp/validate', { body, flags: quiet, isRepeatable: true });
  }
}

/** The page where a code is entered. */
export function ConfirmCode({ journey, page, resendPath, progress, onAccepted }: ConfirmCodeProps) {
  const t = useT();
  const goOn = useGoOn(journey);
  const phone = useSignup((state) => state.phone) ?? '';
  const resendAt = useSignup((state) => state.resendAt);

  const form = useForm({
    id: 'otp',
    schema,
    async onSubmit({ otpValue }) {
      const { otpRequestId, codeExpiresAt } = readSignup();
      if (otpRequestId === null) {
        // Another tab has used the code meanwhile.
        goOn(takeStep(journey, 'codeExpired'));
        return;
      }
      let wasLost = false;
      try {
        const { expiresIn } = await checkCode({ otpValue, otpRequestId }, () => {
          wasLost = true;
        });
        signupEvents.phoneVerified(expiresIn, Date.now());
      } catch (error) {
        const isRefused = failedWith(error, 'OTP_INVALID');
        if (failedWith(error, 'OTP_LOCKED')) goOn(takeStep(journey, 'codeLocked'));
        else if (isRefused && wasLost) goOn(takeStep(journey, 'answerLost'));
        else if (isRefused && Date.now() >= codeExpiresAt) goOn(takeStep(journey, 'codeExpired'));
        // The server's words, which may say how many tries are left.
        else if (isRefused) throw new FieldRefusal('otpValue', error.message, error);
        else throw error;
        return;
      }
      const next = takeStep(journey, 'codeAccepted');
      if (onAccepted) await onAccepted();
      else goOn(next);
    },
  });

  return (
    <>
      <PageTitle
        keepsFocus
        title={t('otp.title')}
        lead={<Rich text={t('otp.sentTo', { phone })} parts={{ phone: <ShownPhone phone={phone} /> }} />}
      />
      {progress}
      <JourneyNotice />
      <div className="mt-6">
        <Form form={form} action={`${basePath}${page}`}>
          <OtpField label={t('otp.label')} onComplete={() => form.submit()} />
          <SubmitButton>{t('otp.submit')}</SubmitButton>
        </Form>
      </div>
      <Countdown
        until={resendAt}
        endText={t('otp.mayResend')}
        className="mt-5 min-h-8 text-center text-label text-muted"
      >
        {(seconds) =>
          seconds > 0 ? (
            t('otp.resendIn', { time: timeText(t, seconds) })
          ) : (
            <>
              {t('otp.notReceived')} <TextLink to={resendPath}>{t('otp.resend')}</TextLink>
            </>
          )
        }
      </Countdown>
      <p className="mt-2 text-center text-label">
        <LinkButton onClick={() => goOn(takeStep(journey, 'phoneChangeAsked'))}>
          {t('otp.changePhone')}
        </LinkButton>
      </p>
    </>
  );
}
