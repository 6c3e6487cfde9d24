import { fieldsOf, type ListedField } from '@vid/contract/profile-fields';
import { useState } from 'react';
import { useDraft } from '#session/drafts.ts';
import { api } from '#shared/api/api.ts';
import { ErrorSummary } from '#shared/forms/error-summary.tsx';
import { Form } from '#shared/forms/form.tsx';
import { useForm } from '#shared/forms/use-form.ts';
import type { Translate } from '#shared/i18n/message-types.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Notice } from '#shared/ui/feedback/alert.tsx';
import { Button, SubmitButton } from '#shared/ui/button.tsx';
import { ChoiceCards } from '#shared/ui/fields/choice-cards.tsx';
import { SelectField } from '#shared/ui/fields/select-field.tsx';
import { Dialog } from '#shared/ui/overlays/dialog.tsx';
import { TextField } from '#shared/ui/fields/text-field.tsx';
import { authEvents, type UserInfo } from '#state/auth.ts';
import { useReloadInformation } from './information.ts';
import { isChanged, patchOf, schemaOf, valuesOf } from './profile-values.ts';
import { TaxCodeField } from './tax-code-field.tsx';
import { choicesOf, useObjects, useProvinces } from '#state/labels.ts';

type Props = {
  profile: UserInfo;
  /** Called after the changes are saved or discarded. */
  onDone: () => void;
};

export function ProfileForm({ profile, onDone }: Props) {
  const t = useT();
  const fields = fieldsOf(profile);
  const reloadInformation = useReloadInformation();
  const draft = useDraft('profile', valuesOf(profile), { isChanged });
  const { initial, hasDraft } = draft;
  const [isDiscardOpen, setIsDiscardOpen] = useState(false);
  const form = useForm({
    id: 'profile',
    schema: schemaOf(profile),
    onSubmit: async (checked) => {
      const body = patchOf(profile, checked);
      if (body !== null) {
        // Saving is idempotent, so the client may retry.
        const answer = await api.patch('/vid/api/users/profile', {
          body,
          flags: { notifySuccess: 'common.updateSuccess' },
          isRepeatable: true,
        });
        authEvents.profileLoaded(answer);
        void reloadInformation();
      }
      draft.drop();
      onDone();
    },
  });
  return (
    <>
      {draft.isRestored && hasDraft && <Notice className="mb-6">{t('account.draft.kept')}</Notice>}
      <Form form={draft.follow(form)}>
        <ErrorSummary labels={Object.fromEntries(fields.map((field) => [field.name, labelOf(field, t)]))} />
        {profile.enterprise?.verified === true && <Notice>{t('account.enterprise.reverify')}</Notice>}
        {fields.map((field) => (
          <ProfileControl
            key={field.name}
            field={field}
            profile={profile}
            initial={initial[field.name] ?? ''}
          />
        ))}
        <div className="mt-2 flex flex-col gap-3 md:flex-row">
          <SubmitButton isWide={false}>{t('account.saveChanges')}</SubmitButton>
          {(profile.isComplete || hasDraft) && (
            <Button look="secondary" onClick={() => (hasDraft ? setIsDiscardOpen(true) : onDone())}>
              {hasDraft ? t('account.draft.discard') : t('common.cancel')}
            </Button>
          )}
        </div>
      </Form>
      <Dialog
        isOpen={isDiscardOpen}
        onClose={() => setIsDiscardOpen(false)}
        title={t('account.draft.discard.title')}
        lead={t('account.draft.discard.text')}
        actions={
          <>
            <Button look="secondary" onClick={() => setIsDiscardOpen(false)}>
              {t('account.draft.keep')}
            </Button>
            <Button
              look="danger"
              onClick={() => {
                setIsDiscardOpen(false);
                draft.drop();
                onDone();
              }}
            >
              {t('account.draft.discard')}
            </Button>
          </>
        }
      />
    </>
  );
}

/** Renders the control for the kind of a field. */
function ProfileControl({
  field,
  profile,
  initial,
}: {
  field: ListedField;
  profile: UserInfo;
  initial: string;
}) {
  const t = useT();
  const objects = useObjects();
  const provinces = useProvinces(initial);
  const { kind, name, autoComplete = 'off', isRequired } = field;
  const shared = { name, autoComplete, label: labelOf(field, t), defaultValue: initial };
  switch (kind) {
    case 'taxCode':
      return <TaxCodeField defaultValue={initial} />;
    case 'object':
      return (
        <ChoiceCards
          name={name}
          label={shared.label}
          defaultValue={initial}
          className="sm:[&>div]:grid-cols-2"
          choices={choicesOf(objects, profile.object)}
        />
      );
    case 'province':
      return (
        <SelectField
          {...shared}
          placeholder={t('account.province.choose')}
          hint={provinces.length === 0 ? t('account.province.missing') : undefined}
          options={provinces}
        />
      );
    case 'email':
      return (
        <TextField
          {...shared}
          type="email"
          inputMode="email"
          hint={t('account.email.hint')}
          isOptional
          autoCapitalize="none"
          spellCheck={false}
        />
      );
    case 'text':
    default:
      return <TextField {...shared} isOptional={!isRequired} enterKeyHint="next" />;
  }
}

function labelOf({ kind, name }: ListedField, t: Translate): string {
  return t(kind === 'object' ? 'account.object.question' : `account.${name}`);
}
