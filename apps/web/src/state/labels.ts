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

type Category = Option & { readonly isDisabled: boolean };

/** Returns the selectable options, plus the current option even if it is no longer selectable. */
export function choicesOf<T extends Category>(options: readonly T[], current: string | null): readonly T[] {
  return options.filter(({ value, isDisabled }) => !isDisabled || value === current);
}

export function useAllProvinces(): readonly Category[] {
  const language = textLanguageOf(useLocale());
  const provinces = useCategory((state) => state.categories?.provinces) ?? [];
  return provinces.map(({ code, name, isDisabled = false }) => ({
    value: code,
    label: name[language],
    isDisabled,
  }));
}

/** Returns the selectable provinces and the current province. An unknown province is shown by its code. */
export function useProvinces(current: string | null): readonly Option[] {
  const options = choicesOf(useAllProvinces(), current);
  const isKnown = !current || options.some(({ value }) => value === current);
  return isKnown ? options : [...options, { value: current, label: current }];
}

/**
 * Returns the four kinds of members (`object` in the specification), labelled by the parameters or by our own texts.
 */
export function useObjects(): readonly (Category & { hint: string })[] {
  const t = useT();
  const language = textLanguageOf(useLocale());
  const objects = useCategory((state) => state.categories?.objects) ?? [];
  return memberObjects.map((value) => {
    const object = objects.find(({ code }) => code === value);
    return {
      value,
      label: object?.name[language] ?? t(`account.object.${value}`),
      hint: t(`account.object.${value}.hint`),
      isDisabled: object?.isDisabled === true,
    };
  });
}
