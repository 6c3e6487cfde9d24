import * as v from 'valibot';
import { useMemo, useState } from 'react';
import { basePath, paths } from '#navigation/paths.ts';
import { shownMessage } from '#shared/api/api-failure.ts';
import { Form } from '#shared/forms/form.tsx';
import { otpCode } from '#shared/forms/rules.ts';
import { useForm } from '#shared/forms/use-form.ts';
import { Rich } from '#shared/i18n/rich.tsx';
import { useT } from '#shared/i18n/use-t.ts';
import { randomId } from '#shared/lib/random-id.ts';
import { LinkButton, SubmitButton } from '#shared/ui/button.tsx';
import { Countdown } from '#shared/ui/feedback/countdown.tsx';
import { OtpField } from '#shared/ui/fields/otp-field.tsx';
import { authEvents } from '#state/auth.ts';
import { ShownPhone, waitText } from '#features/sign-in/otp/code-page.tsx';
import { changePhone, needsNewCode, type SentCode } from './change-phone.ts';

type Props = {
  code: SentCode;
  /** Called to return to the number, to change it or to request another code. */
  onBack: (problem?: string) => void;
  onChanged: () => void;
};

export function CodeForm({ code, onBack, onChanged }: Props) {
  const t = useT();
  const { phone, digits } = code;
  const schema = useMemo(() => v.object({ otpValue: otpCode(digits) }), [digits]);
  const [attemptKeys] = useState(() => new Map<string, string>());
  const form = useForm({
    id: 'phone-change-code',
    schema,
    async onSubmit({ otpValue }) {
      const attemptKey = attemptKeys.get(otpValue) ?? randomId();
      attemptKeys.set(otpValue, attemptKey);
      try {
        const profile = await changePhone(code, otpValue, attemptKey);
        authEvents.profileLoaded(profile);
        onChanged();
      } catch (error) {
        if (!needsNewCode(error)) throw error;
        onBack(shownMessage(error));
      }
    },
  });
  return (
    <>
      <p className="mb-4 max-w-[28rem]">
        <Rich text={t('otp.sentTo', { phone, digits })} parts={{ phone: <ShownPhone phone={phone} /> }} />
      </p>
      <Form
        form={form}
        action={`${basePath}${paths.userPhone}`}
        className="flex max-w-[28rem] flex-col gap-4"
      >
        <OtpField length={digits} label={t('otp.label')} onComplete={() => form.submit()} />
        <SubmitButton isWide={false} className="md:self-start">
          {t('profile.phone.submit')}
        </SubmitButton>
      </Form>
      <Countdown
        until={code.resendAt}
        endText={t('otp.mayResend')}
        className="mt-4 min-h-6 text-label text-muted"
      >
        {(seconds) =>
          seconds > 0 ? (
            t('otp.resendIn', { time: waitText(t, seconds) })
          ) : (
            <LinkButton onClick={() => onBack()}>{t('otp.resend')}</LinkButton>
          )
        }
      </Countdown>
      <p className="mt-2 text-label">
        <LinkButton onClick={() => onBack()}>{t('otp.changePhone')}</LinkButton>
      </p>
    </>
  );
}
