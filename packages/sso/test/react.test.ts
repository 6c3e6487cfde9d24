// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useVidSso } from '../src/react.ts';
import { createSso, deliver, encode, fakePopup, iss, vidOrigin } from './browser.ts';

beforeEach(() => {
  vi.stubGlobal('isSecureContext', true);
  sessionStorage.clear();
});
afterEach(() => vi.unstubAllGlobals());

it('a sign-in is state: pending, then its result', async () => {
  const { popup, address } = fakePopup();
  const { sso } = createSso();
  const { result } = renderHook(() => useVidSso(sso));
  expect(result.current).toMatchObject({ isPending: false, result: undefined, error: undefined });
  let signingIn: Promise<unknown> | undefined;
  act(() => {
    signingIn = result.current.signIn();
  });
  expect(result.current.isPending).toBe(true);
  const state = (await address()).searchParams.get('state');
  await act(async () => {
    deliver(encode('SSO_SUCCESS', { authCode: 'c', state, iss }), vidOrigin, popup);
    await signingIn;
  });
  expect(result.current).toMatchObject({ isPending: false, result: { authCode: 'c' }, error: undefined });
});

it('a refusal is state too', async () => {
  const { popup, address } = fakePopup();
  const { sso } = createSso();
  const { result } = renderHook(() => useVidSso(sso));
  let signingIn: Promise<unknown> | undefined;
  act(() => {
    signingIn = result.current.signIn();
  });
  await address();
  await act(async () => {
    deliver(encode('SSO_ERROR', { code: 'SSO_FORBIDDEN' }), vidOrigin, popup);
    await signingIn;
  });
  expect(result.current).toMatchObject({
    isPending: false,
    result: undefined,
    error: { code: 'REFUSED', reason: 'SSO_FORBIDDEN' },
  });
});
