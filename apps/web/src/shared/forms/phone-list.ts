import { formatNumber } from '#shared/i18n/format.ts';
import { FieldRefusal } from './field-refusal.ts';
import { message } from './message.ts';

/** The number of lines in one call. The server refuses a call with more lines. */
export const maxPhones = 500;

/** Throws an error for the field `phones` if the server would refuse the list. */
export function checkPhones({ length: count }: readonly string[]): void {
  if (count === 0) throw new FieldRefusal('phones', message('list.noPhones'));
  if (count > maxPhones)
    throw new FieldRefusal(
      'phones',
      message('list.tooManyPhones', { max: maxPhones, count: formatNumber(count) }),
    );
}
