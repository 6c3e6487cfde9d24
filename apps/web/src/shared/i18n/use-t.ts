import { type ReactNode, useSyncExternalStore } from 'react';
import { getLocale, onLocaleChanged, t } from './i18n.ts';
import { type Locale, textLanguageOf } from './locale.ts';
import type { PlainKey, Translate } from './message-types.ts';

// Each language gets a new function, so that memoised children and effects that depend on it update.
let current: { language: string; translate: Translate } = { language: '', translate: t };

function translateOfActiveLanguage(): Translate {
  if (current.language !== getLocale()) {
    current = { language: getLocale(), translate: (key, ...rest) => t(key, ...rest) };
  }
  return current.translate;
}

/** A prerendered page is never Arabic, so hydration starts with the English texts and without direction marks. */
const translateUnmarked: Translate = (key, ...rest) => t(key, ...rest).replace(/\u200E$/u, '');
const translateOfPrerendered = (): Translate =>
  getLocale() === 'ar' ? translateUnmarked : translateOfActiveLanguage();

/**
 * Returns a function that looks up texts in the active language. The component re-renders when the language changes and
 * keeps its state.
 */
export function useT(): Translate {
  return useSyncExternalStore(onLocaleChanged, translateOfActiveLanguage, translateOfPrerendered);
}

export type Labelled = { text?: PlainKey | undefined; children?: ReactNode };

export function useLabel({ text, children }: Labelled): ReactNode {
  const translate = useT();
  return text === undefined ? children : translate(text);
}

export function useLocale(): Locale {
  return useSyncExternalStore(onLocaleChanged, getLocale, () => textLanguageOf(getLocale()));
}
