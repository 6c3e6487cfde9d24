import { webClientId } from '@vid/contract/limits';
import type { ReactNode } from 'react';
import * as v from 'valibot';
import type { Journey } from '#journeys/journey.ts';
import { takeStep, useOpenNextPage } from '#journeys/run.ts';
import { basePath, type Path } from '#navigation/paths.ts';
import { type ApiFailure, failedWith, isLostAnswer } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';
import { FieldRefusal } from '#shared/forms/field-refusal.ts';
import { message } from '#shared/forms/message.ts';
import { Form } from '#shared/forms/form.tsx';
import { otpCode } from '#shared/forms/rules.ts';
import { useForm } from '#shared/forms/use-form.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { SubmitButton, TextLink } from '#shared/ui/button.tsx';
import { OtpField } from '#shared/ui/fields/otp-field.tsx';
import { readSignup, signupEvents } from '#state/signup.ts';
import { CodePage } from './code-page.tsx';

const schema = v.object({ otpValue: otpCode() });

type ConfirmCodeProps = {
  journey: Journey;
  page: Path;
  /** The page that requests another code. */
  resendPath: Path;
  /** The progress bar of the journey, above the form. */
  progress?: ReactNode;
  /** Replaces the navigation to the next page after an accepted code. */
  onAccepted?: () => Promise<void>;
};

/**
 * Exchanges the code for a verified phone. A code can be exchanged once, so the retry after a lost answer may be
 * refused although the code was right. Calls `onLost` before such a retry.
 */
async function validateCode(values: { otpValue: string; otpRequestId: string }, onLost: () => void) {
  const body = { clientId: webClientId, ...values };
  try {
    return await api.post('/vid/gateway/otp/validate', { body });
  } catch (error) {
    if (!isLostAnswer(error)) throw error;
    onLost();
    return api.post('/vid/gateway/otp/validate', { body, isRepeatable: true });
  }
}

function wrongCode({ attemptsLeft, message: text }: ApiFailure): string {
  return attemptsLeft === null ? text : message('otp.wrongTriesLeft', { count: attemptsLeft });
}

/** The page that enters a code. */
export function ConfirmCode({ journey, page, resendPath, progress, onAccepted }: ConfirmCodeProps) {
  const t = useT();
  const openNextPage = useOpenNextPage(journey);

  const form = useForm({
    id: 'otp',
    schema,
    async onSubmit({ otpValue }) {
      const { otpRequestId, codeExpiresAt } = readSignup();
      if (otpRequestId === null) {
        // Another tab has used the code.
        openNextPage(takeStep(journey, 'codeExpired'));
        return;
      }
      let wasLost = false;
      try {
        const { expiresIn } = await validateCode({ otpValue, otpRequestId }, () => {
          wasLost = true;
        });
        signupEvents.phoneVerified(expiresIn, Date.now());
      } catch (error) {
        const isRefused = failedWith(error, 'OTP_INVALID');
        if (failedWith(error, 'OTP_LOCKED')) openNextPage(takeStep(journey, 'codeLocked'));
        else if (isRefused && wasLost) openNextPage(takeStep(journey, 'answerLost'));
        else if (isRefused && Date.now() >= codeExpiresAt) openNextPage(takeStep(journey, 'codeExpired'));
        else if (isRefused && error.attemptsLeft === 0) openNextPage(takeStep(journey, 'codeLocked'));
        else if (isRefused) throw new FieldRefusal('otpValue', wrongCode(error), error);
        else throw error;
        return;
      }
      const next = takeStep(journey, 'codeAccepted');
      if (onAccepted) await onAccepted();
      else openNextPage(next);
    },
  });

  return (
    <CodePage
      keepsFocus
      journey={journey}
      title={t('otp.title')}
      lead="otp.sentTo"
      progress={progress}
      resendOffer={
        <>
          {t('otp.notReceived')} <TextLink to={resendPath}>{t('otp.resend')}</TextLink>
        </>
      }
    >
      <Form form={form} action={`${basePath}${page}`}>
        <OtpField label={t('otp.label')} onComplete={() => form.submit()} />
        <SubmitButton>{t('otp.submit')}</SubmitButton>
      </Form>
    </CodePage>
  );
}
