import { expect, it } from 'vitest';
import { requireAccountPhone, requirePhone } from './require-phone.ts';

const config = { phoneCountries: ['VN'] };
const functions = { requirePhone, requireAccountPhone };

it.each([
  ['requirePhone', '12', 'PHONE_INVALID', 'phone'],
  ['requirePhone', '02438223344', 'PHONE_UNSUPPORTED', 'phoneUnsupported'],
  ['requireAccountPhone', '02438223344', 'PHONE_INVALID', 'phone'],
] as const)('%s rejects the phone %s with %s for the reason %s', (name, input, code, phone) => {
  expect(() => functions[name](input, config)).toThrow(expect.objectContaining({ code, fields: { phone } }));
});
