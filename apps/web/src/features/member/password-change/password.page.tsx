import { DoneMessage } from '#features/member/done-message.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { areaPaths } from '#navigation/area-paths.ts';
import { paths } from '#navigation/paths.ts';
import { useOpenPasswordReset } from '#session/open-password-reset.ts';
import { isLostAnswer } from '#shared/api/api-failure.ts';
import { useRead } from '#shared/api/queries.ts';
import { ErrorSummary } from '#shared/forms/error-summary.tsx';
import { FieldRefusal } from '#shared/forms/field-refusal.ts';
import { Form, useForm } from '#shared/forms/form.tsx';
import { message } from '#shared/forms/message.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button, ButtonLink, SubmitButton } from '#shared/ui/controls/button.tsx';
import { isWaiting } from '#shared/ui/feedback/load-state.tsx';
import { Bone, BoneFields } from '#shared/ui/feedback/skeleton.tsx';
import { BackLink, Card, PageHeader, QueryCard } from '#shared/ui/page/page.tsx';
import { NewPasswordField } from '#shared/ui/fields/new-password-field.tsx';
import { HiddenUsername, PasswordField } from '#shared/ui/fields/password-field.tsx';
import { selectRole, useAuth } from '#state/auth.ts';
import { OtherCredentials } from './other-credentials.tsx';
import { changePassword, changePasswordSchema, setPassword, setPasswordSchema } from './change-password.ts';

export function PasswordPage() {
  const t = useT();
  const queryClient = useQueryClient();
  const isAdmin = useAuth(selectRole) === 'admin';
  const openReset = useOpenPasswordReset(useAuth((state) => state.profile?.phone ?? ''));
  const information = useRead('GET /vid/api/users/information', {});
  const isUnset = information.data?.password === null;
  const [done, setDone] = useState<'changed' | 'set'>();
  const finish = (how: 'changed' | 'set') => {
    setDone(how);
    // The server has ended the other sessions, so the cached session list is stale.
    void queryClient.invalidateQueries();
  };
  return (
    <>
      <BackLink to={paths.userSecurity} text={t('shell.item.security')} />
      <PageHeader
        title={t(
          isUnset ? 'account.password.set' : information.data ? 'account.password.title' : 'common.password',
        )}
        lead={
          !done &&
          (information.data
            ? t(isUnset ? 'account.password.set.lead' : 'account.password.lead')
            : isWaiting(information) && <Bone text={t('account.password.lead')} />)
        }
      />
      <div className="grid max-w-[64rem] grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <QueryCard
          query={information}
          skeleton={
            <div className="max-w-[28rem]">
              <BoneFields
                labels={(['current', 'new'] as const).map((field) => t(`account.password.${field}`))}
              />
            </div>
          }
        >
          {() =>
            done ? (
              <Done how={done} />
            ) : isUnset ? (
              <SetForm onSet={() => finish('set')} />
            ) : (
              <ChangeForm onChanged={() => finish('changed')} />
            )
          }
        </QueryCard>
        {information.data && !isUnset && !done && (
          <Card title={t('account.password.forgot')}>
            <p className="text-label text-muted">
              {t(isAdmin ? 'account.password.forgotText.admin' : 'account.password.forgotText')}
            </p>
            {/* Only the operator resets an administrator's password. */}
            {!isAdmin && (
              <Button
                look="secondary"
                className="mt-4 w-full sm:w-auto"
                onClick={() => openReset(paths.userSecurity)}
                text="account.password.forgot.action"
              />
            )}
          </Card>
        )}
      </div>
    </>
  );
}

function SetForm({ onSet }: { onSet: () => void }) {
  const t = useT();
  const phone = useAuth((state) => state.profile?.phone);
  const form = useForm({
    id: 'first-password',
    schema: setPasswordSchema,
    onSubmit: async ({ newPassword }) => {
      await setPassword({ newPassword });
      onSet();
    },
  });
  return (
    <Form form={form} className="flex max-w-[28rem] flex-col gap-4">
      <HiddenUsername phone={phone ?? ''} />
      <NewPasswordField name="newPassword" label={t('account.password.new')} enterKeyHint="next" />
      <PasswordField name="confirm" label={t('account.password.confirm')} kind="repeat" enterKeyHint="done" />
      <SubmitButton isWide={false} className="mt-1 md:self-start" text="account.password.set" />
    </Form>
  );
}

function ChangeForm({ onChanged }: { onChanged: () => void }) {
  const t = useT();
  const phone = useAuth((state) => state.profile?.phone);
  const wasLost = useRef(false);
  const form = useForm({
    id: 'password',
    schema: changePasswordSchema,
    onSubmit: async ({ confirm: _same, ...body }) => {
      try {
        await changePassword(body);
      } catch (error) {
        // The request whose response was lost may have changed the password, which makes the typed current password
        // wrong.
        if (wasLost.current && error instanceof FieldRefusal && 'currentPassword' in error.fields) {
          form.setError('currentPassword', message('account.password.maybeChanged'));
          return;
        }
        wasLost.current = isLostAnswer(error);
        throw error;
      }
      onChanged();
    },
  });
  return (
    <Form form={form} className="flex max-w-[28rem] flex-col gap-4">
      <ErrorSummary
        labels={{
          currentPassword: t('account.password.current'),
          newPassword: t('account.password.new'),
          confirm: t('account.password.confirm'),
        }}
      />
      <HiddenUsername phone={phone ?? ''} />
      <PasswordField name="currentPassword" label={t('account.password.current')} enterKeyHint="next" />
      <NewPasswordField name="newPassword" label={t('account.password.new')} enterKeyHint="next" />
      <PasswordField name="confirm" label={t('account.password.confirm')} kind="repeat" enterKeyHint="done" />
      <SubmitButton isWide={false} className="mt-1 md:self-start" text="account.password.title" />
    </Form>
  );
}

function Done({ how }: { how: 'changed' | 'set' }) {
  return (
    <DoneMessage
      title={how === 'set' ? 'account.password.set.done' : 'account.password.done'}
      text="account.password.ended"
    >
      <ButtonLink
        look="secondary"
        className="mt-2"
        to={areaPaths.userDevices}
        text="account.password.review"
      />
      <OtherCredentials />
    </DoneMessage>
  );
}
