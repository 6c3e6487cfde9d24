import * as v from 'valibot';
import { basePath, paths } from '#navigation/paths.ts';
import { failedWith } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';
import { FieldRefusal } from '#shared/forms/field-refusal.ts';
import { Form } from '#shared/forms/form.tsx';
import { captchaAnswer, phone, required } from '#shared/forms/rules.ts';
import { useForm } from '#shared/forms/use-form.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { SubmitButton } from '#shared/ui/button.tsx';
import { PhoneField, TextField } from '#shared/ui/fields/text-field.tsx';
import { PageTitle } from '#shared/ui/page-title.tsx';
import { CaptchaField } from '#features/sign-in/captcha/captcha-field.tsx';
import { useCaptcha } from '#features/sign-in/captcha/use-captcha.ts';
import { OtherWays } from './other-ways.tsx';

const schema = v.object({ phone: phone(), recoveryCode: required(), captcha: captchaAnswer() });

/** Exchanges a recovery code for the token that completes the recovery. */
export function StartByCode({
  onOther,
  onStarted,
}: {
  onOther: () => void;
  onStarted: (recoveryToken: string) => void;
}) {
  const t = useT();
  const captcha = useCaptcha('check');
  const form = useForm({
    id: 'recovery-code',
    schema,
    async onSubmit({ captcha: answer, ...values }) {
      try {
        const { recoveryToken } = await captcha.spend(answer, (captchaToken) =>
          api.post('/vid/ajax/auth/recovery/start-by-code', { body: { ...values, captchaToken } }),
        );
        onStarted(recoveryToken);
      } catch (error) {
        if (failedWith(error, 'RECOVERY_CODE_INVALID'))
          throw new FieldRefusal('recoveryCode', error.message, error);
        throw error;
      }
    },
  });
  return (
    <>
      <PageTitle title={t('reset.recovery.title')} lead={t('reset.recovery.byCode.lead')} />
      <div className="mt-6">
        <Form focusesFirstField form={form} action={`${basePath}${paths.recovery}`}>
          <PhoneField label={t('reset.recovery.oldPhone')} />
          <TextField
            name="recoveryCode"
            label={t('reset.recovery.code')}
            hint={t('reset.recovery.code.hint')}
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="done"
            maxLength={64}
            dir="ltr"
          />
          <CaptchaField captcha={captcha} />
          <SubmitButton>{t('reset.recovery.next')}</SubmitButton>
        </Form>
      </div>
      <OtherWays other={t('reset.recovery.useMail')} onOther={onOther} />
    </>
  );
}
