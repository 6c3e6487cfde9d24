import { fieldsOf, type ListedField } from '@vid/contract/profile-fields';
import { useState } from 'react';
import { useDraft } from '#session/drafts.ts';
import { Dialog } from '#shared/ui/overlays/dialog.tsx';
import { api } from '#shared/api/api.ts';
import { useRefresh } from '#shared/api/queries.ts';
import { ErrorSummary } from '#shared/forms/error-summary.tsx';
import { Form, useForm } from '#shared/forms/form.tsx';
import type { Translate } from '#shared/i18n/message-types.ts';
import { useT } from '#shared/i18n/use-t.ts';
import { Notice } from '#shared/ui/feedback/alert.tsx';
import { Button, SubmitButton } from '#shared/ui/controls/button.tsx';
import { ChoiceCards } from '#shared/ui/fields/choice-cards.tsx';
import { SelectField } from '#shared/ui/fields/select-field.tsx';
import { TextField } from '#shared/ui/fields/text-field.tsx';
import { authEvents, type UserInfo } from '#state/auth.ts';
import { isChanged, patchOf, schemaOf, type TaxCodeHint, taxCodeHint, valuesOf } from './profile-values.ts';
import { choicesOf, useObjects, useProvinces } from '#state/labels.ts';
import { formatTaxCode, normaliseTaxCode } from '@vid/contract/tax-code';
import { useField } from '#shared/forms/form-context.ts';
import { cx } from '#shared/lib/cx.ts';
import { Icon } from '#shared/ui/display/icons.tsx';
import { UnlessHeld, useHold } from '#features/member/hold-notice.tsx';

type Props = {
  profile: UserInfo;
  /** Called after the changes are saved or discarded, or when there are none to save. */
  onDone: (isSaved: boolean) => void;
};

export function ProfileForm({ profile, onDone }: Props) {
  const t = useT();
  const fields = fieldsOf(profile);
  const reloadInformation = useRefresh('users/information');
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
          isRepeatable: true,
        });
        authEvents.profileLoaded(answer);
        void reloadInformation();
      }
      draft.drop();
      onDone(body !== null);
    },
  });
  const discard = () => {
    setIsDiscardOpen(false);
    draft.drop();
    onDone(false);
  };
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
            <Button look="secondary" onClick={() => (hasDraft ? setIsDiscardOpen(true) : onDone(false))}>
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
            <Button look="secondary" onClick={() => setIsDiscardOpen(false)} text="account.draft.keep" />
            <Button look="danger" onClick={discard} text="account.draft.discard" />
          </>
        }
      />
    </>
  );
}

type ProfileControlProps = { field: ListedField; profile: UserInfo; initial: string };

function ProfileControl({ field, profile, initial }: ProfileControlProps) {
  const t = useT();
  const objects = useObjects();
  const provinces = useProvinces(initial);
  const hold = useHold('email');
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
        <>
          <TextField
            {...shared}
            type="email"
            inputMode="email"
            hint={t('account.email.hint')}
            isOptional
            autoCapitalize="none"
            spellCheck={false}
            readOnly={hold !== null}
          />
          <UnlessHeld change="email" />
        </>
      );
    case 'text':
    default:
      return <TextField {...shared} isOptional={!isRequired} enterKeyHint="next" />;
  }
}

function labelOf({ kind, name }: ListedField, t: Translate): string {
  return t(kind === 'object' ? 'account.object.question' : `account.${name}`);
}

const looks: Record<
  Exclude<TaxCodeHint, 'none'>,
  { className: string; icon: 'success' | 'info' | 'alert' }
> = {
  ok: { className: 'text-success', icon: 'success' },
  check: { className: 'text-accent', icon: 'info' },
  invalid: { className: 'text-danger', icon: 'alert' },
};

/**
 * Validates the code while it is typed. A wrong check digit is only a warning, because the rule has edge cases
 * (see checkTaxCode).
 */
function TaxCodeField({ defaultValue }: { defaultValue: string }) {
  const t = useT();
  const label = t('account.enterprise.taxCode');
  // A form error replaces the hint, so that the same problem is not reported twice.
  const { id, error } = useField('enterprise.taxCode', label);
  const [hint, setHint] = useState<TaxCodeHint>(() => taxCodeHint(defaultValue));
  return (
    <div>
      <TextField
        name="enterprise.taxCode"
        label={label}
        hint={t('account.enterprise.taxCode.hint')}
        defaultValue={defaultValue}
        inputMode="numeric"
        autoComplete="off"
        spellCheck={false}
        maxLength={24}
        dir="ltr"
        onInput={(typing) => setHint(taxCodeHint(typing.currentTarget.value))}
        onBlur={(left) => {
          const code = normaliseTaxCode(left.currentTarget.value);
          if (/^\d+$/.test(code)) left.currentTarget.value = formatTaxCode(code);
        }}
      />
      <output htmlFor={id} className="block">
        {hint !== 'none' && error === undefined && (
          <span className={cx('mt-2 flex items-start gap-2 text-sm', looks[hint].className)}>
            <Icon name={looks[hint].icon} className="mt-0.5 size-4" />
            <span>{t(`account.enterprise.taxCode.${hint}`)}</span>
          </span>
        )}
      </output>
    </div>
  );
}
