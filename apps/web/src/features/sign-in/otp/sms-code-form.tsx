import { webClientId } from '@vid/contract/limits';
import { Suspense, useRef, useState } from 'react';
import { neededPart } from '#navigation/lazy-part.ts';
import { failedWith } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { randomId } from '#shared/lib/random-id.ts';
import { LinkButton, SubmitButton } from '#shared/ui/controls/button.tsx';
import { Icon } from '#shared/ui/display/icons.tsx';
import { CodeForm } from './code-form.tsx';

// Loads after the page, because another code may be requested only after the waiting time.
const Resend = neededPart(() => import('./resend.tsx'), 'Resend');

/** A code that was sent to a phone. Times are epoch milliseconds by this browser's clock. */
export type SentCode = {
  /** Id of the request; null once the code has been accepted. */
  readonly otpRequestId: string | null;
  readonly digits: 6 | 8;
  readonly expiresAt: number;
  readonly resendAt: number;
};

export type UsedUp = 'codeExpired' | 'codeLocked';

type Props = {
  code: SentCode;
  onResend: (captchaToken: string) => Promise<void>;
  submit: string;
  onAccepted: (expiresIn: number) => Promise<void> | void;
  /** Called when the code is no longer valid. `error` is the server's error, if the code was submitted. */
  onUsedUp: (reason: UsedUp, error?: Error) => void;
  /** Opens the choice of another phone; undefined if the code must go to this phone. */
  onOtherPhone?: () => void;
};

/**
 * Enters and verifies a code sent to a phone. The verification is in a cookie that only the server reads. Offers
 * another code after the waiting time, and a change of phone if the caller allows one.
 */
export function SmsCodeForm({ code, onResend, submit, onAccepted, onUsedUp, onOtherPhone }: Props) {
  const t = useT();
  // Submitting the same code again after all retries were lost counts as the same attempt.
  const attempt = useRef({ name: '', key: '' });
  const [resent, setResent] = useState(0);

  const verify = async (otpValue: string): Promise<void> => {
    const { otpRequestId, expiresAt } = code;
    // The code was accepted, but the next page has not opened yet.
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
    await onAccepted(expiresIn);
  };

  return (
    <>
      {/* The key empties the field after a resend, because the typed digits belong to the earlier code. */}
      <CodeForm key={resent} from="sms" digits={code.digits} label={t('auth.signIn.way.otp')} onCode={verify}>
        <SubmitButton>{submit}</SubmitButton>
      </CodeForm>
      <p className="mt-4 flex justify-center gap-2 text-sm text-muted">
        <Icon name="shield" className="mt-0.5 size-4 text-accent" />
        <span>{t('otp.neverAsked')}</span>
      </p>
      <Suspense fallback={<div className="mt-4 min-h-8" />}>
        <Resend
          resendAt={code.resendAt}
          onResend={async (captchaToken) => {
            await onResend(captchaToken);
            setResent(resent + 1);
          }}
        />
      </Suspense>
      {onOtherPhone && (
        <p className="mt-2 text-center text-label">
          <LinkButton onClick={onOtherPhone} text="otp.changePhone" />
        </p>
      )}
    </>
  );
}
