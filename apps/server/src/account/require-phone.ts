import type { Config } from '#config/config.ts';
import { AppError } from '#lib/app-error.ts';
import { parsePhone } from '#lib/phone.ts';

type PhoneConfig = Pick<Config, 'phoneCountries'>;

/**
 * The one spelling (E.164) of a phone that may have or get an account.
 * @throws AppError PHONE_INVALID, PHONE_UNSUPPORTED (a land-line, a foreign number)
 */
export function requirePhone(input: string, config: PhoneConfig): string {
  const parsed = parsePhone(input, config.phoneCountries);
  if ('e164' in parsed) return parsed.e164;
  throw parsed.problem === 'unsupported'
    ? new AppError('PHONE_UNSUPPORTED', { fields: { phone: 'phoneUnsupported' } })
    : new AppError('PHONE_INVALID', { fields: { phone: 'phone' } });
}

/**
 * `requirePhone` where the person is expected to have an account already: no number that is unsupported has one.
 * @throws AppError PHONE_INVALID
 */
export function requireAccountPhone(input: string, config: PhoneConfig): string {
  const parsed = parsePhone(input, config.phoneCountries);
  if ('e164' in parsed) return parsed.e164;
  throw new AppError('PHONE_INVALID', { fields: { phone: 'phone' } });
}
