import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createFakeServer, data, type FakeServer, refusal } from '../../../test/fake-server.ts';
import { person } from '../../../test/member.tsx';
import { params } from '../../../test/params.ts';
import { application, redirectTo } from '../../../test/sign-on.ts';
import { authEvents, useAuth } from '#state/auth.ts';
import { useCategory } from '#state/category.ts';
import { commonEvents, useCommon } from '#state/common.ts';
import { useLayout } from '#state/layout.ts';
import { signupEvents, useSignup } from '#state/signup.ts';
import { ssoEvents, type SsoStep, useSso } from '#state/sso.ts';
import {
  deliverSignOut,
  loadProfile,
  onSessionEnded,
  sessionEnded,
  sessionRefused,
  sessionStarted,
  signOut,
  signOutEverywhere,
} from '#session/session.ts';
import { draftsKey } from '#session/kept-drafts.ts';
import { loadTexts, setLocale } from '#shared/i18n/i18n.ts';
import { userAppEvents, useSelectedApp } from '#state/user-app.ts';
import { message } from '#shared/forms/message.ts';
import { notify, useNotifications } from '#shared/ui/feedback/notify.ts';
import { followFirstRedirects } from '../routing/first-redirects.ts';
import { connect } from './connect.ts';
import { start, whenPersistedStateLoaded } from './start.ts';

let server: FakeServer;
let stop: (() => void) | undefined;

function boot(value: object): void {
  document.head.innerHTML = `<script type="application/json" id="vid-boot">${JSON.stringify(value)}</script>`;
}

function open(path: string): void {
  history.replaceState(null, '', `/vid/web${path}`);
}

/** Writes a slice as another tab would, and sends the storage event that this tab receives. */
function writeElsewhere(slice: string, state: object): void {
  const key = `vidPersist:${slice}`;
  localStorage.setItem(key, JSON.stringify({ state, version: 1 }));
  dispatchEvent(new StorageEvent('storage', { key, storageArea: localStorage }));
}

const isAt = (step: SsoStep) => () => useSso.getState().step === step;
const calls = (endpoint: string) => server.calls.filter((call) => call.endpoint === endpoint).length;

// Compile the module first, so that compiling does not use up the 300 ms that start() waits for the sign-on request.
beforeAll(() => import('#features/sso/flow/sso-run.ts'));

beforeEach(() => {
  server = createFakeServer();
  vi.stubGlobal('fetch', server.fetch);
  server.on('GET /vid/gateway/app/params', () => data(params));
  boot({ params, hasSession: false });
  open('/terms');
});

afterEach(() => {
  stop?.();
  stop = undefined;
  sessionEnded();
  authEvents.signOutDelivered();
  authEvents.loginTargetKept(null);
  ssoEvents.reset();
  useCategory.setState({ categories: null, configurations: null, imageUrls: null });
  localStorage.clear();
  vi.unstubAllGlobals();
});

describe('app start-up', () => {
  test('reads application parameters from the page, or else fetches them', async () => {
    expect(await start()).toBe('show');
    expect(useCategory.getState().configurations?.termsVersion).toBe('2026-01-01');
    expect(calls('GET /vid/gateway/app/params')).toBe(0);
    useCategory.setState({ configurations: null });
    boot({ params: { categories: 'junk' } });
    await start();
    expect(calls('GET /vid/gateway/app/params')).toBe(1);
    expect(useCategory.getState().configurations?.termsVersion).toBe('2026-01-01');
  });

  test('starts without application parameters if the server is unavailable', async () => {
    boot({});
    server.on('GET /vid/gateway/app/params', () => refusal(503, { error: 'x', message: 'UNAVAILABLE' }));
    expect(await start()).toBe('show');
    expect(useCategory.getState().configurations).toBeNull();
  });

  test('F5 drops a stored session marker if there is no cookie', async () => {
    authEvents.signedIn({ ...person, role: 'admin' });
    await start();
    expect(useAuth.getState()).toMatchObject({ isAuthenticated: false, user: null, endReason: 'expired' });
    expect(calls('GET /vid/ajax/auth/me')).toBe(0);
  });

  test('F5 replaces a forged role with the role that the server returns', async () => {
    boot({ params, hasSession: true });
    server.on('GET /vid/ajax/auth/me', () => data(person));
    authEvents.signedIn({ ...person, role: 'admin' });
    await start();
    await loadProfile();
    expect(useAuth.getState()).toMatchObject({ isAuthenticated: true, user: { role: 'user' } });
  });

  test('waits for the profile if a cookie but no user is stored', async () => {
    boot({ params, hasSession: true });
    server.on('GET /vid/ajax/auth/me', () => data(person));
    await start();
    expect(useAuth.getState()).toMatchObject({ isAuthenticated: true, profile: { id: 'acc_person' } });
  });

  test('D2 keeps the session if the profile request fails with 403', async () => {
    boot({ params, hasSession: true });
    authEvents.signedIn(person);
    server.on('GET /vid/ajax/auth/me', () => refusal(403, { error: 'gestört', message: 'FORBIDDEN' }));
    await start();
    await loadProfile();
    expect(useAuth.getState()).toMatchObject({ isAuthenticated: true, profile: null, error: 'gestört' });
    server.on('GET /vid/ajax/auth/me', () => refusal(401, { error: 'x', message: 'TOKEN_INVALID' }));
    await loadProfile();
    expect(useAuth.getState()).toMatchObject({ isAuthenticated: false, endReason: 'expired' });
  });

  test('S3 shows no error for a profile request that fails after the sign-out', async () => {
    boot({ params, hasSession: true });
    authEvents.signedIn(person);
    server.on('GET /vid/ajax/auth/me', () => {
      sessionEnded('asked');
      return refusal(403, { error: 'gestört', message: 'FORBIDDEN' });
    });
    await start();
    await loadProfile();
    expect(useAuth.getState()).toMatchObject({ isAuthenticated: false, error: null, loading: false });
  });

  test('D2 keeps the requested page during an outage', async () => {
    boot({ params, hasSession: true });
    open('/user/security?tab=a');
    server.on('GET /vid/ajax/auth/me', () => refusal(503, { error: 'gestört', message: 'UNAVAILABLE' }));
    await start();
    followFirstRedirects();
    expect(location.pathname).toBe('/vid/web/user/security');
    server.on('GET /vid/ajax/auth/me', () => refusal(401, { error: 'x', message: 'TOKEN_INVALID' }));
    await start();
    followFirstRedirects();
    expect(location.pathname).toBe('/vid/web/signin');
  });

  test('F4 drops an unsafe login target from storage or the URL', async () => {
    for (const target of ['//evil.test', 'https://evil.test/', '/\\evil.test']) {
      useAuth.setState({ loginRedirectTo: target });
      await start();
      expect(useAuth.getState().loginRedirectTo).toBeNull();
      open(`/signin?loginRedirectTo=${encodeURIComponent(target)}`);
      await start();
      expect(useAuth.getState().loginRedirectTo).toBeNull();
    }
    open('/signin?loginRedirectTo=/vid/web/apps');
    await start();
    expect(useAuth.getState().loginRedirectTo).toBe('/apps');
    open('/signin');
    useAuth.setState({ loginRedirectTo: '/user/password' });
    await start();
    expect(useAuth.getState().loginRedirectTo).toBe('/user/information');
  });

  test('keeps sign-on settings through the return from a social provider', async () => {
    server.on('POST /vid/ajax/apps/view/validateRedirectUrls', () =>
      data({ ...application, redirectUrls: ['https://a.example/'] }),
    );
    open('/signin?appCode=A&clientId=c&redirectTo=https%3A%2F%2Fa.example%2F&layout=boxed');
    await start();
    // start() waits at most 300 ms for the validation.
    await waitFor(() =>
      expect(useSso.getState()).toMatchObject({
        settings: { appCode: 'A' },
        enabled: true,
        step: 'validated',
      }),
    );
    expect(useLayout.getState().layout).toBe('boxed');
    open('/reception?code=x');
    await start();
    expect(useSso.getState().settings?.appCode).toBe('A');
    open('/signin');
    await start();
    expect(useSso.getState().settings).toBeNull();
  });

  test('loads the view only when a screen is needed', async () => {
    const validation = 'POST /vid/ajax/apps/view/validateRedirectUrls';
    const address = `/home?appCode=A&clientId=c&redirectTo=${redirectTo}&codeChallenge=${'a'.repeat(43)}`;
    server.on('GET /vid/ajax/auth/me', () => data(person));
    server.on('POST /vid/api/auth/code/request', () =>
      refusal(403, { error: 'x', message: 'SSO_FORBIDDEN' }),
    );
    const callsBefore = async (isOver = () => true): Promise<readonly string[] | null> => {
      let before: readonly string[] | null = null;
      const from = server.calls.length;
      await start(() => {
        before ??= server.calls.slice(from).map(({ endpoint }) => endpoint);
      });
      // start() waits at most 300 ms for the request.
      await waitFor(() => expect(isOver()).toBe(true));
      return before;
    };

    boot({ params, hasSession: true });
    server.on(validation, () => data({ ...application, redirectUrls: [redirectTo] }));
    open(address);
    expect(await callsBefore(isAt('failed'))).toBeNull();
    open('/user/information');
    expect(await callsBefore()).toEqual(['GET /vid/ajax/auth/me']);
    // The application requires confirmation, so the view loads in parallel with the session check.
    server.on(validation, () => data({ ...application, redirectUrls: [redirectTo], asksToContinue: true }));
    open(address);
    expect(await callsBefore(isAt('asking'))).toContain(validation);
    server.on(validation, () => refusal(400, { error: 'x', message: 'REDIRECT_INVALID' }));
    open(address);
    expect(await callsBefore(() => location.pathname === '/vid/web/error/403')).toContain(validation);
    boot({ params, hasSession: false });
    open(address);
    expect(await callsBefore()).toEqual([]);
  });

  test('A2 opens the error page for a sign-on request with 30 extra parameters', async () => {
    const many = Array.from({ length: 30 }, (_, index) => `p${index}=1`).join('&');
    open(`/signin?appCode=A&clientId=c&redirectTo=x&${many}`);
    await start();
    expect(location.pathname).toBe('/vid/web/error/403');
    expect(useSso.getState().settings).toBeNull();
  });

  test('stops waiting for the persisted state after the timeout', async () => {
    const never = { persist: { hasHydrated: () => false, onFinishHydration: () => () => {} } };
    await expect(whenPersistedStateLoaded([never], 10)).resolves.toBeUndefined();
  });
});

describe('signing out', () => {
  test('F6 clears the account data before the server receives the sign-out', async () => {
    stop = connect();
    sessionStarted(person);
    signupEvents.detailsGiven({ phone: '0912345678' });
    let cleared = 0;
    const forget = onSessionEnded(() => {
      cleared += 1;
    });
    await signOut();
    expect(useAuth.getState()).toMatchObject({
      isAuthenticated: false,
      profile: null,
      isSignOutPending: true,
    });
    expect(localStorage.getItem('vidPersist:auth')).not.toMatch(/acc_|ses_|Ánh/);
    expect(useSignup.getState().phone).toBeNull();
    expect(cleared).toBe(1);
    forget();

    // At the next start the cookie still exists, but the app ignores it until the server has received the sign-out.
    boot({ params, hasSession: true });
    server.on('GET /vid/ajax/auth/me', () => data(person));
    await start();
    expect(useAuth.getState().isAuthenticated).toBe(false);
    expect(calls('GET /vid/ajax/auth/me')).toBe(0);

    server.on('POST /vid/ajax/auth/logout', () => data(true));
    dispatchEvent(new Event('online'));
    await waitFor(() => expect(useAuth.getState().isSignOutPending).toBe(false));
    await deliverSignOut();
    expect(calls('POST /vid/ajax/auth/logout')).toBe(3);
  });
});

const draft = () => sessionStorage.getItem(draftsKey);

describe('S3 the unsaved profile of a session', () => {
  beforeEach(() => {
    server.on('GET /vid/ajax/auth/me', () => data(person));
    sessionStarted(person);
    sessionStorage.setItem(draftsKey, '{"sessionToken":"ses_here","values":{"name":"An"}}');
  });

  test('survives a reload, but not the end of its session', async () => {
    boot({ params, hasSession: true });
    await start();
    expect(draft()).not.toBeNull();
    sessionEnded('asked');
    expect(draft()).toBeNull();
  });

  test('is dropped at another sign-in', () => {
    sessionStarted({ ...person, sessionToken: 'ses_other' });
    expect(draft()).toBeNull();
  });

  test('is dropped if another tab has signed in to another account', async () => {
    stop = connect();
    const user = { ...useAuth.getState().user, id: 'acc_other', sessionToken: 'ses_other' };
    writeElsewhere('auth', { isAuthenticated: true, user });
    await waitFor(() => expect(draft()).toBeNull());
  });

  test('is dropped at start-up in another session or without a session', async () => {
    const other = { ...person, id: 'acc_other', sessionToken: 'ses_other' };
    server.on('GET /vid/ajax/auth/me', () => data(other));
    boot({ params, hasSession: true });
    await start();
    await waitFor(() => expect(draft()).toBeNull());

    sessionEnded();
    sessionStorage.setItem(draftsKey, '{"sessionToken":"ses_here","values":{}}');
    boot({ params, hasSession: false });
    await start();
    expect(draft()).toBeNull();
  });
});

test('signing out and signing in clear the notifications of the previous session', () => {
  stop = connect();
  sessionStarted(person);
  const { result } = renderHook(useNotifications);
  const texts = () => result.current.map(({ text }) => text);
  act(() => notify.error('not saved'));
  act(() => {
    sessionEnded('asked');
    commonEvents.succeeded('common.updateSuccess');
  });
  expect(texts()).toEqual([message('common.updateSuccess')]);
  act(() => sessionStarted(person));
  expect(texts()).toEqual([]);
});

test('a language is stored when it is chosen, not when texts load', async () => {
  useSso.setState({ currentLocale: null });
  stop = connect();
  await loadTexts('reset');
  expect(useSso.getState().currentLocale).toBeNull();
  await setLocale('en');
  expect(useSso.getState().currentLocale).toEqual({ locale: 'en' });
  await setLocale('vi');
  expect(useSso.getState().currentLocale).toEqual({ locale: 'vi' });
  useSso.setState({ currentLocale: null });
});

test('signing out discards the page that the next sign-in would open', async () => {
  server.on('POST /vid/ajax/auth/logout', () => data(true));
  server.on('POST /vid/ajax/auth/logout/all', () => data(true));
  for (const leave of [signOut, signOutEverywhere]) {
    sessionStarted(person);
    authEvents.loginTargetKept('/user/security');
    await leave();
    expect(useAuth.getState()).toMatchObject({ loginRedirectTo: null, endReason: 'asked' });
  }
});

describe('a tab', () => {
  test('S3 loses its session when another tab signs out', async () => {
    stop = connect();
    sessionStarted(person);
    writeElsewhere('auth', { isAuthenticated: false });
    await waitFor(() => expect(useAuth.getState().endReason).toBe('elsewhere'));
    expect(useAuth.getState()).toMatchObject({ profile: null, isAuthenticated: false });
  });

  test('S3 replaces the profile when another tab signs in to another account', async () => {
    stop = connect();
    sessionStarted(person);
    const other = { ...person, id: 'acc_other', sessionToken: 'ses_other', name: 'Trần Bình' };
    server.on('GET /vid/ajax/auth/me', () => data(other));
    const user = { ...useAuth.getState().user, id: other.id, sessionToken: other.sessionToken };
    writeElsewhere('auth', { isAuthenticated: true, user });
    await waitFor(() => expect(useAuth.getState().profile?.id).toBe('acc_other'));
  });

  test('keeps another tab’s new session after one refused request', async () => {
    stop = connect();
    sessionStarted(person);
    const signedIn = localStorage.getItem('vidPersist:auth') ?? '';
    sessionEnded();
    // Another tab has signed in, but its storage event has not arrived in this tab yet.
    localStorage.setItem('vidPersist:auth', signedIn);
    authEvents.signInFailed();
    expect(JSON.parse(localStorage.getItem('vidPersist:auth') ?? '')).toMatchObject({
      state: { isAuthenticated: true, loginAttempt: 1, user: { sessionToken: 'ses_here' } },
    });
    server.on('GET /vid/ajax/auth/me', () => data(person));
    sessionRefused();
    expect(useAuth.getState()).toMatchObject({ isAuthenticated: true, endReason: null });
    await waitFor(() => expect(useAuth.getState().profile).toEqual(person));
    sessionRefused();
    expect(useAuth.getState()).toMatchObject({ isAuthenticated: false, endReason: 'expired' });
  });

  test('applies another tab’s language, but not its sign-up flow', async () => {
    stop = connect();
    writeElsewhere('signup', { flow: 'signup', step: 'password', phone: '0912345678' });
    writeElsewhere('sso', { currentLocale: { locale: 'en' } });
    await waitFor(() => expect(document.documentElement.lang).toBe('en'));
    writeElsewhere('sso', { currentLocale: { locale: 'vi' } });
    await waitFor(() => expect(document.documentElement.lang).toBe('vi'));
    expect(useSignup.getState()).toMatchObject({ step: null, phone: null });
  });

  test('F6 reads the stored session again when its page is restored', async () => {
    stop = connect();
    sessionStarted(person);
    localStorage.removeItem('vidPersist:auth');
    dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    await waitFor(() => expect(useAuth.getState().endReason).toBe('elsewhere'));
    expect(useAuth.getState()).toMatchObject({ profile: null, isAuthenticated: false });
  });

  test('loses its session when the local storage is cleared', async () => {
    stop = connect();
    sessionStarted(person);
    userAppEvents.applicationSelected('app_1');
    localStorage.clear();
    dispatchEvent(new StorageEvent('storage', { key: null, storageArea: sessionStorage }));
    dispatchEvent(new StorageEvent('storage', { key: 'auth', storageArea: localStorage }));
    expect(useAuth.getState().isAuthenticated).toBe(true);
    dispatchEvent(new StorageEvent('storage', { key: null, storageArea: localStorage }));
    expect(useAuth.getState()).toMatchObject({ isAuthenticated: false, endReason: 'elsewhere' });
    expect(useSelectedApp.getState().selectedAppId).toBeNull();
  });

  test('follows the application that another tab selects', async () => {
    stop = connect();
    writeElsewhere('user-app', { selectedAppId: 'app_2' });
    await waitFor(() => expect(useSelectedApp.getState().selectedAppId).toBe('app_2'));
  });

  test('requests the profile when its page is restored, not when first shown', async () => {
    stop = connect();
    server.on('GET /vid/ajax/auth/me', () => data({ ...person, name: 'Trần Bình' }));
    sessionStarted(person);
    dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
    expect(server.calls).toEqual([]);
    dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    await waitFor(() => expect(useAuth.getState().profile?.name).toBe('Trần Bình'));
    sessionEnded();
    dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    await Promise.resolve();
    expect(server.calls).toHaveLength(1);
  });

  test('reads the sign-up flow again when its page is restored', async () => {
    stop = connect();
    signupEvents.flowStarted('signup');
    signupEvents.stepReached('code');
    const key = 'vidPersist:signup';
    const kept = (sessionStorage.getItem(key) ?? '').replace('"code"', '"password"');
    sessionStorage.setItem(key, kept);
    dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    expect(useSignup.getState().step).toBe('password');
  });

  test('follows neither other tabs nor the network after it is disconnected', () => {
    connect()();
    sessionStarted(person);
    localStorage.removeItem('vidPersist:auth');
    dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    writeElsewhere('auth', { isAuthenticated: false });
    dispatchEvent(new Event('offline'));
    expect(useAuth.getState().isAuthenticated).toBe(true);
    expect(useCommon.getState().isOffline).toBe(false);
  });

  test('tracks offline and online events', () => {
    stop = connect();
    dispatchEvent(new Event('offline'));
    expect(useCommon.getState().isOffline).toBe(true);
    dispatchEvent(new Event('online'));
    expect(useCommon.getState().isOffline).toBe(false);
  });
});
