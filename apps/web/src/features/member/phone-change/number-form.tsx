import * as v from 'valibot';
import { FieldRefusal } from '#shared/forms/field-refusal.ts';
import { Form, useForm } from '#shared/forms/form.tsx';
import { message } from '#shared/forms/message.ts';
import { captchaAnswer, phone } from '#shared/forms/rules.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { toInternational } from '#shared/lib/phone/phone.ts';
import { SubmitButton } from '#shared/ui/controls/button.tsx';
import { Alert } from '#shared/ui/feedback/alert.tsx';
import { PhoneField } from '#shared/ui/fields/text-field.tsx';
import { useAuth } from '#state/auth.ts';
import { CaptchaField } from '#features/sign-in/captcha/captcha-field.tsx';
import { useCaptcha } from '#features/sign-in/captcha/use-captcha.ts';
import { type PhoneCode, sendPhoneCode } from './change-phone.ts';

const schema = v.object({ phone: phone(), captcha: captchaAnswer() });

type Props = {
  phone: string;
  /** Reason why the user returned to this step. */
  problem?: string;
  onSent: (code: PhoneCode) => void;
};

export function NumberForm({ phone: initial, problem, onSent }: Props) {
  const t = useT();
  const captcha = useCaptcha('otp');
  const current = useAuth((auth) => auth.profile?.phone);
  const form = useForm({
    id: 'phone-change',
    schema,
    async onSubmit(values) {
      if (toInternational(values.phone) === current)
        throw new FieldRefusal('phone', message('profile.phone.same'));
      onSent(await captcha.spend(values.captcha, (token) => sendPhoneCode(values.phone, token)));
    },
  });
  return (
    <>
      <div className={problem === undefined ? undefined : 'mb-4'}>
        <Alert text={problem} />
      </div>
      <Form form={form} focusesFirstField className="flex max-w-[28rem] flex-col gap-4">
        <PhoneField
          label={t('profile.phone.new')}
          hint={t('profile.phone.new.hint')}
          autoComplete="tel"
          enterKeyHint="done"
          defaultValue={initial}
        />
        <CaptchaField captcha={captcha} />
        <SubmitButton isWide={false} className="md:self-start" text="profile.phone.send" />
      </Form>
    </>
  );
}
