import type { ReactNode } from 'react';
import * as v from 'valibot';
import type { Journey } from '#journeys/journey.ts';
import { codeSent, useOpenNextPage } from '#journeys/run.ts';
import { basePath, type Path } from '#navigation/paths.ts';
import { Form } from '#shared/forms/form.tsx';
import { captchaAnswer } from '#shared/forms/rules.ts';
import { useForm } from '#shared/forms/use-form.ts';
import { message } from '#shared/forms/message.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { SubmitButton } from '#shared/ui/button.tsx';
import { useSecondsLeft } from '#shared/ui/feedback/countdown.tsx';
import { notify } from '#shared/ui/feedback/notify.ts';
import { useSignup } from '#state/signup.ts';
import { CaptchaField } from '#features/sign-in/captcha/captcha-field.tsx';
import { useCaptcha } from '#features/sign-in/captcha/use-captcha.ts';
import { CodePage } from './code-page.tsx';
import { requestCode } from './request-code.ts';

const schema = v.object({ captcha: captchaAnswer() });

/** The page that requests another code. Each code requires a captcha. */
export function ResendCode({
  journey,
  page,
  progress,
}: {
  journey: Journey;
  page: Path;
  /** The progress bar of the journey, above the form. */
  progress?: ReactNode;
}) {
  const t = useT();
  const openNextPage = useOpenNextPage(journey);
  const phone = useSignup((state) => state.phone) ?? '';
  const captcha = useCaptcha('otp');
  const isTooEarly = useSecondsLeft(useSignup((state) => state.resendAt)) > 0;

  const form = useForm({
    id: 'resend',
    schema,
    async onSubmit({ captcha: typed }) {
      const answer = await captcha.spend(typed, (captchaToken) =>
        requestCode({ phone, purpose: journey.flow, captchaToken }),
      );
      notify.success(message('otp.resent'));
      openNextPage(codeSent(journey, answer));
    },
  });

  return (
    <CodePage journey={journey} title={t('otp.resend.title')} lead="otp.resend.lead" progress={progress}>
      <Form form={form} action={`${basePath}${page}`}>
        <CaptchaField captcha={captcha} />
        {/* The countdown below says when it may be pressed. */}
        <SubmitButton disabled={isTooEarly}>{t('otp.resend')}</SubmitButton>
      </Form>
    </CodePage>
  );
}
