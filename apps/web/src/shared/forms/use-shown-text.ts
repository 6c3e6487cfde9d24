import { useState } from 'react';
import { textLanguageOf } from '#shared/i18n/locale.ts';
import { useLocale } from '#shared/i18n/use-t.ts';
import { isMessage, message, renderMessage } from './message.ts';

/**
 * Returns an error text in the active language; undefined without a text. A server text exists only in the language of
 * its request, so a general text replaces it after a change of language.
 */
export function useShownText(text: string | undefined, label = ''): string | undefined {
  const language = textLanguageOf(useLocale());
  const [received, setReceived] = useState({ text, language });
  if (received.text !== text) setReceived({ text, language });
  if (!text) return undefined;
  const isForeign = received.text === text && received.language !== language && !isMessage(text);
  return renderMessage(isForeign ? message('errors.checkAgain') : text, label);
}
