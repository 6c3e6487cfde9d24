import type { ReactNode } from 'react';
import * as v from 'valibot';
import type { Journey } from '#journeys/journey.ts';
import { codeSent, takeStep, useGoOn } from '#journeys/run.ts';
import { basePath, type Path } from '#navigation/paths.ts';
import { Form } from '#shared/forms/form.tsx';
import { useForm } from '#shared/forms/use-form.ts';
import { t as translate } from '#shared/i18n/i18n.ts';
import { Rich } from '#shared/i18n/rich.tsx';
import { useT } from '#shared/i18n/use-t.ts';
import { LinkButton, SubmitButton } from '#shared/ui/button.tsx';
import { Countdown } from '#shared/ui/countdown.tsx';
import { notify } from '#shared/ui/notify.ts';
import { PageTitle } from '#shared/ui/page-title.tsx';
import { readSignup, useSignup } from '#state/signup.ts';
import { CaptchaField } from '#features/sign-in/captcha/captcha-field.tsx';
import { captchaAnswer } from '#features/sign-in/captcha/captcha-answer.ts';
import { useCaptcha } from '#features/sign-in/captcha/use-captcha.ts';
import { JourneyNotice } from './journey-notice.tsx';
import { ShownPhone } from './phone-part.tsx';
import { requestCode } from './request-code.ts';
import { timeText } from './time-text.ts';

const schema = v.object({ captcha: captchaAnswer() });

/** The page where another code is asked for; each one costs a captcha. */
export function ResendCode({
  journey,
  page,
  progress,
}: {
  journey: Journey;
  page: Path;
  /** Where the journey stands, above the form. */
  progress?: ReactNode;
}) {
  const t = useT();
  const goOn = useGoOn(journey);
  const phone = useSignup((state) => state.phone) ?? '';
  const resendAt = useSignup((state) => state.resendAt);
  const captcha = useCaptcha('otp');

  const form = useForm({
    id: 'resend',
    schema,
    async onSubmit({ captcha: typed }) {
      const wait = Math.ceil((readSignup().resendAt - Date.now()) / 1000);
      if (wait > 0) return t('otp.waitFirst', { time: timeText(t, wait) });
      const answer = await captcha.spend(typed, (captchaToken) =>
        requestCode({ phone, purpose: journey.flow, captchaToken }),
      );
      notify.success(translate('otp.resent'));
      goOn(codeSent(journey, answer));
      return undefined;
    },
  });

  return (
    <>
      <PageTitle
        title={t('otp.resend.title')}
        lead={<Rich text={t('otp.resend.lead', { phone })} parts={{ phone: <ShownPhone phone={phone} /> }} />}
      />
      {progress}
      <JourneyNotice />
      <div className="mt-6">
        <Form form={form} action={`${basePath}${page}`}>
          <CaptchaField captcha={captcha} />
          <SubmitButton>{t('otp.resend')}</SubmitButton>
        </Form>
      </div>
      <Countdown
        until={resendAt}
        endText={t('otp.mayResend')}
        className="mt-4 min-h-8 text-center text-label text-muted"
      >
        {(seconds) => seconds > 0 && t('otp.resendIn', { time: timeText(t, seconds) })}
      </Countdown>
      <p className="mt-2 text-center text-label">
        <LinkButton onClick={() => goOn(takeStep(journey, 'phoneChangeAsked'))}>
          {t('otp.changePhone')}
        </LinkButton>
      </p>
    </>
  );
}
