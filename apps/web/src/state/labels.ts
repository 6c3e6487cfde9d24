import { textLanguageOf } from '#shared/i18n/locale.ts';
import { useLocale, useT } from '#shared/i18n/use-t.ts';
import type { UserInfo } from './auth.ts';
import { useCategory } from './category.ts';

export const memberObjects = [
  'broker',
  'exchange',
  'customer',
  'expert',
] as const satisfies readonly NonNullable<UserInfo['object']>[];

export type Option = { value: string; label: string };

/** The provinces that can be chosen, and the current one: an abolished one is shown by its code. */
export function useProvinces(current: string | null): readonly Option[] {
  const language = textLanguageOf(useLocale());
  const provinces = useCategory((state) => state.categories?.provinces) ?? [];
  const options = provinces
    .filter(({ code, isDisabled }) => isDisabled !== true || code === current)
    .map(({ code, name }) => ({ value: code, label: name[language] }));
  const isKnown = !current || options.some(({ value }) => value === current);
  return isKnown ? options : [...options, { value: current, label: current }];
}

/** The four kinds of members (`object` in the specification), labelled by the parameters or by our own texts. */
export function useObjects(): readonly (Option & { hint: string })[] {
  const t = useT();
  const language = textLanguageOf(useLocale());
  const objects = useCategory((state) => state.categories?.objects) ?? [];
  return memberObjects.map((value) => ({
    value,
    label: objects.find(({ code }) => code === value)?.name[language] ?? t(`account.object.${value}`),
    hint: t(`account.object.${value}.hint`),
  }));
}
