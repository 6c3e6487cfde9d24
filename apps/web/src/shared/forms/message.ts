import { getLocale, lookUp } from '#shared/i18n/i18n.ts';
import type { Arguments, MessageKey, Messages } from '#shared/i18n/message-types.ts';

/** Marks the key of a catalogue text. Server texts never contain this mark. */
const mark = '\u0000';

type Needed<Key extends MessageKey> = Exclude<Arguments<Messages[Key]>, 'label'>;
type Rest<Key extends MessageKey> = [Needed<Key>] extends [never]
  ? []
  : [values: Record<Needed<Key>, string | number>];

/**
 * Returns an error text for a schema. `renderMessage` looks up the text when the error is shown, so that it follows a
 * change of language. The field that shows the text fills in `{label}`.
 */
export function message<Key extends MessageKey>(key: Key, ...rest: Rest<Key>): string {
  return `${mark}${key}${mark}${JSON.stringify(rest[0] ?? {})}`;
}

export function isMessage(text: string): boolean {
  return text.startsWith(mark);
}

export function renderMessage(text: string, label = ''): string {
  if (!isMessage(text)) return text;
  const [, key = '', json = '{}'] = text.split(mark);
  const values: unknown = JSON.parse(json);
  // Vietnamese texts have the label inside the sentence. Abbreviations such as "URL" keep their capitals.
  const named =
    getLocale() === 'vi' ? label.replace(/^\p{Lu}(?!\p{Lu})/u, (first) => first.toLowerCase()) : label;
  return lookUp(key, { label: named, ...(typeof values === 'object' ? values : {}) });
}
