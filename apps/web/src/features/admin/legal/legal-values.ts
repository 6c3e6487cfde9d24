import type { LegalSource, LegalSources } from '@vid/contract/legal/legal-text';
import type { TextLanguage } from '#shared/i18n/locale.ts';
import type { RawValues } from '#shared/forms/values.ts';

export const languages = ['vi', 'en'] as const satisfies readonly TextLanguage[];
export const parts = { title: 120, lead: 600, body: 60_000 } as const;

export function toValues(texts: LegalSources): RawValues {
  return Object.fromEntries(
    languages.flatMap((language) =>
      Object.entries(texts[language]).map(([part, text]) => [`${part}.${language}`, text]),
    ),
  );
}

export function toSource(values: RawValues, language: TextLanguage): LegalSource {
  const read = (part: keyof typeof parts) => (values[`${part}.${language}`] ?? '').trim();
  return { title: read('title'), lead: read('lead'), body: read('body').replaceAll('\r\n', '\n') };
}

export function toTexts(values: RawValues): LegalSources {
  return { vi: toSource(values, 'vi'), en: toSource(values, 'en') };
}

export function isChanged(saved: RawValues, typed: RawValues): boolean {
  return Object.entries(saved).some(([name, text]) => (typed[name] ?? '') !== text);
}
