import { useState } from 'react';
import { basePath, paths } from '#navigation/paths.ts';
import { profileArrived } from '#session/session.ts';
import { api } from '#shared/api/api.ts';
import { Form } from '#shared/forms/form.tsx';
import { useForm } from '#shared/forms/use-form.ts';
import { readValues } from '#shared/forms/values.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Notice } from '#shared/ui/alert.tsx';
import { Button, SubmitButton } from '#shared/ui/button.tsx';
import { ChoiceCards, SelectField } from '#shared/ui/choices.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { TextField } from '#shared/ui/text-field.tsx';
import type { UserInfo } from '#state/auth.ts';
import { dropDraft, keepDraft, useProfileDraft } from './profile-draft.ts';
import {
  enterpriseSchema,
  isChanged,
  patchOf,
  personalSchema,
  type ProfileValues,
  valuesOf,
} from './profile-values.ts';
import { TaxCodeField } from './tax-code-field.tsx';
import { useObjects, useProvinces } from './use-labels.ts';

type Props = {
  profile: UserInfo;
  /** Saved, or given up. */
  onDone: () => void;
};

export function ProfileForm({ profile, onDone }: Props) {
  const t = useT();
  const saved = valuesOf(profile);
  const hasDraft = useProfileDraft(({ accountId }) => accountId === profile.id);
  // What the fields begin with; they hold their values themselves from then on.
  const [{ start, isDraft }] = useState(() => {
    const draft = useProfileDraft.getState();
    const isKept = draft.accountId === profile.id && draft.values !== null;
    return { start: isKept && draft.values !== null ? draft.values : saved, isDraft: isKept };
  });
  const [isAsking, setIsAsking] = useState(false);
  const plain = useForm({
    id: 'profile',
    schema: profile.isEnterprise ? enterpriseSchema : personalSchema,
    onSubmit: async (checked) => {
      const body = patchOf(profile, checked);
      if (body !== null) {
        // Setting the same values twice changes nothing, so a lost answer is asked for again.
        const answer = await api.patch('/vid/api/users/profile', {
          body,
          flags: { muteLoading: true, muteError: true },
          isRepeatable: true,
        });
        profileArrived(answer);
      }
      dropDraft();
      onDone();
    },
  });
  const note = () => {
    if (plain.ref.current === null) return;
    const typed = readValues(plain.ref.current);
    if (isChanged(saved, typed)) keepDraft(profile.id, typed);
    else dropDraft();
  };
  const form: typeof plain = {
    ...plain,
    handlers: {
      ...plain.handlers,
      onInput: (input) => {
        plain.handlers.onInput(input);
        note();
      },
    },
  };
  return (
    <>
      {isDraft && hasDraft && <Notice className="mb-5">{t('account.draft.kept')}</Notice>}
      <Form form={form} action={`${basePath}${paths.userInformation}`}>
        {profile.isEnterprise ? (
          <EnterpriseFields start={start} isVerified={profile.enterprise?.verified === true} />
        ) : (
          <PersonalFields start={start} />
        )}
        <div className="mt-2 flex flex-col gap-3 md:flex-row">
          <SubmitButton isWide={false}>{t('common.saveChanges')}</SubmitButton>
          {(profile.isComplete || hasDraft) && (
            <Button look="secondary" onClick={() => (hasDraft ? setIsAsking(true) : onDone())}>
              {hasDraft ? t('account.draft.discard') : t('common.cancel')}
            </Button>
          )}
        </div>
      </Form>
      <Dialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={t('account.draft.discard.title')}
        lead={t('account.draft.discard.text')}
        actions={
          <>
            <Button look="secondary" onClick={() => setIsAsking(false)}>
              {t('account.draft.keep')}
            </Button>
            <Button
              look="danger"
              onClick={() => {
                setIsAsking(false);
                dropDraft();
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

function PersonalFields({ start }: { start: ProfileValues }) {
  const t = useT();
  const objects = useObjects();
  return (
    <>
      <TextField
        name="name"
        label={t('account.name')}
        autoComplete="name"
        enterKeyHint="next"
        defaultValue={start['name']}
      />
      <ChoiceCards
        name="object"
        label={t('account.object.question')}
        defaultValue={start['object'] ?? ''}
        className="sm:[&>div]:grid-cols-2"
        choices={objects}
      />
      <SharedFields start={start} />
    </>
  );
}

function EnterpriseFields({ start, isVerified }: { start: ProfileValues; isVerified: boolean }) {
  const t = useT();
  return (
    <>
      {isVerified && <Notice>{t('account.enterprise.reverify')}</Notice>}
      <TextField
        name="enterprise.name"
        label={t('account.enterprise.name')}
        autoComplete="organization"
        enterKeyHint="next"
        defaultValue={start['enterprise.name']}
      />
      <TextField
        name="enterprise.shortName"
        label={t('account.enterprise.shortName')}
        isOptional
        autoComplete="off"
        enterKeyHint="next"
        defaultValue={start['enterprise.shortName']}
      />
      <TaxCodeField defaultValue={start['enterprise.taxCode'] ?? ''} />
      <TextField
        name="enterprise.representative"
        label={t('account.enterprise.representative')}
        autoComplete="name"
        enterKeyHint="next"
        defaultValue={start['enterprise.representative']}
      />
      <SharedFields start={start} />
    </>
  );
}

function SharedFields({ start }: { start: ProfileValues }) {
  const t = useT();
  const provinces = useProvinces(start['province'] ?? null);
  return (
    <>
      <SelectField
        name="province"
        label={t('account.province')}
        placeholder={t('account.province.choose')}
        hint={provinces.length === 0 ? t('account.province.missing') : undefined}
        autoComplete="address-level1"
        options={provinces}
        defaultValue={start['province']}
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
        defaultValue={start['email']}
      />
    </>
  );
}
