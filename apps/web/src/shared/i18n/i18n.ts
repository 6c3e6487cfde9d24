import { setupI18n } from '@lingui/core';
import {
  defaultLocale,
  directionOf,
  languageTags,
  type Locale,
  rememberLanguage,
  type TextLanguage,
  textLanguageOf,
} from './locale.ts';
import type { PlainKey, Translate } from './message-types.ts';
import { type Area, areasOf, loadArea, type TextsOf } from './loaders.ts';

/**
 * The page has one instance. Components subscribe to it and stay mounted when the language changes, so that typed
 * values survive. Prerendering handles one language at a time.
 */
const i18n = setupI18n();

let activeLocale: Locale = defaultLocale;
const requestedAreas = new Set<Area>(['core']);
const loadedAreas: Record<TextLanguage, Set<Area>> = { vi: new Set(), en: new Set() };

export const getLocale = (): Locale => activeLocale;
export const getLanguageTag = (): string => languageTags[activeLocale];

/** Looks up a key that was type-checked elsewhere, such as the key of a form error. */
export function lookUp(key: string, values?: Record<string, unknown>): string {
  const text = i18n._(key, values);
  // Arabic pages show English texts. Without a left-to-right mark, a final full stop would move to the front.
  return activeLocale === 'ar' && /[^\p{L}\p{N}]$/u.test(text) ? `${text}\u200E` : text;
}

export const t: Translate = (key, ...rest) => lookUp(key, rest[0]);

async function loadMissing(language: TextLanguage): Promise<void> {
  const missing = [...requestedAreas].filter((area) => !loadedAreas[language].has(area));
  await Promise.all(
    missing.map(async (area) => {
      i18n.load(language, await loadArea(area, language));
      loadedAreas[language].add(area);
    }),
  );
}

/** Loads texts in the active language, and later in each chosen language. A lazy page awaits them with its code. */
export async function loadTexts(...names: readonly TextsOf[]): Promise<void> {
  const areas = await Promise.all(names.map(areasOf));
  for (const area of areas.flat()) requestedAreas.add(area);
  await loadMissing(textLanguageOf(activeLocale));
}

export function replaceText(key: PlainKey, text: string): void {
  i18n.load(textLanguageOf(activeLocale), { [key]: [text] });
}

export function activateLocale(locale: Locale): void {
  activeLocale = locale;
  i18n.activate(textLanguageOf(locale), languageTags[locale]);
}

let lastRequested: Locale | undefined;

export async function setLocale(locale: Locale): Promise<void> {
  lastRequested = locale;
  await loadMissing(textLanguageOf(locale));
  // Ignore texts that load after another language was chosen.
  if (lastRequested !== locale) return;
  activateLocale(locale);
  const root = document.documentElement;
  root.lang = textLanguageOf(locale);
  root.dir = directionOf(locale);
  rememberLanguage(textLanguageOf(locale));
}

export function onLocaleChanged(listener: () => void): () => void {
  return i18n.on('change', listener);
}
