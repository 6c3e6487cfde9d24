import { expect, it } from 'vitest';
import { requireAccountPhone, requirePhone } from './require-phone.ts';

const config = { phoneCountries: ['VN'] };

it.each([
  [requirePhone, '12', 'PHONE_INVALID', 'phone'],
  [requirePhone, '02438223344', 'PHONE_UNSUPPORTED', 'phoneUnsupported'],
  [requireAccountPhone, '02438223344', 'PHONE_INVALID', 'phone'],
] as const)('$0.name rejects the phone $1 with $2, for the reason $3', (requireIt, input, code, phone) => {
  expect(() => requireIt(input, config)).toThrow(expect.objectContaining({ code, fields: { phone } }));
});
