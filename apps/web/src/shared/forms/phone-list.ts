import { formatNumber } from '#shared/i18n/format.ts';
import { FieldRefusal } from './field-refusal.ts';
import { message } from './message.ts';

/** Maximum phone numbers per call; the server rejects longer lists. */
export const maxPhones = 500;

/** Throws an error for the field `phones` if the server would reject the list. */
export function checkPhones({ length: count }: readonly string[]): void {
  if (count === 0) throw new FieldRefusal('phones', message('list.noPhones'));
  if (count > maxPhones)
    throw new FieldRefusal(
      'phones',
      message('list.tooManyPhones', { max: maxPhones, count: formatNumber(count) }),
    );
}
