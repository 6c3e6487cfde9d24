import type { Config } from '#config/config.ts';
import { isUniqueViolation } from '#database/availability/outage.ts';
import { AppError } from '#lib/app-error.ts';
import { parsePhone } from '#lib/phone/phone.ts';

type PhoneConfig = Pick<Config, 'phoneCountries'>;

/**
 * Returns the E.164 form of a phone that may have an account.
 * @throws AppError PHONE_UNSUPPORTED for a number to which VID sends no codes, such as a landline or a number
 *   of a country that is not in `config.phoneCountries`; PHONE_INVALID for other invalid input
 */
export function requirePhone(input: string, config: PhoneConfig): string {
  const parsed = parsePhone(input, config.phoneCountries);
  if ('e164' in parsed) return parsed.e164;
  throw parsed.problem === 'unsupported'
    ? new AppError('PHONE_UNSUPPORTED', { fields: { phone: 'phoneUnsupported' } })
    : new AppError('PHONE_INVALID', { fields: { phone: 'phone' } });
}

/**
 * Like `requirePhone`, but for endpoints that expect an account. Unsupported numbers are invalid here, because
 * no account can be created with one.
 * @throws AppError PHONE_INVALID
 */
export function requireAccountPhone(input: string, config: PhoneConfig): string {
  const parsed = parsePhone(input, config.phoneCountries);
  if ('e164' in parsed) return parsed.e164;
  throw new AppError('PHONE_INVALID', { fields: { phone: 'phone' } });
}

/**
 * Maps a unique violation of the phone to an error.
 * @throws AppError ACCOUNT_EXISTS
 */
export async function orAccountExists<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isUniqueViolation(error, 'accounts_phone_key'))
      throw new AppError('ACCOUNT_EXISTS', { cause: error });
    throw error;
  }
}
