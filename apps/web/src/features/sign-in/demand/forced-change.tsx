import { signOut } from '#session/session.ts';
import { Form } from '#shared/forms/form.tsx';
import { useForm } from '#shared/forms/use-form.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { LinkButton, SubmitButton } from '#shared/ui/button.tsx';
import { PageTitle } from '#shared/ui/page-title.tsx';
import { NewPasswordField } from '#shared/ui/fields/new-password-field.tsx';
import { HiddenUsername, PasswordField } from '#shared/ui/fields/password-field.tsx';
import { useAuth } from '#state/auth.ts';
import { changePassword, changePasswordSchema } from '#features/member/password-change/change-password.ts';

export function ForcedChange() {
  const t = useT();
  const phone = useAuth((state) => state.profile?.phone ?? '');
  const form = useForm({
    id: 'reset-password',
    schema: changePasswordSchema,
    onSubmit: ({ confirm: _same, ...body }) => changePassword(body),
  });
  return (
    <>
      <PageTitle title={t('reset.forced.title')} lead={t('reset.forced.lead')} />
      <div className="mt-6">
        <Form form={form}>
          <HiddenUsername phone={phone} />
          <PasswordField name="currentPassword" label={t('account.password.current')} />
          <NewPasswordField name="newPassword" label={t('account.password.new')} />
          <PasswordField name="confirm" label={t('account.password.confirm')} kind="repeat" />
          <SubmitButton>{t('account.password.submit')}</SubmitButton>
        </Form>
      </div>
      <p className="mt-6 text-center">
        <LinkButton onClick={() => void signOut()}>{t('common.signOut')}</LinkButton>
      </p>
    </>
  );
}
