import * as v from 'valibot';
import { Form, useForm } from '#shared/forms/form.tsx';
import { captchaAnswer } from '#shared/forms/rules.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { formatPhone } from '#shared/lib/phone/phone.ts';
import { SubmitButton } from '#shared/ui/controls/button.tsx';
import { CaptchaField } from '#features/sign-in/captcha/captcha-field.tsx';
import { useCaptcha } from '#features/sign-in/captcha/use-captcha.ts';
import { sendCodeTo } from '#features/sign-in/otp/send-code-to.ts';
import type { SentCode } from '#features/sign-in/otp/sms-code-form.tsx';

const schema = v.object({ captcha: captchaAnswer() });

export function SendCode({ phone, onSent }: { phone: string; onSent: (code: SentCode) => void }) {
  const t = useT();
  const captcha = useCaptcha('otp');
  const form = useForm({
    id: 'confirm-send',
    schema,
    onSubmit: ({ captcha: typed }) =>
      captcha
        .spend(typed, (captchaToken) => sendCodeTo({ phone, purpose: 'reauthenticate', captchaToken }))
        .then(onSent),
  });
  return (
    <Form form={form}>
      <CaptchaField captcha={captcha} />
      <SubmitButton look="secondary">{t('confirm.code', { phone: formatPhone(phone) })}</SubmitButton>
    </Form>
  );
}
