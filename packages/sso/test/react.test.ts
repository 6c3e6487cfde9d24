// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useVidSso } from '../src/react.ts';
import { createSso, deliver, encode, fakePopup, iss, refusalOf, vidOrigin } from './browser.ts';

beforeEach(() => {
  vi.stubGlobal('isSecureContext', true);
  sessionStorage.clear();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('useVidSso shows a sign-in as pending, and then with its result', async () => {
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

it('useVidSso is pending after a refusal until the popup is closed', async () => {
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

it('useVidSso ignores an old popup that ends after a new sign-in has started', async () => {
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

it('useVidSso ignores a refusal after its own sign-in has ended', async () => {
  const first = fakePopup();
  const { sso, errors } = createSso();
  const { result } = renderHook(() => useVidSso(sso));
  let signingIn: Promise<unknown> | undefined;
  act(() => {
    signingIn = result.current.signIn();
  });
  const state = (await first.address()).searchParams.get('state');
  await act(async () => {
    deliver(encode('SSO_SUCCESS', { authCode: 'c', state, iss }), vidOrigin, first.popup);
    await signingIn;
  });
  const second = fakePopup();
  void refusalOf(sso.signInWithPopup());
  await second.address();
  act(() => deliver(encode('SSO_ERROR', { code: 'SSO_FORBIDDEN' }), vidOrigin, second.popup));
  expect(errors).toHaveLength(1);
  expect(result.current).toMatchObject({ isPending: false, result: { authCode: 'c' }, error: undefined });
});

it('useVidSso rethrows an error that is not a VidSsoError', async () => {
  fakePopup();
  vi.spyOn(crypto.subtle, 'digest').mockRejectedValueOnce(new Error('no digest'));
  const { sso } = createSso();
  const { result } = renderHook(() => useVidSso(sso));
  let failing: Promise<unknown> | undefined;
  await act(async () => {
    failing = refusalOf(result.current.signIn());
    await failing;
  });
  expect(await failing).toMatchObject({ message: 'no digest' });
  expect(result.current).toMatchObject({ isPending: false, result: undefined, error: undefined });
});

it('useVidSso signs in with the instance of the last render', async () => {
  const { address } = fakePopup();
  const [former, latest] = [createSso().sso, createSso().sso];
  const signIn = vi.spyOn(former, 'signInWithPopup');
  const { result, rerender } = renderHook((sso) => useVidSso(sso), { initialProps: former });
  rerender(latest);
  act(() => void refusalOf(result.current.signIn()));
  await address();
  expect(signIn).not.toHaveBeenCalled();
});
