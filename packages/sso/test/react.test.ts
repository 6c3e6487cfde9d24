// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useVidSso } from '../src/react.ts';
import { createSso, deliver, encode, fakePopup, iss, vidOrigin } from './browser.ts';

beforeEach(() => {
  vi.stubGlobal('isSecureContext', true);
  sessionStorage.clear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('exposes a sign-in as state: pending, then its result', async () => {
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

it('exposes a refusal immediately, and ends when the popup is closed', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  const { popup, address } = fakePopup();
  const { sso } = createSso();
  const { result } = renderHook(() => useVidSso(sso));
  let signingIn: Promise<unknown> | undefined;
  act(() => {
    signingIn = result.current.signIn();
  });
  await address();
  const error = { code: 'REFUSED', reason: 'SSO_FORBIDDEN' };
  act(() => deliver(encode('SSO_ERROR', { code: 'SSO_FORBIDDEN' }), vidOrigin, popup));
  expect(result.current).toMatchObject({ isPending: true, result: undefined, error });
  popup.closed = true;
  await act(async () => {
    await vi.advanceTimersByTimeAsync(1_200);
    await signingIn;
  });
  expect(result.current).toMatchObject({ isPending: false, result: undefined, error });
});

it('ignores an old popup that ends after a new sign-in has started', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  const first = fakePopup();
  const { sso } = createSso();
  const { result } = renderHook(() => useVidSso(sso));
  let former: Promise<unknown> | undefined;
  act(() => {
    former = result.current.signIn();
  });
  await first.address();
  await vi.advanceTimersByTimeAsync(10_000);
  const second = fakePopup();
  act(() => void result.current.signIn());
  await second.address();
  await act(async () => {
    await vi.advanceTimersByTimeAsync(15 * 60_000 - 9_000);
    await former;
  });
  expect(result.current).toMatchObject({ isPending: true, error: undefined });
});
