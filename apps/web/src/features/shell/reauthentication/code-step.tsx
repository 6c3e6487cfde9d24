import { shownMessage } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { LinkButton } from '#shared/ui/controls/button.tsx';
import { sendCodeTo } from '#features/sign-in/otp/send-code-to.ts';
import { type SentCode, SmsCodeForm } from '#features/sign-in/otp/sms-code-form.tsx';
import { otpTokenInCookie } from '#state/signup.ts';

type Props = {
  phone: string;
  code: SentCode;
  onCodeSent: (code: SentCode) => void;
  /** Returns to the password step. `reason` says why the code can no longer be used. */
  onPassword: (reason?: string) => void;
  onDone: () => void;
};

export function CodeStep({ phone, code, onCodeSent, onPassword, onDone }: Props) {
  const t = useT();
  return (
    <div>
      <SmsCodeForm
        code={code}
        submit={t('confirm.submit')}
        onResend={async (captchaToken) =>
          onCodeSent(await sendCodeTo({ phone, purpose: 'reauthenticate', captchaToken }))
        }
        onAccepted={async () => {
          await api.post('/vid/ajax/auth/reauthenticate', { body: { otpToken: otpTokenInCookie } });
          onDone();
        }}
        onUsedUp={(reason, error) =>
          onPassword(error === undefined ? t(`otp.reason.${reason}`) : shownMessage(error))
        }
      />
      <p className="mt-2 text-center text-label">
        <LinkButton onClick={() => onPassword()} text="confirm.usePassword" />
      </p>
    </div>
  );
}
