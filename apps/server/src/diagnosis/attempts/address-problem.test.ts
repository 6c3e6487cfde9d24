import { expect, it } from 'vitest';
import { redirectProblem, shownAddress } from './address-problem.ts';

const callback = 'https://shop.example.vn/cb';

it.each([
  [`${callback}?code=1&state=a=b&flag`, `${callback}?code=…&state=…&flag`],
  [`${callback}?code=1#token=2`, `${callback}?code=…#…`],
  [`${callback}#a?token=1\nb`, `${callback}#…`],
  ['https://an:secret@shop.example.vn/cb', 'https://…@shop.example.vn/cb'],
  ['//an@shop.example.vn', '//…@shop.example.vn'],
  ['https://shop.example.vn/@an', 'https://shop.example.vn/@an'],
  ['https://shop.example.vn/\u0000a\uD800', 'https://shop.example.vn/a\uFFFD'],
  [callback + 'x'.repeat(600), callback + 'x'.repeat(500 - callback.length)],
])('the URL %j is shown without user information and query values', (address, shown) => {
  expect(shownAddress(address)).toBe(shown);
});

it('a refused redirect URI is explained by the closest registered one', () => {
  const error = 'invalid_redirect_uri';
  const registered = ['https://other.example.vn/x', callback];
  expect(redirectProblem(error, `${callback}/`, registered)).toEqual({
    code: 'redirectMismatch',
    error,
    sent: `${callback}/`,
    expected: [callback],
    difference: 'slash',
  });
  expect(redirectProblem(error, callback, [])).toMatchObject({ expected: [], difference: null });
  expect(redirectProblem(error, undefined, registered)).toEqual({
    code: 'redirectMissing',
    error,
    expected: registered,
  });
});
