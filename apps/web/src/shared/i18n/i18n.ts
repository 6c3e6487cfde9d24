import { setupI18n } from '@lingui/core';
import { rememberLanguage } from './language-cookie.ts';
import {
  defaultLocale,
  directionOf,
  type Locale,
  languageTags,
  type TextLanguage,
  textLanguageOf,
} from './locale.ts';
import type { Translate } from './message-types.ts';
import { type Area, loaders } from './loaders.ts';

/**
 * One instance per page: components subscribe to it, nothing is remounted when the language changes, so
 * what was typed stays. The pre-rendering is done for one language after the other.
 */
const i18n = setupI18n();

let activeLocale: Locale = defaultLocale;
const wantedAreas = new Set<Area>(['core']);
const loadedAreas: Record<TextLanguage, Set<Area>> = { vi: new Set(), en: new Set() };

export const getLocale = (): Locale => activeLocale;
export const getLanguageTag = (): string => languageTags[activeLocale];

/** For a key that was type-checked where it was written down, as those of form errors are. */
export function lookUp(key: string, values?: Record<string, unknown>): string {
  const text = i18n._(key, values);
  // English sentences on a mirrored page: without a left-to-right mark their full stop would jump to the front.
  return activeLocale === 'ar' && /[^\p{L}\p{N}]$/u.test(text) ? `${text}\u200E` : text;
}

export const t: Translate = (key, ...rest) => lookUp(key, rest[0]);

async function loadMissing(language: TextLanguage): Promise<void> {
  const missing = [...wantedAreas].filter((area) => !loadedAreas[language].has(area));
  await Promise.all(
    missing.map(async (area) => {
      i18n.load(language, await loaders[area][language]());
      loadedAreas[language].add(area);
    }),
  );
}

/** Loads the texts of areas that are not part of the sign-in page; a lazy page awaits them beside its code. */
export async function loadTexts(...areas: readonly Area[]): Promise<void> {
  for (const area of areas) wantedAreas.add(area);
  await loadMissing(textLanguageOf(activeLocale));
}

export function activateLocale(locale: Locale): void {
  activeLocale = locale;
  i18n.activate(textLanguageOf(locale), languageTags[locale]);
}

let lastAsked: Locale | undefined;

/** Loads what the page uses in the new language, then switches everything at once. */
export async function setLocale(locale: Locale): Promise<void> {
  lastAsked = locale;
  await loadMissing(textLanguageOf(locale));
  // Two quick presses: the answer of the first must not undo the second.
  if (lastAsked !== locale) return;
  activateLocale(locale);
  const root = document.documentElement;
  root.lang = textLanguageOf(locale);
  root.dir = directionOf(locale);
  rememberLanguage(textLanguageOf(locale));
}

export function onLocaleChanged(listener: () => void): () => void {
  return i18n.on('change', listener);
}
