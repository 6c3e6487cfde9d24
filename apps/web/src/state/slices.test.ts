// @vitest-environment happy-dom
import * as v from 'valibot';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { params } from '../../test/params.ts';
import { isRecord } from '#shared/lib/is-record.ts';
import { authEvents, shownName, useAuth, type UserInfo } from './auth.ts';
import { categoryEvents, isAppParams, useCategory } from './category.ts';
import { useLayout } from './layout.ts';
import { followEntries } from './persistence/entry-fields.ts';
import { createPersistedSlice, persistPrefix } from './persistence/persisted-slice.ts';
import { signupEvents, useSignup } from './signup.ts';
import { ssoEvents, useSso } from './sso.ts';
import { boundedText, whole } from './persistence/schemas.ts';
import { userAppEvents, userAppOf, useSelectedApp } from './user-app.ts';

const person: UserInfo = {
  id: 'acc_1',
  sessionToken: 'marker-1',
  phone: '+84912345678',
  isEnterprise: false,
  status: 'active',
  role: 'user',
  roles: ['user'],
  name: 'Nguyễn Văn Ân',
  email: 'an@example.vn',
  isEmailConfirmed: false,
  avatar: null,
  object: null,
  province: null,
  referralCode: 'REF',
  enterprise: null,
  isComplete: false,
  demands: [],
  mustSetUpTwoStep: false,
  hold: null,
  exclusiveNavIds: ['apps'],
  managableApplications: [{ id: 'app_1', code: 'A', name: 'App' }],
};

function stored(slice: string, area: Storage = localStorage): Record<string, unknown> {
  const value: unknown = JSON.parse(area.getItem(`${persistPrefix}${slice}`) ?? '{"state":{}}');
  return isRecord(value) && isRecord(value['state']) ? value['state'] : {};
}

function store(slice: string, state: unknown, version = 1): void {
  localStorage.setItem(`${persistPrefix}${slice}`, JSON.stringify({ state, version }));
}

beforeEach(() => {
  localStorage.clear();
  authEvents.sessionEnded(null);
  authEvents.loginTargetKept(null);
  signupEvents.flowEnded();
  userAppEvents.sessionEnded();
});

describe('persisted fields', () => {
  test('exclude the phone, credentials and OTPTimeout of auth', () => {
    authEvents.phoneEntered('0912345678');
    authEvents.otpRequested(60);
    authEvents.signedIn(person);
    useAuth.setState({
      fbAccessToken: 'fb-secret',
      fbUserId: 'fb-1',
      signUpId: 'su-secret',
      waitFbEmailConfirm: true,
    });
    expect(Object.keys(stored('auth')).toSorted()).toEqual([
      'isAuthenticated',
      'isChangedPassword',
      'isSignOutPending',
      'loginAttempt',
      'loginScreen',
      'user',
    ]);
    const text = localStorage.getItem('vidPersist:auth');
    for (const secret of ['secret', 'fb-1', '0912345678', '84912345678']) {
      expect(text).not.toContain(secret);
    }
  });

  test('S8 contain the sign-up flow, but no password and no otpToken', () => {
    signupEvents.flowStarted('signup');
    signupEvents.detailsGiven({ phone: '0912345678', isEnterprise: true, acceptedTerms: '2026-01-01' });
    signupEvents.codeSent({ otpRequestId: 'otp_1', expiresIn: 300, resendIn: 60, digits: 6 }, 1_000);
    signupEvents.phoneVerified(600, 2_000);
    signupEvents.stepReached('password');
    expect(localStorage.getItem('vidPersist:signup')).toBeNull();
    expect(stored('signup', sessionStorage)).toEqual({
      flow: 'signup',
      step: 'password',
      startedAt: expect.any(Number),
      draftKind: null,
      draftTerms: false,
      isEnterprise: true,
      remember: true,
      referralCode: null,
      campaign: null,
      otpRequestId: null,
      codeDigits: 6,
      codeExpiresAt: 0,
      resendAt: 61_000,
      verifiedUntil: 602_000,
      acceptedTerms: '2026-01-01',
    });
  });

  test('S8 contain a phone only in the history entry, not in storage', async () => {
    signupEvents.drafted('0912 345 678', 'enterprise');
    signupEvents.detailsGiven({ phone: '0912345678' });
    for (const area of [localStorage, sessionStorage])
      expect(JSON.stringify(Object.entries(area)).replaceAll(/\D/g, '')).not.toContain('912345678');
    // Simulate a reload: the page starts with its defaults and the same history entry.
    const kept = sessionStorage.getItem('vidPersist:signup') ?? '';
    const entry: unknown = history.state;
    useSignup.setState({ phone: null, draftPhone: null, draftKind: null });
    sessionStorage.setItem('vidPersist:signup', kept);
    vi.resetModules();
    const reloaded = await import('./signup.ts');
    const { followEntries: follow } = await import('./persistence/entry-fields.ts');
    history.replaceState(entry, '');
    await reloaded.useSignup.persist.rehydrate();
    expect(reloaded.readSignup().draftPhone).toBe('0912 345 678');
    // History entries created after the reload have the phone, too.
    const stop = follow();
    history.pushState({ key: 'after' }, '');
    stop();
    expect(JSON.stringify(history.state)).toContain('0912 345 678');
    history.replaceState(entry, '');
    await useSignup.persist.rehydrate();
    expect(useSignup.getState()).toMatchObject({
      phone: '0912345678',
      draftPhone: '0912 345 678',
      draftKind: 'enterprise',
    });
  });

  test('S8 no longer include a stored phone after the next write', async () => {
    const old = {
      flow: 'signup',
      step: 'code',
      startedAt: 5,
      draftPhone: '0912 345 678',
      phone: '0912345678',
    };
    sessionStorage.setItem('vidPersist:signup', JSON.stringify({ state: old, version: 1 }));
    await useSignup.persist.rehydrate();
    signupEvents.stepReached('password');
    expect(stored('signup', sessionStorage)).toMatchObject({
      flow: 'signup',
      step: 'password',
      startedAt: 5,
    });
    expect(sessionStorage.getItem('vidPersist:signup')).not.toContain('345');
  });

  test('pass the phone to a new history entry during its flow', async () => {
    signupEvents.drafted('0912 345 678', null);
    const left: unknown = history.state;
    authEvents.signInFailed();
    await useAuth.persist.rehydrate();
    const stop = followEntries();
    history.pushState({ key: 'next' }, '');
    expect(JSON.stringify(history.state)).toContain('0912 345 678');
    expect(history.state).toMatchObject({ key: 'next' });
    signupEvents.flowEnded();
    expect(JSON.stringify(history.state)).not.toContain('0912 345 678');
    // Going back within the app overwrites the copy in the history entry that was left.
    stop();
    history.replaceState(left, '');
    const stopAgain = followEntries();
    dispatchEvent(new PopStateEvent('popstate', { state: left }));
    stopAgain();
    expect(JSON.stringify(history.state)).not.toContain('0912 345 678');
    // Going back from another site loads the app at an entry whose copy belongs to another flow.
    history.replaceState(left, '');
    await useSignup.persist.rehydrate();
    expect(useSignup.getState().draftPhone).toBeNull();
  });

  test('pass no phone of an ended flow to a new history entry', async () => {
    signupEvents.drafted('0912 345 678', null);
    const ended = JSON.stringify({ state: { startedAt: 0 }, version: 1 });
    sessionStorage.setItem('vidPersist:signup', ended);
    await useSignup.persist.rehydrate();
    const stop = followEntries();
    history.pushState({ key: 'next' }, '');
    stop();
    expect(history.state).toMatchObject({ key: 'next' });
    expect(JSON.stringify(history.state)).not.toContain('0912 345 678');
  });

  test('contain single sign-on settings per tab, and the language per browser', () => {
    ssoEvents.localeChosen('en');
    expect(Object.keys(stored('sso'))).toEqual(['currentLocale']);
    expect(Object.keys(stored('sso', sessionStorage)).toSorted()).toEqual([
      'answered',
      'codeChallenge',
      'enabled',
      'hasSignedInHere',
      'settings',
    ]);
  });

  test('contain the last 20 answered requests of a tab in order', () => {
    const challenges = Array.from({ length: 21 }, (_, index) => `challenge-${index}`);
    for (const challenge of [...challenges, 'challenge-20']) ssoEvents.answered(challenge);
    expect(useSso.getState().answered).toEqual(challenges.slice(1));
    expect(stored('sso', sessionStorage)['answered']).toEqual(challenges.slice(1));
    ssoEvents.answered('challenge-19');
    expect(useSso.getState().answered).toEqual([...challenges.slice(2), 'challenge-19']);
  });

  test('contain the part of the user that routing, menu and header need', () => {
    authEvents.signedIn(person);
    expect(stored('auth')['user']).toEqual({
      id: 'acc_1',
      sessionToken: 'marker-1',
      role: 'user',
      isEnterprise: false,
      isComplete: false,
      demands: [],
      email: 'an@example.vn',
      avatar: null,
      exclusiveNavIds: ['apps'],
      managableApplications: [{ id: 'app_1', code: 'A', name: 'App' }],
      shownName: 'Nguyễn Văn Ân',
    });
  });
});

const openTab = () =>
  createPersistedSlice(
    { isSignedIn: false, tries: 0 },
    { name: 'tabs', version: 1, kept: { isSignedIn: v.boolean(), tries: whole } },
  );
const twoTabs = () => [openTab(), openTab()] as const;

describe('two tabs', () => {
  test('each write only the fields that they have changed', () => {
    const [first, second] = twoTabs();
    first.setState({ isSignedIn: true });
    second.setState({ tries: 1 });
    expect(stored('tabs')).toEqual({ isSignedIn: true, tries: 1 });
    second.setState({ tries: 2 });
    first.setState({ isSignedIn: false });
    expect(stored('tabs')).toEqual({ isSignedIn: false, tries: 2 });
  });

  test('can change back a value that the other tab has changed', async () => {
    const [first, second] = twoTabs();
    first.setState({ isSignedIn: true });
    await second.persist.rehydrate();
    second.setState({ isSignedIn: false });
    expect(stored('tabs')).toEqual({ isSignedIn: false, tries: 0 });
  });
});

describe('F5 untrusted stored values', () => {
  test('are restored by a reload if they are valid', async () => {
    authEvents.signedIn(person);
    const text = localStorage.getItem('vidPersist:auth') ?? '';
    authEvents.sessionEnded(null);
    localStorage.setItem('vidPersist:auth', text);
    await useAuth.persist.rehydrate();
    expect(useAuth.getState()).toMatchObject({
      isAuthenticated: true,
      user: { sessionToken: 'marker-1' },
      profile: null,
    });
  });

  test.each([
    ['malformed JSON', '{"state":'],
    ['an array', '[]'],
    ['null', 'null'],
    ['a number', '5'],
    ['a missing version', '{"state":{"isAuthenticated":true}}'],
    ['a future version', '{"state":{"isAuthenticated":true},"version":99}'],
    [
      '5 MB of junk',
      JSON.stringify({
        state: { isAuthenticated: true, loginRedirectTo: 'x'.repeat(5_000_000) },
        version: 1,
      }),
    ],
  ])('are replaced by the defaults if storage contains %s', async (_case, text) => {
    authEvents.signedIn(person);
    localStorage.setItem('vidPersist:auth', text);
    await useAuth.persist.rehydrate();
    expect(useAuth.getState()).toMatchObject({ isAuthenticated: false, user: null });
    expect(useAuth.persist.hasHydrated()).toBe(true);
  });

  test('are replaced by the default in each invalid field', async () => {
    authEvents.signedIn(person);
    const storedUser = useAuth.getState().user;
    authEvents.sessionEnded(null);
    store('auth', {
      isAuthenticated: 'yes',
      user: { ...storedUser, role: 'root' },
      isChangedPassword: true,
      loginAttempt: -1,
      loginScreen: 1.5,
      loginRedirectTo: ['/apps'],
      profile: { id: 'forged' },
      password: 'of an older version',
    });
    await useAuth.persist.rehydrate();
    const state = useAuth.getState();
    expect(state).toMatchObject({
      isAuthenticated: false,
      user: null,
      isChangedPassword: true,
      loginAttempt: 0,
      loginScreen: 0,
      loginRedirectTo: null,
      profile: null,
    });
    expect(state).not.toHaveProperty('password');
    store('auth', { user: { ...storedUser, isAdmin: true } });
    await useAuth.persist.rehydrate();
    expect(useAuth.getState().user).toEqual(storedUser);
    expect(() => authEvents.signedIn(person)).not.toThrow();
  });

  test('are read without keys that would reach a prototype', async () => {
    localStorage.setItem(
      'vidPersist:user-app',
      '{"state":{"__proto__":{"polluted":1},"constructor":{"x":"y"},"selectedAppId":["app_1"]},"version":1}',
    );
    await useSelectedApp.persist.rehydrate();
    expect(useSelectedApp.getState()).toEqual({ selectedAppId: null });
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  test('are migrated from an older version, then validated', async () => {
    store('trial', { count: 3, name: 'old' }, 1);
    const slice = createPersistedSlice(
      { total: 0, name: '', open: false },
      {
        name: 'trial',
        version: 2,
        kept: { total: whole, name: boundedText, open: v.boolean() },
        migrate: ({ count, ...rest }) => ({ ...rest, total: count, open: 'no' }),
      },
    );
    await slice.persist.rehydrate();
    expect(slice.getState()).toEqual({ total: 3, name: 'old', open: false });
    expect(stored('trial')).toEqual({ total: 3, name: 'old', open: false });
  });

  test('are also validated if they are layout options or application parameters', async () => {
    store('layout', { layout: '<svg onload=1>', menuStyle: 'mini', navCollapsed: 1, sidebarImage: null });
    await useLayout.persist.rehydrate();
    expect(useLayout.getState()).toMatchObject({
      layout: 'full-width',
      menuStyle: 'mini',
      navCollapsed: false,
    });
    expect(isAppParams({ categories: {}, configurations: {}, imageUrls: {} })).toBe(false);
  });
});

describe('store events', () => {
  test('increment loginAttempt after a failed sign-in, and reset it after a sign-in', () => {
    authEvents.signInFailed();
    authEvents.signInFailed();
    expect(useAuth.getState().loginAttempt).toBe(2);
    authEvents.signedIn(person);
    expect(useAuth.getState()).toMatchObject({ loginAttempt: 0, loginScreen: 1, isAuthenticated: true });
  });

  test('drop the profile and keep the session after a failed profile request', () => {
    authEvents.signedIn(person);
    authEvents.profileRequested();
    authEvents.profileFailed('503');
    expect(useAuth.getState()).toMatchObject({
      isAuthenticated: true,
      loading: false,
      profile: null,
      error: '503',
    });
  });

  test('keep the selected application while the account manages it', () => {
    const app2 = { id: 'app_2', code: 'B', name: 'B' };
    authEvents.signedIn({ ...person, managableApplications: [...person.managableApplications, app2] });
    userAppEvents.applicationSelected('app_2');
    const { selectedAppId } = useSelectedApp.getState();
    expect(userAppOf(useAuth.getState().user, selectedAppId)).toMatchObject({
      selectedAppId: 'app_2',
      exclusiveNavId: ['apps'],
      navParam: { appId: 'app_2' },
    });
    authEvents.profileLoaded(person);
    expect(userAppOf(useAuth.getState().user, selectedAppId).navParam).toEqual({ appId: 'app_1' });
    expect(userAppOf(null, selectedAppId)).toEqual({
      managableApplications: [],
      selectedAppId: null,
      exclusiveNavId: [],
      navParam: {},
    });
  });

  test('keep the phone after proofLost, and clear everything after flowEnded', () => {
    signupEvents.flowStarted('signin');
    signupEvents.detailsGiven({ phone: '0912345678' });
    signupEvents.codeSent({ otpRequestId: 'otp_1', expiresIn: 300, resendIn: 60, digits: 6 }, 0);
    signupEvents.proofLost();
    expect(useSignup.getState()).toMatchObject({ phone: '0912345678', otpRequestId: null, codeExpiresAt: 0 });
    signupEvents.flowEnded();
    expect(useSignup.getState().phone).toBeNull();
  });

  test('store application parameters in the category slice', () => {
    const found = {
      ...params,
      categories: { provinces: [{ code: '01', name: { vi: 'Hà Nội', en: 'Ha Noi' } }], objects: [] },
    };
    expect(isAppParams(found)).toBe(true);
    categoryEvents.paramsLoaded(found);
    expect(useCategory.getState().categories?.provinces).toHaveLength(1);
  });
});

test('shownName prefers an enterprise’s short name to its name', () => {
  const enterprise = {
    name: 'Công ty Nhà Xanh',
    shortName: 'Nhà Xanh',
    taxCode: null,
    representative: null,
    verified: false,
  };
  expect(shownName({ name: null, enterprise })).toBe('Nhà Xanh');
  expect(shownName({ name: null, enterprise: { ...enterprise, shortName: null } })).toBe('Công ty Nhà Xanh');
  expect(shownName({ name: 'Nguyễn Thị Ánh', enterprise: null })).toBe('Nguyễn Thị Ánh');
  expect(shownName({ name: '', enterprise: null })).toBeNull();
});
