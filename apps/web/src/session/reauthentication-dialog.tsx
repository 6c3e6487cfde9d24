import * as v from 'valibot';
import { basePath, paths } from '#navigation/paths.ts';
import { ApiFailure, failedWith } from '#shared/api/api-failure.ts';
import { Form } from '#shared/forms/form.tsx';
import { typedPassword } from '#shared/forms/rules.ts';
import { useForm } from '#shared/forms/use-form.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button, SubmitButton } from '#shared/ui/button.tsx';
import { HiddenUsername, PasswordField } from '#shared/ui/fields/password-field.tsx';
import { Dialog } from '#shared/ui/overlays/dialog.tsx';
import { useAuth } from '#state/auth.ts';
import { confirmByPassword, useReauthentication } from './reauthenticate.ts';

const schema = v.object({ password: typedPassword() });

/** Asks for the password while `withReauthentication` waits. Layouts whose pages use it render it once. */
export function ReauthenticationDialog() {
  const t = useT();
  const question = useReauthentication((state) => state.question);
  return (
    <Dialog
      isOpen={question !== null}
      onClose={() => question?.answer(false)}
      title={t('shell.confirm.title')}
      lead={t('shell.confirm.lead')}
    >
      {question && <PasswordForm onDone={question.answer} />}
    </Dialog>
  );
}

function PasswordForm({ onDone }: { onDone: (isConfirmed: boolean) => void }) {
  const t = useT();
  const phone = useAuth((state) => state.profile?.phone ?? '');
  const form = useForm({
    id: 'confirm',
    schema,
    async onSubmit({ password }) {
      try {
        await confirmByPassword(password);
      } catch (error) {
        throw failedWith(error, 'CURRENT_PASSWORD_WRONG') ? atPassword(error) : error;
      }
      onDone(true);
    },
  });
  return (
    <Form form={form} action={`${basePath}${paths.userSecurity}`} focusesFirstField>
      <HiddenUsername phone={phone} />
      <PasswordField name="password" label={t('common.password')} enterKeyHint="done" />
      <div className="flex flex-col-reverse gap-3 md:flex-row md:justify-end">
        <Button look="secondary" onClick={() => onDone(false)}>
          {t('common.cancel')}
        </Button>
        <SubmitButton isWide={false}>{t('shell.confirm.submit')}</SubmitButton>
      </div>
    </Form>
  );
}

/** The refusal as an error of the field that it concerns. */
function atPassword(error: ApiFailure): ApiFailure {
  return new ApiFailure({
    kind: error.kind,
    code: error.code,
    text: error.message,
    fields: { password: error.message },
    status: error.status,
    requestId: error.requestId,
    cause: error,
  });
}
