// @vitest-environment node
import { expect, test } from 'vitest';
import { offeredProviders, readReturn } from './providers.ts';

test('unknown or malformed providers in the boot data are ignored', () => {
  expect(offeredProviders(['zalo', 'facebook'])).toEqual(['zalo', 'facebook']);
  for (const other of [undefined, null, 'zalo', { zalo: true }, ['__proto__', 'myspace', 1]])
    expect(offeredProviders(other)).toEqual([]);
});

test('the URL of a provider’s redirect identifies the flow that it ends', () => {
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
  expect(readReturn(`?code=&state=${state}`)).toMatchObject({ code: null });
});

test.each(['', '?code=c', '?code=c&state=x', '?code=c&state=constructor.signin.s'])(
  'the URL /reception%s ends no flow',
  (search) => {
    expect(readReturn(search)).toBeNull();
  },
);
