import * as v from 'valibot';
import { useT } from '#shared/i18n/use-t.ts';
import { message } from '#shared/forms/message.ts';
import { ChoiceCards } from '#shared/ui/choices.tsx';
import { Icon } from '#shared/ui/icons.tsx';

export function accountKind() {
  return v.pipe(v.string(), v.picklist(['personal', 'enterprise'], message('errors.format')));
}

/** Personal or enterprise. */
export function AccountKind({ defaultValue }: { defaultValue: 'personal' | 'enterprise' }) {
  const t = useT();
  return (
    <ChoiceCards
      name="kind"
      label={t('signUp.kind')}
      defaultValue={defaultValue}
      choices={[
        {
          value: 'personal',
          label: t('signUp.kind.personal'),
          hint: t('signUp.kind.personal.hint'),
          icon: <Icon name="user" className="mt-0.5 text-brand" />,
        },
        {
          value: 'enterprise',
          label: t('signUp.kind.enterprise'),
          hint: t('signUp.kind.enterprise.hint'),
          icon: <Icon name="building" className="mt-0.5 text-brand" />,
        },
      ]}
    />
  );
}
