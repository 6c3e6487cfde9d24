// @vitest-environment node
import { expect, test } from 'vitest';
import { offeredProviders, readReturn } from './providers.ts';

test('the boot data lists the providers in the order of their buttons', () => {
  expect(offeredProviders(['zalo', 'facebook'])).toEqual(['zalo', 'facebook']);
  for (const other of [undefined, null, 'zalo', { zalo: true }, ['__proto__', 'myspace', 1]])
    expect(offeredProviders(other)).toEqual([]);
});

test('a provider’s redirect says which flow it ends', () => {
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
  'no flow of VID leads to /reception%s',
  (search) => {
    expect(readReturn(search)).toBeNull();
  },
);
