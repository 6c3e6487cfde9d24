import { lookUp } from '#shared/i18n/i18n.ts';
import type { Arguments, MessageKey, Messages } from '#shared/i18n/message-types.ts';

/** Stands before the key of a text of ours; what a server sends never holds it. */
const mark = '\u0000';

type Needed<Key extends MessageKey> = Exclude<Arguments<Messages[Key]>, 'label'>;
type Rest<Key extends MessageKey> = [Needed<Key>] extends [never]
  ? []
  : [values: Record<Needed<Key>, string | number>];

/**
 * An error text for a schema. It is looked up when it is shown, not when it is made: an error on the screen
 * changes its language with everything else. `{label}` is filled in by the field it is shown under.
 */
export function message<Key extends MessageKey>(key: Key, ...rest: Rest<Key>): string {
  return `${mark}${key}${mark}${JSON.stringify(rest[0] ?? {})}`;
}

/** A text of ours in the active language, or the server's text as it came. */
export function renderMessage(text: string, label = ''): string {
  if (!text.startsWith(mark)) return text;
  const [, key = '', json = '{}'] = text.split(mark);
  const values: unknown = JSON.parse(json);
  return lookUp(key, { label, ...(typeof values === 'object' ? values : {}) });
}
