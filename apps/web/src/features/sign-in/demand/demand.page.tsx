import { ToNextPage } from '#navigation/to-next-page.tsx';
import { useAuth } from '#state/auth.ts';
import { Agreement, type DemandFrame } from './agreement.tsx';
import { signOut } from '#session/session.ts';
import { Form, useForm } from '#shared/forms/form.tsx';
import { useT } from '#shared/i18n/use-t.ts';
import { LinkButton, SubmitButton } from '#shared/ui/controls/button.tsx';
import { StepPage } from '#shared/ui/page-title.tsx';
import { NewPasswordField } from '#shared/ui/fields/new-password-field.tsx';
import { HiddenUsername, PasswordField } from '#shared/ui/fields/password-field.tsx';
import { changePassword, changePasswordSchema } from '#features/member/password-change/change-password.ts';

/**
 * Shows the step that an account must complete before other pages behind the sign-in open, such as a password change.
 */
export function DemandPage() {
  const demand = useAuth(({ user }) => user?.demands[0]);
  if (demand === undefined) return <ToNextPage />;
  return demand === 'agree' ? <Agreement /> : <ForcedChange />;
}

export function ForcedChange({ frame: Frame = StepPage }: { frame?: DemandFrame }) {
  const t = useT();
  const phone = useAuth((state) => state.profile?.phone ?? '');
  const form = useForm({
    id: 'reset-password',
    schema: changePasswordSchema,
    onSubmit: ({ confirm: _same, ...body }) => changePassword(body),
  });
  return (
    <Frame title={t('reset.forced.title')} lead={t('reset.forced.lead')}>
      <Form form={form}>
        <HiddenUsername phone={phone} />
        <PasswordField name="currentPassword" label={t('account.password.current')} />
        <NewPasswordField name="newPassword" label={t('account.password.new')} />
        <PasswordField name="confirm" label={t('account.password.confirm')} kind="repeat" />
        <SubmitButton>{t('account.password.title')}</SubmitButton>
      </Form>
      <p className="mt-2 text-center">
        <LinkButton onClick={() => void signOut()}>{t('common.signOut')}</LinkButton>
      </p>
    </Frame>
  );
}
