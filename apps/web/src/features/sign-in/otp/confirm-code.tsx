import { webClientId } from '@vid/contract/limits';
import { type ReactNode, useMemo, useRef } from 'react';
import * as v from 'valibot';
import type { Journey } from '#journeys/journey.ts';
import { takeStep, useOpenNextPage } from '#journeys/run.ts';
import { basePath, type Path } from '#navigation/paths.ts';
import { type ApiFailure, failedWith } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';
import { FieldRefusal } from '#shared/forms/field-refusal.ts';
import { message } from '#shared/forms/message.ts';
import { Form } from '#shared/forms/form.tsx';
import { otpCode } from '#shared/forms/rules.ts';
import { useForm } from '#shared/forms/use-form.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { randomId } from '#shared/lib/random-id.ts';
import { SubmitButton, TextLink } from '#shared/ui/button.tsx';
import { notify } from '#shared/ui/feedback/notify.ts';
import { OtpField } from '#shared/ui/fields/otp-field.tsx';
import { readSignup, signupEvents, useSignup } from '#state/signup.ts';
import { CodePage } from './code-page.tsx';

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

function wrongCode({ attemptsLeft, message: text }: ApiFailure): string {
  return attemptsLeft === null ? text : message('otp.wrongTriesLeft', { count: attemptsLeft });
}

/** The page that enters a code. */
export function ConfirmCode({ journey, page, resendPath, progress, onAccepted }: ConfirmCodeProps) {
  const t = useT();
  const openNextPage = useOpenNextPage(journey);
  const digits = useSignup((state) => state.codeDigits);
  const schema = useMemo(() => v.object({ otpValue: otpCode(digits) }), [digits]);
  // The same code submitted again, after all retries were lost, is the same attempt.
  const submit = useRef({ name: '', key: '' });

  const form = useForm({
    id: 'otp',
    schema,
    async onSubmit({ otpValue }) {
      const { otpRequestId, codeExpiresAt } = readSignup();
      if (otpRequestId === null) {
        // Accepted already, but the next page has not opened yet.
        openNextPage(takeStep(journey, 'codeExpired'));
        return;
      }
      const name = `${otpRequestId} ${otpValue}`;
      if (submit.current.name !== name) submit.current = { name, key: randomId() };
      try {
        const { expiresIn } = await api.post('/vid/gateway/otp/validate', {
          body: { clientId: webClientId, otpValue, otpRequestId },
          isRepeatable: true,
          idempotencyKey: submit.current.key,
        });
        signupEvents.phoneVerified(expiresIn, Date.now());
      } catch (error) {
        const isRefused = failedWith(error, 'OTP_INVALID');
        if (failedWith(error, 'OTP_LOCKED')) openNextPage(takeStep(journey, 'codeLocked'));
        else if (isRefused && Date.now() >= codeExpiresAt) openNextPage(takeStep(journey, 'codeExpired'));
        else if (isRefused && error.attemptsLeft === 0) openNextPage(takeStep(journey, 'codeLocked'));
        else if (isRefused) throw new FieldRefusal('otpValue', wrongCode(error), error);
        else throw error;
        return;
      }
      // "A new code was sent" must not cover the next step.
      notify.dismissSuccesses();
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
        <OtpField length={digits} label={t('otp.label')} onComplete={() => form.submit()} />
        <SubmitButton>{t('otp.submit')}</SubmitButton>
      </Form>
    </CodePage>
  );
}
