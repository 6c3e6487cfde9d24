import { useEffect, useState } from 'react';
import * as v from 'valibot';
import { failedWith, failureText } from '#shared/api/api-failure.ts';
import { FieldRefusal } from '#shared/forms/field-refusal.ts';
import { Form, useForm } from '#shared/forms/form.tsx';
import { typedPassword } from '#shared/forms/rules.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button, SubmitButton } from '#shared/ui/button.tsx';
import { HiddenUsername, PasswordField } from '#shared/ui/fields/password-field.tsx';
import { Dialog } from '#shared/ui/overlays/dialog.tsx';
import { useAuth } from '#state/auth.ts';
import { confirmByPassword, useReauthentication } from './reauthenticate.ts';
import { api } from '#shared/api/api.ts';
import { supportsPasskeys } from './passkey/this-browser.ts';

const schema = v.object({ password: typedPassword() });

/**
 * Asks for the password, or a passkey if the account has one, while the HTTP client waits to repeat a request. A layout
 * that calls `useReauthenticationRequests` renders the dialog once. The dialog answers only after it has closed, so that
 * the page can move the focus after the request.
 */
export function ReauthenticationDialog() {
  const t = useT();
  const question = useReauthentication((state) => state.question);
  const [decision, setDecision] = useState<{ isConfirmed: boolean; isShown: boolean } | null>(null);
  const decide = (isConfirmed: boolean) => setDecision({ isConfirmed, isShown: true });
  if (question === null && decision !== null) setDecision(null);
  // Runs after the commit that removes the dialog, when the focus is back on the page.
  useEffect(() => {
    if (decision?.isShown === false) question?.answer(decision.isConfirmed);
  }, [decision, question]);
  return (
    <Dialog
      isOpen={question !== null && decision === null}
      onClose={() => decide(false)}
      onClosed={() => setDecision((made) => made && { ...made, isShown: false })}
      title={t('shell.confirm.title')}
      lead={t('shell.confirm.lead')}
    >
      {question && <ConfirmForm onDone={decide} />}
    </Dialog>
  );
}

function ConfirmForm({ onDone }: { onDone: (isConfirmed: boolean) => void }) {
  const t = useT();
  const hasPasskey = useHasPasskey();
  const [isAsking, setIsAsking] = useState(false);
  const phone = useAuth((state) => state.profile?.phone ?? '');
  const form = useForm({
    id: 'confirm',
    schema,
    async onSubmit({ password }) {
      try {
        await confirmByPassword(password);
      } catch (error) {
        if (!failedWith(error, 'CURRENT_PASSWORD_WRONG')) throw error;
        throw new FieldRefusal('password', error.message, error);
      }
      onDone(true);
    },
  });
  const confirm = async () => {
    form.setFormError(undefined);
    setIsAsking(true);
    try {
      const { confirmByPasskey } = await import('./passkey/confirm-by-passkey.ts');
      await confirmByPasskey();
      onDone(true);
    } catch (error) {
      form.setFormError(failureText(error));
    }
    setIsAsking(false);
  };
  return (
    <Form form={form}>
      <HiddenUsername phone={phone} />
      <PasswordField name="password" label={t('common.password')} enterKeyHint="done" />
      <div className="flex flex-col-reverse gap-3 md:flex-row md:justify-end">
        <Button look="secondary" onClick={() => onDone(false)} text="common.cancel" />
        {hasPasskey && (
          <Button look="secondary" isBusy={isAsking} onClick={() => void confirm()}>
            {t('shell.confirm.passkey')}
          </Button>
        )}
        <SubmitButton isWide={false}>{t('shell.confirm.submit')}</SubmitButton>
      </div>
    </Form>
  );
}

/** Whether the account has a passkey that may confirm sensitive changes. False until the server has answered. */
function useHasPasskey(): boolean {
  const [hasPasskey, setHasPasskey] = useState(false);
  useEffect(() => {
    if (!supportsPasskeys()) return undefined;
    const leave = new AbortController();
    api.get('/vid/api/passkeys', { signal: leave.signal, isRepeatable: true }).then(
      (passkeys) => setHasPasskey(passkeys.some(({ heldUntil }) => heldUntil === null)),
      // Ignore a failure: the user can still confirm with the password.
      () => {},
    );
    return () => leave.abort();
  }, []);
  return hasPasskey;
}
