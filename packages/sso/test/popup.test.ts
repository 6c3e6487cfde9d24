// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { challengeOf } from '../src/pkce.ts';
import {
  blockStorage,
  createSso,
  deliver,
  encode,
  fakePopup,
  iss,
  redirectUri,
  refusalOf,
  vidOrigin,
} from './browser.ts';

beforeEach(() => {
  vi.stubGlobal('isSecureContext', true);
  sessionStorage.clear();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('a popup', () => {
  it('returns the code with the verifier of its challenge', async () => {
    const { sso, successes, loaded } = createSso();
    const { popup, address } = fakePopup();
    const signingIn = sso.signInWithPopup({ data: '/gio-hang', action: 'register' });
    const url = await address();
    const asked = Object.fromEntries(url.searchParams);
    expect(url.origin + url.pathname).toBe(`${vidOrigin}/vid/web/home`);
    expect(asked).toMatchObject({
      appCode: 'app',
      clientId: 'app-web',
      redirectTo: redirectUri,
      mode: 'window',
      action: 'register',
      lang: 'en',
    });
    deliver(encode('SSO_LOADED'), vidOrigin, popup);
    deliver(encode('SSO_LOADED'), vidOrigin, popup);
    deliver(encode('SSO_SUCCESS', { authCode: 'c', state: asked['state'], iss }), vidOrigin, popup);
    const result = await signingIn;
    expect(result).toEqual({
      authCode: 'c',
      codeVerifier: expect.any(String),
      redirectUri,
      iss,
      data: '/gio-hang',
    });
    expect(asked['codeChallenge']).toBe(await challengeOf(result.codeVerifier));
    expect(url.href).not.toContain(result.codeVerifier);
    expect(successes).toEqual([result]);
    expect(loaded()).toBe(1);
    expect(sessionStorage).toHaveLength(0);
  });

  it('W2 can respond only from VID’s origin, and only for its own sign-in', async () => {
    const { sso } = createSso();
    const { popup, address } = fakePopup();
    const signingIn = sso.signInWithPopup();
    const state = (await address()).searchParams.get('state');
    const evil = encode('SSO_SUCCESS', { authCode: 'evil', state, iss });
    for (const origin of [
      'https://evil.example',
      'https://id.example.vn.evil.example',
      'http://id.example.vn',
      'null',
    ])
      deliver(evil, origin, popup);
    // Deliver a message for another sign-in of this page, from another popup.
    deliver(encode('SSO_ERROR', { code: 'SSO_FORBIDDEN' }), vidOrigin, {});
    for (const data of ['sso-%%%', 'hello', null, { code: 'SSO_SUCCESS' }]) deliver(data, vidOrigin, popup);
    deliver(encode('SSO_SUCCESS', { authCode: 'right', state, iss }), vidOrigin, popup);
    expect((await signingIn).authCode).toBe('right');
  });

  it.each([
    ['A10 makes the sign-in fail if its response has another state', { state: 'other' }, 'STATE_MISMATCH'],
    ['A10 makes the sign-in fail if its response has no state', { state: undefined }, 'STATE_MISMATCH'],
    [
      'A10 makes the sign-in fail if its response has another issuer',
      { iss: 'https://evil.example/vid/oidc' },
      'ISSUER_MISMATCH',
    ],
    ['A10 makes the sign-in fail if its response has no issuer', { iss: undefined }, 'ISSUER_MISMATCH'],
    ['makes the sign-in fail if its response has no code', { authCode: undefined }, 'NO_VERIFIER'],
    ['makes the sign-in fail if its response is empty', null, 'STATE_MISMATCH'],
  ])('%s', async (_case, change, code) => {
    const { sso, errors } = createSso();
    const { popup, address } = fakePopup();
    const signingIn = sso.signInWithPopup();
    const refused = refusalOf(signingIn);
    const state = (await address()).searchParams.get('state');
    const answer = change === null ? null : { authCode: 'c', state, iss, ...change };
    deliver(encode('SSO_SUCCESS', answer), vidOrigin, popup);
    expect(await refused).toMatchObject({ code });
    expect(errors.map((error) => error.code)).toEqual([code]);
    expect(sessionStorage).toHaveLength(0);
  });

  it('is replaced by a redirect if the browser blocks it', async () => {
    const { sso, errors } = createSso();
    const assign = vi.spyOn(location, 'assign').mockReturnValue();
    vi.stubGlobal('open', () => null);
    await expect(sso.signInWithPopup({ onBlocked: 'error' })).rejects.toMatchObject({
      code: 'POPUP_BLOCKED',
    });
    expect(errors).toHaveLength(1);
    void sso.signInWithPopup();
    await vi.waitUntil(() => assign.mock.calls.length > 0, { timeout: 20_000 });
    const url = new URL(String(assign.mock.calls[0]?.[0]));
    expect(url.searchParams.has('mode')).toBe(false);
    expect(sessionStorage.getItem(`vid-sso:${url.searchParams.get('state')}`)).not.toBeNull();
  });

  it('is closed if the page has no secure context', async () => {
    const { sso, errors } = createSso();
    const { popup } = fakePopup();
    vi.stubGlobal('isSecureContext', false);
    await expect(sso.signInWithPopup()).rejects.toMatchObject({ name: 'VidSsoError', code: 'UNSUPPORTED' });
    expect(popup.close).toHaveBeenCalledOnce();
    expect(popup.location.href).toBe('');
    expect(errors.map(({ code }) => code)).toEqual(['UNSUPPORTED']);
    expect(sessionStorage).toHaveLength(0);
  });

  it('is closed if the browser blocks storage', async () => {
    const { sso, errors } = createSso();
    const { popup } = fakePopup();
    blockStorage();
    await expect(sso.signInWithPopup()).rejects.toMatchObject({ name: 'VidSsoError', code: 'UNSUPPORTED' });
    expect(popup.close).toHaveBeenCalledOnce();
    expect(popup.location.href).toBe('');
    expect(errors.map(({ code }) => code)).toEqual(['UNSUPPORTED']);
  });

  it('is closed if the challenge cannot be computed', async () => {
    const { sso } = createSso();
    const { popup } = fakePopup();
    vi.spyOn(crypto.subtle, 'digest').mockRejectedValueOnce(new Error('no digest'));
    await expect(sso.signInWithPopup()).rejects.toThrow('no digest');
    expect(popup.close).toHaveBeenCalledOnce();
    expect(sessionStorage).toHaveLength(0);
  });

  it('is a small window that opens before the SDK awaits anything', async () => {
    const opened = vi.fn<typeof globalThis.open>(() => null);
    vi.stubGlobal('open', opened);
    const refused = refusalOf(createSso().sso.signInWithPopup({ onBlocked: 'error' }));
    expect(opened).toHaveBeenCalledExactlyOnceWith('', '_blank', 'popup,width=480,height=720');
    expect(await refused).toMatchObject({ code: 'POPUP_BLOCKED' });
  });

  it('gets the verifier and the data of the sign-in', async () => {
    const { sso } = createSso();
    const kept = vi.fn<(key: string, value: string) => void>();
    const { popup, address } = fakePopup();
    Object.assign(popup, { sessionStorage: { setItem: kept } });
    void refusalOf(sso.signInWithPopup({ data: '/gio-hang' }));
    const state = (await address()).searchParams.get('state') ?? '';
    const [key, value] = kept.mock.calls[0] ?? [];
    expect(key).toBe(`vid-sso:${state}`);
    const own = JSON.parse(sessionStorage.getItem(`vid-sso:${state}`) ?? '{}');
    expect(own).toEqual({
      verifier: expect.stringMatching(/^[\w-]{43}$/u),
      data: '/gio-hang',
      startedAt: expect.any(Number),
      window: 'opener',
    });
    expect(JSON.parse(value ?? '{}')).toEqual({ ...own, window: 'popup' });
  });

  it('does not report an error to a listener that was removed', async () => {
    const { sso } = createSso();
    const [kept, removed] = [vi.fn<(error: unknown) => void>(), vi.fn<(error: unknown) => void>()];
    sso.on('error', kept);
    sso.on('error', removed)();
    vi.stubGlobal('open', () => null);
    await refusalOf(sso.signInWithPopup({ onBlocked: 'error' }));
    expect([kept.mock.calls.length, removed.mock.calls.length]).toEqual([1, 0]);
  });
});
