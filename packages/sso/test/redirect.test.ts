// @vitest-environment happy-dom
// @vitest-environment-options {"url":"https://app.example.vn/"}
import { BroadcastChannel as NodeBroadcastChannel } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { VidSso } from '../src/index.ts';
import { blockStorage, createSso, fakePopup, iss, redirectUri, vidOrigin } from './browser.ts';

beforeEach(() => {
  vi.stubGlobal('isSecureContext', true);
  sessionStorage.clear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function arriveAt(parameters: Record<string, string>): void {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  history.pushState(null, '', url);
}

async function begin(sso: ReturnType<typeof createSso>['sso']): Promise<string> {
  const assign = vi.spyOn(location, 'assign').mockReturnValue();
  await sso.signInWithRedirect({ data: '/gio-hang' });
  const url = new URL(String(assign.mock.calls[0]?.[0]));
  expect(url.origin).toBe(vidOrigin);
  return url.searchParams.get('state') ?? '';
}

class SilentChannel {
  readonly addEventListener = () => undefined;
  readonly postMessage = () => undefined;
  readonly close = () => undefined;
}

type Listener = (event: { readonly data: unknown }) => void;

/** Replaces the channel between windows with a fake on which only the test posts messages. */
function fakeChannel() {
  const listeners: Listener[] = [];
  const close = vi.fn<() => void>();
  class FakeChannel {
    readonly addEventListener = (_type: string, listener: Listener) => void listeners.push(listener);
    readonly postMessage = () => undefined;
    readonly close = close;
  }
  vi.stubGlobal('BroadcastChannel', FakeChannel);
  const say = (data: unknown) => {
    for (const listener of listeners) listener({ data });
  };
  return { say, close };
}

/**
 * Completes a redirect that offers its response to other windows first, without waiting in real time. Returns the
 * result or the error.
 */
async function handleOffered(sso: VidSso): Promise<unknown> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const handled = sso.handleRedirect().catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(4_000);
  return handled;
}

async function languageOf(sso: VidSso, lang?: 'vi' | 'en') {
  const assign = vi.spyOn(location, 'assign').mockReturnValue();
  await sso.signInWithRedirect(lang ? { lang } : {});
  return new URL(String(assign.mock.lastCall?.[0])).searchParams.get('lang');
}

describe('a browser that blocks storage', () => {
  it('fails to sign in, with the error UNSUPPORTED', async () => {
    const { sso } = createSso();
    blockStorage();
    const assign = vi.spyOn(location, 'assign').mockReturnValue();
    await expect(sso.signInWithRedirect()).rejects.toMatchObject({
      name: 'VidSsoError',
      code: 'UNSUPPORTED',
    });
    expect(assign).not.toHaveBeenCalled();
  });

  it('can load a page whose URL has no response to handle', async () => {
    const { sso } = createSso();
    blockStorage();
    arriveAt({});
    await expect(sso.handleRedirect()).resolves.toBeUndefined();
    await expect(sso.resume()).resolves.toBeUndefined();
  });
});

describe('a redirect', () => {
  it('returns the code once, and removes the code from the URL', async () => {
    const { sso, successes } = createSso();
    const state = await begin(sso);
    arriveAt({ authCode: 'c', state, iss, lang: 'en', keep: 'me' });
    // A router may keep its own data in the history entry.
    history.replaceState({ key: 'k1' }, '');
    const result = await sso.handleRedirect();
    expect(history.state).toEqual({ key: 'k1' });
    expect(result).toMatchObject({ authCode: 'c', redirectUri, iss, data: '/gio-hang' });
    expect(successes).toHaveLength(1);
    expect(location.href).toBe(`${redirectUri}&keep=me`);
    expect(await sso.handleRedirect()).toBeUndefined();
    // Open the same URL from the history after its verifier was used.
    arriveAt({ authCode: 'c', state, iss });
    expect(await handleOffered(sso)).toMatchObject({ code: 'NO_VERIFIER' });
  });

  it('does not offer its code to other windows', async () => {
    const openChannel = vi.fn<() => SilentChannel>(() => new SilentChannel());
    vi.stubGlobal('BroadcastChannel', openChannel);
    const { sso } = createSso();
    arriveAt({ authCode: 'c', iss });
    await expect(sso.handleRedirect()).rejects.toMatchObject({ code: 'STATE_MISMATCH' });
    arriveAt({ authCode: 'c', state: await begin(sso), iss });
    expect(await sso.handleRedirect()).toMatchObject({ authCode: 'c' });
    expect(openChannel).not.toHaveBeenCalled();
  });

  it('uses the language of the call, else that of the options, else none', async () => {
    const { sso } = createSso();
    expect([await languageOf(sso, 'vi'), await languageOf(sso)]).toEqual(['vi', 'en']);
    const plain = new VidSso({ origin: `${vidOrigin}/x`, appCode: 'app', clientId: 'app-web', redirectUri });
    expect(await languageOf(plain)).toBeNull();
  });

  it('stores no data if the application passes none', async () => {
    const { sso } = createSso();
    vi.spyOn(location, 'assign').mockReturnValue();
    await sso.signInWithRedirect();
    const [state = ''] = Object.keys(sessionStorage);
    expect(JSON.parse(sessionStorage.getItem(state) ?? '')).toEqual({
      verifier: expect.any(String),
      startedAt: expect.any(Number),
    });
  });

  it('returns undefined if the URL has no code', async () => {
    arriveAt({ lang: 'vi' });
    expect(await createSso().sso.handleRedirect()).toBeUndefined();
  });

  it.each<[string, { state: 'mine' | 'foreign' | 'empty' | 'none'; iss: string }, string]>([
    ['A10 rejects a code issued to another browser', { state: 'foreign', iss }, 'NO_VERIFIER'],
    ['A10 rejects a code without a state', { state: 'none', iss }, 'STATE_MISMATCH'],
    ['A10 rejects a code with an empty state', { state: 'empty', iss }, 'STATE_MISMATCH'],
    [
      'A10 rejects a code from another issuer',
      { state: 'mine', iss: 'https://evil.example' },
      'ISSUER_MISMATCH',
    ],
  ])('%s', async (_case, change, code) => {
    const { sso } = createSso();
    const states = {
      mine: { state: await begin(sso) },
      foreign: { state: 'foreign' },
      empty: { state: '' },
      none: {},
    };
    arriveAt({ authCode: 'c', iss: change.iss, ...states[change.state] });
    expect(await handleOffered(sso)).toMatchObject({ name: 'VidSsoError', code });
    expect(location.href).not.toContain('authCode');
  });

  it('reports a denied consent only once, and only for its own sign-in', async () => {
    const { sso } = createSso();
    arriveAt({ error: 'access_denied', state: 'foreign' });
    expect(await sso.handleRedirect()).toBeUndefined();
    const state = await begin(sso);
    for (const other of [{ state }, { error: 'server_error', state }]) {
      arriveAt(other);
      expect(await sso.handleRedirect()).toBeUndefined();
    }
    arriveAt({ error: 'access_denied', state, lang: 'vi' });
    await expect(sso.handleRedirect()).rejects.toMatchObject({ code: 'REFUSED', reason: 'ACCESS_DENIED' });
    expect(location.search).toBe('?from=vid');
    arriveAt({ error: 'access_denied', state });
    expect(await sso.handleRedirect()).toBeUndefined();
  });

  it('for a sign-out leads to VID, with the application’s redirect URI', () => {
    const { sso } = createSso();
    const assign = vi.spyOn(location, 'assign').mockReturnValue();
    sso.signOut();
    const url = new URL(String(assign.mock.calls[0]?.[0]));
    expect(`${url.origin}${url.pathname}`).toBe(`${vidOrigin}/vid/web/home`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      appCode: 'app',
      clientId: 'app-web',
      lang: 'en',
      action: 'logout',
      redirectTo: redirectUri,
    });
  });

  it('for a sign-out with an id token leads to the end-session endpoint', () => {
    const { sso } = createSso();
    const assign = vi.spyOn(location, 'assign').mockReturnValue();
    const returnTo = 'https://app.example.vn/bye';
    sso.signOut(returnTo, { idTokenHint: 'header.body.signature' });
    const url = new URL(String(assign.mock.calls[0]?.[0]));
    expect(`${url.origin}${url.pathname}`).toBe(`${iss}/session/end`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'app-web',
      post_logout_redirect_uri: returnTo,
      id_token_hint: 'header.body.signature',
    });
  });
});

describe('a popup that lost its opener', () => {
  it.each(['no storage', 'its own storage'])(
    'with %s passes its code to the waiting window and closes',
    async (storage) => {
      const waiting = createSso();
      const { popup, address } = fakePopup();
      const signingIn = waiting.sso.signInWithPopup();
      const state = (await address()).searchParams.get('state') ?? '';
      popup.closed = true;
      const kept = sessionStorage.getItem(`vid-sso:${state}`) ?? '';

      // A severed window has its own sessionStorage, which contains the verifier unless the browser refused to write
      // it.
      sessionStorage.clear();
      if (storage === 'its own storage')
        sessionStorage.setItem(`vid-sso:${state}`, kept.replace('"opener"', '"popup"'));
      const close = vi.spyOn(globalThis, 'close').mockReturnValue();
      arriveAt({ authCode: 'c', state, iss });
      const handing = createSso().sso.handleRedirect();
      sessionStorage.setItem(`vid-sso:${state}`, kept);
      expect(await handing).toBeUndefined();
      expect(close).toHaveBeenCalledOnce();
      expect(await signingIn).toMatchObject({ authCode: 'c' });
    },
  );

  it('completes the sign-in itself, and only once, if no window is waiting', async () => {
    const gone = createSso();
    const kept = new Map<string, string>();
    const { popup, address } = fakePopup();
    Object.assign(popup, {
      sessionStorage: { setItem: (key: string, value: string) => kept.set(key, value) },
    });
    void gone.sso.signInWithPopup({ data: '/gio-hang' }).catch(() => undefined);
    const state = (await address()).searchParams.get('state') ?? '';
    // The opener is gone, and the popup has a storage of its own.
    vi.stubGlobal('BroadcastChannel', SilentChannel);
    sessionStorage.clear();
    for (const [key, value] of kept) sessionStorage.setItem(key, value);
    const close = vi.spyOn(globalThis, 'close').mockReturnValue();
    const { sso, successes } = createSso();
    arriveAt({ authCode: 'c', state, iss });
    const result = await handleOffered(sso);
    expect(result).toMatchObject({ authCode: 'c', data: '/gio-hang', codeVerifier: expect.any(String) });
    expect(successes).toEqual([result]);
    expect(close).not.toHaveBeenCalled();
    arriveAt({ authCode: 'c', state, iss });
    expect(await handleOffered(sso)).toMatchObject({ code: 'NO_VERIFIER' });
  });

  it('closes if a window confirms the code after the offer expired', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const channel = fakeChannel();
    const close = vi.spyOn(globalThis, 'close').mockReturnValue();
    arriveAt({ authCode: 'c', state: 's', iss });
    const handing = createSso().sso.handleRedirect();
    await vi.advanceTimersByTimeAsync(2_900);
    channel.say({ pickedUp: 's' });
    expect(await handing).toBeUndefined();
    expect(close).toHaveBeenCalledOnce();
    expect([vi.getTimerCount(), channel.close.mock.calls.length]).toEqual([0, 1]);
  });

  it('does not mistake messages about other sign-ins for a confirmation', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const channel = fakeChannel();
    const close = vi.spyOn(globalThis, 'close').mockReturnValue();
    const { sso } = createSso();
    const state = await begin(sso);
    const key = `vid-sso:${state}`;
    sessionStorage.setItem(key, (sessionStorage.getItem(key) ?? '').replace('{', '{"window":"popup",'));
    arriveAt({ authCode: 'c', state, iss });
    const completing = sso.handleRedirect();
    for (const message of [null, 'text', { pickedUp: 'other' }, { authCode: 'c', state, until: Date.now() }])
      channel.say(message);
    await vi.advanceTimersByTimeAsync(4_000);
    expect(await completing).toMatchObject({ authCode: 'c' });
    expect(close).not.toHaveBeenCalled();
    expect(channel.close).toHaveBeenCalledOnce();
  });

  it('W2 cannot be impersonated by unrelated messages on the channel', async () => {
    // An offer expires exactly at the time `until`.
    vi.useFakeTimers({ toFake: ['Date'] });
    const channel = new NodeBroadcastChannel('vid-sso');
    const { sso } = createSso();
    const { address } = fakePopup();
    const signingIn = sso.signInWithPopup();
    const state = (await address()).searchParams.get('state') ?? '';
    for (const message of [
      null,
      'text',
      { authCode: 'evil' },
      { authCode: 'evil', state: 'other' },
      { authCode: 'expired', state, iss, until: Date.now() },
      { authCode: 'not an offer', state, iss },
      { authCode: 'right', state, iss, until: Date.now() + 60_000 },
    ])
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
      channel.postMessage(message);
    expect((await signingIn).authCode).toBe('right');
    channel.close();
  });
});
