import { useState } from 'react';
import * as v from 'valibot';
import { Form, useForm } from '#shared/forms/form.tsx';
import { captchaAnswer } from '#shared/forms/rules.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { LinkButton } from '#shared/ui/controls/button.tsx';
import { Icon } from '#shared/ui/display/icons.tsx';
import { CaptchaField } from '#features/sign-in/captcha/captcha-field.tsx';
import { useCaptcha } from '#features/sign-in/captcha/use-captcha.ts';
import { ResendCountdown } from './resend-countdown.tsx';

const schema = v.object({ captcha: captchaAnswer() });

type Props = {
  resendAt: number;
  onResend: (captchaToken: string) => Promise<void>;
};

/**
 * Sends another code without leaving the page. A picture appears only if proof of work is not enough or cannot run. The
 * result appears next to the button, because a notification would cover the title.
 */
export function Resend({ resendAt, onResend }: Props) {
  const t = useT();
  const captcha = useCaptcha('otp');
  const [isResent, setIsResent] = useState(false);
  const form = useForm({
    id: 'resend',
    schema,
    async onSubmit({ captcha: typed }) {
      // Screen readers announce only a text that changes.
      setIsResent(false);
      await captcha.spend(typed, onResend);
      setIsResent(true);
    },
  });
  return (
    <Form form={form} className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-2">
      <CaptchaField captcha={captcha} />
      <output className={isResent ? 'flex justify-center gap-2 text-label text-success' : 'sr-only'}>
        {isResent && (
          <>
            <Icon name="success" className="mt-0.5" />
            <span>{t('otp.resent')}</span>
          </>
        )}
      </output>
      <ResendCountdown resendAt={resendAt}>
        {t('otp.notReceived')}{' '}
        <LinkButton isBusy={form.state.isPending} onClick={() => form.submit()} text="otp.resend" />
      </ResendCountdown>
    </Form>
  );
}
