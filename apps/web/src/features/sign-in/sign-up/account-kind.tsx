import { useT } from '#shared/i18n/use-t.ts';
import { ChoiceCards } from '#shared/ui/fields/choice-cards.tsx';
import { Icon } from '#shared/ui/display/icons.tsx';

type KindProps = { defaultValue: 'personal' | 'enterprise'; onValueChange?: (kind: string) => void };

export function AccountKind(props: KindProps) {
  const t = useT();
  return (
    <ChoiceCards
      name="kind"
      label={t('signUp.kind')}
      {...props}
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
