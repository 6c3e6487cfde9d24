import { useEffect, useState } from 'react';
import { useT } from '#shared/i18n/use-t.ts';
import { Dialog } from '#shared/ui/overlays/dialog.tsx';
import { api } from '#shared/api/api.ts';
import { useLoad } from '#shared/hooks/use-call.ts';
import { useReauthentication } from '#session/reauthenticate.ts';
import { useAuth } from '#state/auth.ts';
import { SentTo } from '#features/sign-in/otp/sent-to.tsx';
import type { SentCode } from '#features/sign-in/otp/sms-code-form.tsx';
import { CodeStep } from './code-step.tsx';
import { PasswordStep } from './password-step.tsx';

const passwordOnly = { password: true, passkey: false, code: false } as const;

/**
 * Asks for the password, a passkey or a code while the HTTP client waits to repeat a request. A layout that calls
 * `useReauthenticationRequests` renders the dialog once. The dialog resolves only after it has closed, so that the page
 * can move the focus after the request.
 */
export function ReauthenticationDialog() {
  const t = useT();
  const question = useReauthentication((state) => state.question);
  const phone = useAuth((state) => state.profile?.phone ?? '');
  const [decision, setDecision] = useState<{ isConfirmed: boolean; isShown: boolean } | null>(null);
  const [code, setCode] = useState<SentCode | null>(null);
  const [problem, setProblem] = useState<string>();
  // If the methods cannot be read, the user can still re-authenticate with the password.
  const ways =
    useLoad(
      () => api.get('/vid/ajax/auth/reauthenticate', { isRepeatable: true }),
      question === null ? null : 'asked',
    ).data ?? passwordOnly;
  const decide = (isConfirmed: boolean) => setDecision({ isConfirmed, isShown: true });
  if (question === null && (decision !== null || code !== null)) {
    setDecision(null);
    setCode(null);
    setProblem(undefined);
  }
  // Runs after the commit that removes the dialog, when the focus is back on the page.
  useEffect(() => {
    if (decision?.isShown === false) question?.answer(decision.isConfirmed);
  }, [decision, question]);
  const usePassword = (reason?: string) => {
    setCode(null);
    setProblem(reason);
  };
  return (
    <Dialog
      isOpen={question !== null && decision === null}
      onClose={() => decide(false)}
      onClosed={() => setDecision((made) => made && { ...made, isShown: false })}
      title={t('confirm.title')}
      lead={
        code === null ? (
          t(ways.password ? 'confirm.lead' : 'confirm.lead.none')
        ) : (
          <SentTo phone={phone} digits={code.digits} expiresAt={code.expiresAt} />
        )
      }
    >
      {question &&
        (code === null ? (
          <PasswordStep
            phone={phone}
            ways={{ ...ways, code: ways.code && question.acceptsCode }}
            problem={problem}
            onDone={decide}
            onCodeSent={setCode}
          />
        ) : (
          <CodeStep
            phone={phone}
            code={code}
            onCodeSent={setCode}
            onPassword={usePassword}
            onDone={() => decide(true)}
          />
        ))}
    </Dialog>
  );
}
