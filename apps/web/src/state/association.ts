import { textLanguageOf } from '#shared/i18n/locale.ts';
import { useLocale, useT } from '#shared/i18n/use-t.ts';
import { useCategory } from './category.ts';

export function useAssociationName(): string {
  const t = useT();
  const language = textLanguageOf(useLocale());
  const configured = useCategory((state) => state.configurations?.associationName[language]);
  return configured || t('common.associationName');
}
