import { expect, it } from 'vitest';
import { checkCharacterOf, digits } from '#lib/text/typed-code.ts';
import { readUserCode, withCheckDigit } from './user-code.ts';

const checked = (code: string): string => code + checkCharacterOf(code, digits);

it.each([
  [checked('019450730'), '019450730'],
  [checked('019450730').replace(/^(...)(...)/u, '$1-$2-'), '019450730'],
  [` ${checked('019450730')} `, '019450730'],
  [`“${checked('019450730')}”`, '019450730'],
  [checked('01945073'), undefined],
  [checked('0194507301'), undefined],
  [`${checked('019450730').slice(0, -1)}x`, undefined],
  ['', undefined],
])('the user code of a device is read from %j as %j', (typed, code) => {
  expect(readUserCode(typed)).toBe(code);
});

it('a user code’s response and URL contain its check digit', () => {
  const code = '019-450-730';
  const full = code + checkCharacterOf('019450730', digits);
  expect(
    withCheckDigit({ user_code: code, verification_uri_complete: `https://a.vn/?user_code=${code}` }),
  ).toEqual({
    user_code: full,
    verification_uri_complete: `https://a.vn/?user_code=${full}`,
  });
  expect(withCheckDigit({ error: 'invalid_client' })).toEqual({ error: 'invalid_client' });
});
