import { Navigate } from 'react-router';
import { signOut } from '#session/session.ts';
import { signedInPath } from '#navigation/login-target.ts';
import { basePath, paths } from '#navigation/paths.ts';
import { Form } from '#shared/forms/form.tsx';
import { useForm } from '#shared/forms/use-form.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { LinkButton, SubmitButton } from '#shared/ui/button.tsx';
import { PageTitle } from '#shared/ui/page-title.tsx';
import { HiddenUsername, PasswordField } from '#shared/ui/fields/password-field.tsx';
import { useAuth } from '#state/auth.ts';
import { useSso } from '#state/sso.ts';
import { changePassword, changePasswordSchema } from '#features/member/password-change/change-password.ts';

/** The password change required after an administrator's reset. No other page opens before it is done. */
export function ResetPasswordPage() {
  const t = useT();
  const mustChange = useAuth((state) => state.user?.mustChangePassword === true);
  const phone = useAuth((state) => state.profile?.phone ?? '');
  const form = useForm({
    id: 'reset-password',
    schema: changePasswordSchema,
    onSubmit: ({ confirm: _same, ...body }) => changePassword(body),
  });
  const loginRedirectTo = useAuth((state) => state.loginRedirectTo);
  const hasSsoSettings = useSso((state) => state.settings !== null);
  if (!mustChange) {
    const to = signedInPath({ loginRedirectTo, mustChangePassword: false, hasSsoSettings });
    return <Navigate replace to={to} />;
  }
  return (
    <>
      <PageTitle title={t('reset.forced.title')} lead={t('reset.forced.lead')} />
      <div className="mt-6">
        <Form form={form} action={`${basePath}${paths.resetPassword}`}>
          <HiddenUsername phone={phone} />
          <PasswordField name="currentPassword" label={t('account.password.current')} />
          <PasswordField name="newPassword" label={t('account.password.new')} kind="new" />
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
