import { webClientId } from '@vid/contract/limits';
import { type ReactNode, useRef } from 'react';
import { failedWith } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { cx } from '#shared/lib/cx.ts';
import { randomId } from '#shared/lib/random-id.ts';
import { LinkButton, SubmitButton } from '#shared/ui/button.tsx';
import { Countdown } from '#shared/ui/feedback/countdown.tsx';
import { notify } from '#shared/ui/feedback/notify.ts';
import { Icon } from '#shared/ui/icons.tsx';
import { CodeForm } from './code-form.tsx';

/** A code that was sent to a phone. Times are epoch milliseconds by this browser's clock. */
export type SentCode = {
  /** null once the code has been accepted. */
  readonly otpRequestId: string | null;
  readonly digits: 6 | 8;
  readonly expiresAt: number;
  readonly resendAt: number;
};

export type UsedUp = 'codeExpired' | 'codeLocked';

type Props = {
  code: SentCode;
  resend: ReactNode;
  submit: string;
  onAccepted: (expiresIn: number) => Promise<void> | void;
  /** Called when the code is no longer valid. `error` is the server's error, if the code was submitted. */
  onUsedUp: (reason: UsedUp, error?: Error) => void;
  onOtherPhone: () => void;
};

/**
 * Enters and verifies a code sent by SMS. The verification is in a cookie that only the server reads. Offers another
 * code after the waiting time, and a change of phone.
 */
export function SmsCodeForm({ code, resend, submit, onAccepted, onUsedUp, onOtherPhone }: Props) {
  const t = useT();
  // Submitting the same code again after all retries were lost counts as the same attempt.
  const attempt = useRef({ name: '', key: '' });

  const verify = async (otpValue: string): Promise<void> => {
    const { otpRequestId, expiresAt } = code;
    // The code is accepted, but the next page has not opened yet.
    if (otpRequestId === null) {
      onUsedUp('codeExpired');
      return;
    }
    const name = `${otpRequestId} ${otpValue}`;
    if (attempt.current.name !== name) attempt.current = { name, key: randomId() };
    let expiresIn: number;
    try {
      ({ expiresIn } = await api.post('/vid/gateway/otp/validate', {
        body: { clientId: webClientId, otpValue, otpRequestId },
        isRepeatable: true,
        idempotencyKey: attempt.current.key,
      }));
    } catch (error) {
      const isWrong = failedWith(error, 'OTP_INVALID');
      if (isWrong && Date.now() >= expiresAt) onUsedUp('codeExpired', error);
      else if (failedWith(error, 'OTP_LOCKED') || (isWrong && error.attemptsLeft === 0))
        onUsedUp('codeLocked', error);
      else throw error;
      return;
    }
    // The notification "A new code was sent" must not cover the next step.
    notify.dismissSuccesses();
    await onAccepted(expiresIn);
  };

  return (
    <>
      <CodeForm from="sms" digits={code.digits} label={t('auth.signIn.way.otp')} onCode={verify}>
        <SubmitButton>{submit}</SubmitButton>
      </CodeForm>
      <p className="mt-4 flex gap-2 text-sm text-muted">
        <Icon name="shield" className="mt-0.5 size-4 text-accent" />
        <span>{t('otp.neverAsked')}</span>
      </p>
      <ResendCountdown resendAt={code.resendAt}>
        {t('otp.notReceived')} {resend}
      </ResendCountdown>
      <OtherPhone onClick={onOtherPhone} />
    </>
  );
}

/** Counts down until another code may be requested, then shows the button or link for it. */
export function ResendCountdown({ resendAt, children }: { resendAt: number; children?: ReactNode }) {
  const t = useT();
  const waitText = (seconds: number): string => {
    if (seconds <= 120) return t('otp.seconds', { seconds });
    return t('otp.minutesSeconds', { minutes: Math.floor(seconds / 60), seconds: seconds % 60 });
  };
  return (
    <Countdown
      until={resendAt}
      endText={t('otp.mayResend')}
      className={cx('mt-4 text-center text-label text-muted', children !== undefined && 'min-h-8')}
    >
      {(seconds) => (seconds > 0 ? t('otp.resendIn', { time: waitText(seconds) }) : children)}
    </Countdown>
  );
}

export function OtherPhone({ onClick }: { onClick: () => void }) {
  const t = useT();
  return (
    <p className="mt-2 text-center text-label">
      <LinkButton onClick={onClick}>{t('otp.changePhone')}</LinkButton>
    </p>
  );
}
