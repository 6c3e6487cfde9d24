// @vitest-environment happy-dom
import { beforeEach, describe, expect, test } from 'vitest';
import { authEvents, shownName, useAuth, type UserInfo } from './auth.ts';
import { categoryEvents, isAppParams, useCategory } from './category.ts';
import { useLayout } from './layout.ts';
import { createPersistedSlice, persistPrefix } from './persisted-slice.ts';
import { profileEvents } from './profile.ts';
import { signupEvents, useSignup } from './signup.ts';
import { ssoEvents } from './sso.ts';
import { isFlag, isRecord, isText, isTextMap, isWhole } from './guards.ts';
import { userAppEvents, useUserApp } from './user-app.ts';

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
  avatar: null,
  object: null,
  province: null,
  referralCode: 'REF',
  enterprise: null,
  isComplete: false,
  mustChangePassword: false,
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
  profileEvents.sessionEnded();
  userAppEvents.sessionEnded();
});

describe('what is kept of each slice', () => {
  test('auth leaves out OTPTimeout, waitFbEmailConfirm, profile, phone, password, isLoginbyOauth and credentials', () => {
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
      'role',
      'sessionToken',
      'user',
    ]);
    const text = localStorage.getItem('vidPersist:auth');
    for (const secret of ['secret', 'fb-1', '0912345678', '84912345678', 'an@example.vn']) {
      expect(text).not.toContain(secret);
    }
  });

  test('S8 signup keeps what holds the flow together, no password and no otpToken', () => {
    signupEvents.flowStarted('signup');
    signupEvents.detailsGiven({ phone: '0912345678', isEnterprise: true, acceptedTerms: '2026-01-01' });
    signupEvents.codeSent({ otpRequestId: 'otp_1', expiresIn: 300, resendIn: 60 }, 1_000);
    signupEvents.phoneVerified(600, 2_000);
    signupEvents.stepReached('password');
    expect(stored('signup')).toEqual({
      flow: 'signup',
      step: 'password',
      phone: '0912345678',
      isEnterprise: true,
      remember: true,
      referralCode: null,
      campaign: null,
      otpRequestId: null,
      codeExpiresAt: 0,
      resendAt: 61_000,
      verifiedUntil: 602_000,
      acceptedTerms: '2026-01-01',
    });
  });

  test('the others leave out loading and what is of one page', () => {
    profileEvents.profileRequested();
    profileEvents.profileLoaded(person);
    expect(stored('profile')).toEqual({ userInfo: { name: person.name, email: person.email, avatar: null } });
    ssoEvents.localeChosen('en');
    expect(Object.keys(stored('sso'))).toEqual(['currentLocale']);
    expect(Object.keys(stored('sso', sessionStorage)).toSorted()).toEqual([
      'answered',
      'codeChallenge',
      'enabled',
      'hasSignedInHere',
      'settings',
    ]);
    userAppEvents.profileLoaded(person);
    expect(stored('user-app')).toMatchObject({ exclusiveNavId: ['apps'], navParam: { appId: 'app_1' } });
  });
});

describe('F5 whatever is found in the storage', () => {
  test('a reload gives back what was kept', async () => {
    authEvents.signedIn(person);
    const text = localStorage.getItem('vidPersist:auth') ?? '';
    authEvents.sessionEnded(null);
    localStorage.setItem('vidPersist:auth', text);
    await useAuth.persist.rehydrate();
    expect(useAuth.getState()).toMatchObject({
      isAuthenticated: true,
      sessionToken: 'marker-1',
      profile: null,
    });
  });

  test.each([
    ['no JSON', '{"state":'],
    ['another shape', '[]'],
    ['null', 'null'],
    ['a number', '5'],
    ['no version', '{"state":{"isAuthenticated":true}}'],
    ['a version of the future', '{"state":{"isAuthenticated":true},"version":99}'],
    [
      '5 MB of junk',
      JSON.stringify({
        state: { isAuthenticated: true, loginRedirectTo: 'x'.repeat(5_000_000) },
        version: 1,
      }),
    ],
  ])('%s gives the defaults', async (_what, text) => {
    authEvents.signedIn(person);
    localStorage.setItem('vidPersist:auth', text);
    await useAuth.persist.rehydrate();
    expect(useAuth.getState()).toMatchObject({
      isAuthenticated: false,
      role: 'user',
      user: null,
      sessionToken: null,
    });
    expect(useAuth.persist.hasHydrated()).toBe(true);
  });

  test('each field of a wrong type falls back by itself', async () => {
    store('auth', {
      isAuthenticated: 'yes',
      role: 'root',
      user: { id: 'acc_1', isEnterprise: false, isComplete: true, mustChangePassword: false, isAdmin: true },
      sessionToken: 'marker-2',
      loginAttempt: -1,
      loginScreen: 1.5,
      loginRedirectTo: ['/apps'],
      profile: { id: 'forged' },
      password: 'kept by an old page',
    });
    await useAuth.persist.rehydrate();
    const state = useAuth.getState();
    expect(state).toMatchObject({
      isAuthenticated: false,
      role: 'user',
      user: null,
      sessionToken: 'marker-2',
      loginAttempt: 0,
      loginScreen: 0,
      loginRedirectTo: null,
      profile: null,
    });
    expect(state).not.toHaveProperty('password');
    expect(() => authEvents.signedIn(person)).not.toThrow();
  });

  test('keys that could reach a prototype do not', async () => {
    localStorage.setItem(
      'vidPersist:user-app',
      '{"state":{"__proto__":{"polluted":1},"navParam":{"__proto__":{"x":"y"},"constructor":"z"},"exclusiveNavId":[1]},"version":1}',
    );
    await useUserApp.persist.rehydrate();
    expect(useUserApp.getState()).toMatchObject({ navParam: {}, exclusiveNavId: [] });
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  test('an old version is migrated, then checked like any other', async () => {
    store('trial', { count: 3, name: 'old' }, 1);
    const slice = createPersistedSlice(
      { total: 0, name: '', open: false },
      {
        name: 'trial',
        version: 2,
        kept: { total: isWhole, name: isText, open: isFlag },
        migrate: ({ count, ...rest }) => ({ ...rest, total: count, open: 'no' }),
      },
    );
    await slice.persist.rehydrate();
    expect(slice.getState()).toEqual({ total: 3, name: 'old', open: false });
    expect(stored('trial')).toEqual({ total: 3, name: 'old', open: false });
  });

  test('layout options and parameters are of closed sets and shapes', async () => {
    store('layout', { layout: '<svg onload=1>', menuStyle: 'mini', navCollapsed: 1, sidebarImage: null });
    await useLayout.persist.rehydrate();
    expect(useLayout.getState()).toMatchObject({
      layout: 'full-width',
      menuStyle: 'mini',
      navCollapsed: false,
    });
    expect(isTextMap({ a: 'b', prototype: 'c' })).toBe(false);
    expect(isAppParams({ categories: {}, configurations: {}, imageUrls: {} })).toBe(false);
  });
});

describe('events', () => {
  test('a failed sign-in counts up, a successful one sets it to 0', () => {
    authEvents.signInFailed();
    authEvents.signInFailed();
    expect(useAuth.getState().loginAttempt).toBe(2);
    authEvents.signedIn(person);
    expect(useAuth.getState()).toMatchObject({ loginAttempt: 0, loginScreen: 1, isAuthenticated: true });
  });

  test('a changed password says so, and lifts the forced change', () => {
    authEvents.signedIn({ ...person, mustChangePassword: true });
    authEvents.passwordChanged();
    expect(useAuth.getState()).toMatchObject({
      isChangedPassword: true,
      user: { mustChangePassword: false },
    });
  });

  test('a failed profile is cleared with an error, and nobody is signed out by it', () => {
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

  test('the selected application stays while it is managable', () => {
    const two = {
      ...person,
      managableApplications: [...person.managableApplications, { id: 'app_2', code: 'B', name: 'B' }],
    };
    userAppEvents.profileLoaded(two);
    userAppEvents.applicationSelected('app_2');
    userAppEvents.profileLoaded(two);
    expect(useUserApp.getState().navParam).toEqual({ appId: 'app_2' });
    userAppEvents.profileLoaded(person);
    expect(useUserApp.getState().navParam).toEqual({ appId: 'app_1' });
  });

  test('a proof is forgotten without the phone; the end of a flow forgets all', () => {
    signupEvents.flowStarted('signin');
    signupEvents.detailsGiven({ phone: '0912345678' });
    signupEvents.codeSent({ otpRequestId: 'otp_1', expiresIn: 300, resendIn: 60 }, 0);
    signupEvents.proofLost();
    expect(useSignup.getState()).toMatchObject({ phone: '0912345678', otpRequestId: null, codeExpiresAt: 0 });
    signupEvents.flowEnded();
    expect(useSignup.getState().phone).toBeNull();
  });

  test('parameters of the page reach the category slice', () => {
    const params = {
      categories: { provinces: [{ code: '01', name: { vi: 'Hà Nội', en: 'Ha Noi' } }], objects: [] },
      configurations: {
        associationName: { vi: 'Hội', en: 'Association' },
        supportPhone: null,
        supportEmail: null,
        termsVersion: '1',
        strictPrivacy: false,
        slides: [],
      },
      imageUrls: { logo: null, slides: [] },
    };
    expect(isAppParams(params)).toBe(true);
    categoryEvents.paramsLoaded(params);
    expect(useCategory.getState().categories?.provinces).toHaveLength(1);
  });
});

test('an enterprise is called by its short name, else its name; a person by theirs; nobody by an empty one', () => {
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
