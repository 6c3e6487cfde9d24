import { useT } from '#shared/i18n/use-t.ts';
import { setThemeChoice, themeChoices, useThemeChoice } from '#shared/lib/theme/theme.ts';
import { IconButton } from './button.tsx';
import { Icon } from '#shared/ui/display/icons.tsx';

const icons = { system: 'device', light: 'sun', dark: 'moon' } as const;

export function ThemeSwitch() {
  const t = useT();
  const choice = useThemeChoice();
  const next = themeChoices[(themeChoices.indexOf(choice) + 1) % themeChoices.length] ?? 'system';
  return (
    <IconButton
      icon={<Icon name={icons[choice]} />}
      label={t('common.theme.switchTo', {
        current: t(`common.theme.${choice}`),
        next: t(`common.theme.${next}`),
      })}
      onClick={() => setThemeChoice(next)}
    />
  );
}
