// @vitest-environment node
import { expect, test } from 'vitest';
import { offeredProviders, readReturn } from './providers.ts';

test('lists the providers of the boot data in the order of their buttons', () => {
  expect(offeredProviders(['zalo', 'facebook'])).toEqual(['zalo', 'facebook']);
  for (const other of [undefined, null, 'zalo', { zalo: true }, ['__proto__', 'myspace', 1]])
    expect(offeredProviders(other)).toEqual([]);
});

test('reads from a provider’s redirect which flow it ends', () => {
  const state = 'zalo.signin.secret';
  expect(readReturn(`?code=c&state=${state}`)).toEqual({
    provider: 'zalo',
    intent: 'signin',
    state,
    code: 'c',
  });
  expect(readReturn('?code=c&state=google.link.s')).toMatchObject({ provider: 'google', intent: 'link' });
  expect(readReturn('?code=c&state=google.popup.s')).toMatchObject({ intent: 'signin' });
  expect(readReturn(`?error=access_denied&state=${state}`)).toMatchObject({ code: null });
});

test.each(['', '?code=c', '?code=c&state=x', '?code=c&state=constructor.signin.s'])(
  'returns no flow for /reception%s',
  (search) => {
    expect(readReturn(search)).toBeNull();
  },
);
