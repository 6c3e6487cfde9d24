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
import {
  enterpriseSchema,
  isChanged,
  patchOf,
  personalSchema,
  type ProfileValues,
  valuesOf,
} from './profile-values.ts';
import { TaxCodeField } from './tax-code-field.tsx';
import { choicesOf, useObjects, useProvinces } from '#state/labels.ts';

type Props = {
  profile: UserInfo;
  /** Called after the changes are saved or discarded. */
  onDone: () => void;
};

export function ProfileForm({ profile, onDone }: Props) {
  const t = useT();
  const reloadInformation = useReloadInformation();
  const draft = useDraft('profile', valuesOf(profile), { isChanged });
  const { initial, hasDraft } = draft;
  const [isDiscardOpen, setIsDiscardOpen] = useState(false);
  const form = useForm({
    id: 'profile',
    schema: profile.isEnterprise ? enterpriseSchema : personalSchema,
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
        <ErrorSummary labels={profile.isEnterprise ? enterpriseLabels(t) : personalLabels(t)} />
        {profile.isEnterprise ? (
          <EnterpriseFields initial={initial} isVerified={profile.enterprise?.verified === true} />
        ) : (
          <PersonalFields initial={initial} />
        )}
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

const sharedLabels = (t: Translate) => ({ province: t('account.province'), email: t('account.email') });

const personalLabels = (t: Translate) => ({
  name: t('account.name'),
  object: t('account.object.question'),
  ...sharedLabels(t),
});

const enterpriseLabels = (t: Translate) => ({
  'enterprise.name': t('account.enterprise.name'),
  'enterprise.shortName': t('account.enterprise.shortName'),
  'enterprise.taxCode': t('account.enterprise.taxCode'),
  'enterprise.representative': t('account.enterprise.representative'),
  ...sharedLabels(t),
});

function PersonalFields({ initial }: { initial: ProfileValues }) {
  const t = useT();
  const objects = useObjects();
  return (
    <>
      <TextField
        name="name"
        label={t('account.name')}
        autoComplete="name"
        enterKeyHint="next"
        defaultValue={initial['name']}
      />
      <ChoiceCards
        name="object"
        label={t('account.object.question')}
        defaultValue={initial['object'] ?? ''}
        className="sm:[&>div]:grid-cols-2"
        choices={choicesOf(objects, initial['object'] ?? null)}
      />
      <SharedFields initial={initial} />
    </>
  );
}

function EnterpriseFields({ initial, isVerified }: { initial: ProfileValues; isVerified: boolean }) {
  const t = useT();
  return (
    <>
      {isVerified && <Notice>{t('account.enterprise.reverify')}</Notice>}
      <TextField
        name="enterprise.name"
        label={t('account.enterprise.name')}
        autoComplete="organization"
        enterKeyHint="next"
        defaultValue={initial['enterprise.name']}
      />
      <TextField
        name="enterprise.shortName"
        label={t('account.enterprise.shortName')}
        isOptional
        autoComplete="off"
        enterKeyHint="next"
        defaultValue={initial['enterprise.shortName']}
      />
      <TaxCodeField defaultValue={initial['enterprise.taxCode'] ?? ''} />
      <TextField
        name="enterprise.representative"
        label={t('account.enterprise.representative')}
        autoComplete="name"
        enterKeyHint="next"
        defaultValue={initial['enterprise.representative']}
      />
      <SharedFields initial={initial} />
    </>
  );
}

function SharedFields({ initial }: { initial: ProfileValues }) {
  const t = useT();
  const provinces = useProvinces(initial['province'] ?? null);
  return (
    <>
      <SelectField
        name="province"
        label={t('account.province')}
        placeholder={t('account.province.choose')}
        hint={provinces.length === 0 ? t('account.province.missing') : undefined}
        autoComplete="address-level1"
        options={provinces}
        defaultValue={initial['province']}
      />
      <TextField
        name="email"
        type="email"
        inputMode="email"
        label={t('account.email')}
        hint={t('account.email.hint')}
        isOptional
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={initial['email']}
      />
    </>
  );
}
