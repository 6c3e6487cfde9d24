import * as v from 'valibot';
import { nameRule } from '#shared/forms/name-rule.ts';
import { ApiFailure } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';
import { FieldRefusal } from '#shared/forms/field-refusal.ts';
import { Form } from '#shared/forms/form.tsx';
import { useForm } from '#shared/forms/use-form.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Button, SubmitButton } from '#shared/ui/button.tsx';
import { TextField } from '#shared/ui/fields/text-field.tsx';
import { PageTitle } from '#shared/ui/page-title.tsx';
import { followAuth } from '#session/session.ts';
import { authEvents, useAuth } from '#state/auth.ts';
import { ApplicationMark } from '#shared/ui/application-mark.tsx';

const schema = v.object({ name: nameRule() });

/** Asks a signed-in user for the name that the application requires, and stores it in the profile. */
export function AskForName({
  application,
  accountId,
  onSaved,
  onOther,
  onRefuse,
}: {
  application: { name: string; logo: string | null };
  accountId: string;
  onSaved: () => Promise<void> | void;
  /** Opens the choice of another account. If absent, the user cannot choose another account. */
  onOther?: () => void;
  onRefuse: () => void;
}) {
  const t = useT();
  const isEnterprise = useAuth((state) => state.user?.isEnterprise === true);
  const form = useForm({
    id: 'sso-name',
    schema,
    async onSubmit({ name }) {
      followAuth();
      const { user } = useAuth.getState();
      // Another tab has signed in to a different account, whose name must not change.
      if (user !== null && user.id !== accountId) return onSaved();
      const body = isEnterprise ? { enterprise: { name } } : { name };
      try {
        authEvents.profileLoaded(await api.patch('/vid/api/users/profile', { body, isRepeatable: true }));
      } catch (error) {
        const refused = error instanceof ApiFailure ? error.fields['enterprise.name'] : undefined;
        if (refused !== undefined) throw new FieldRefusal('name', refused, error);
        throw error;
      }
      await onSaved();
    },
  });
  return (
    <>
      <ApplicationMark {...application} className="mb-4 size-14" />
      <PageTitle title={t('sso.name.title')} lead={t('sso.name.lead', { app: application.name })} />
      <div className="mt-6">
        <Form focusesFirstField form={form}>
          <TextField
            name="name"
            label={t(isEnterprise ? 'sso.name.enterprise' : 'sso.name.personal')}
            autoComplete={isEnterprise ? 'organization' : 'name'}
            enterKeyHint="done"
          />
          <div className="grid gap-3">
            <SubmitButton>{t('sso.continue')}</SubmitButton>
            {/* While a save is pending, the user cannot choose another account. */}
            {onOther !== undefined && (
              <Button look="secondary" isWide isBusy={form.state.isPending} onClick={onOther}>
                {t('sso.otherAccount')}
              </Button>
            )}
            <Button look="ghost" isWide isBusy={form.state.isPending} onClick={onRefuse}>
              {t('common.cancel')}
            </Button>
          </div>
        </Form>
      </div>
    </>
  );
}
