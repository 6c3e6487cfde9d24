import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { data, refusal } from '../../../../test/fake-server.ts';
import { expectRefusedPress } from '../../../../test/refused-press.ts';
import {
  alreadyHere,
  cancelled,
  creationOptions,
  sentAssertion,
  stubAuthenticator,
} from '../../../../test/fake-authenticator.ts';
import { person } from '../../../../test/member.tsx';
import {
  address,
  allStored,
  arrive,
  bodiesOf,
  heading,
  network,
  useVisitorScreens,
  visit,
} from '../../../../test/visitor.tsx';
import { signalPasskeys } from '#session/passkey/signal-passkeys.ts';
import { signupEvents, useSignup } from '#state/signup.ts';
import { useAuth } from '#state/auth.ts';
import type { SignInOutcome } from '#features/sign-in/two-step/use-sign-in-outcome.ts';

useVisitorScreens();

const login = 'POST /vid/ajax/auth/login/passkey';
const loginOptions = 'POST /vid/ajax/auth/login/passkey/options';
const decline = 'POST /vid/api/passkey-offer/decline';
const button = () => screen.findByRole('button', { name: 'Đăng nhập bằng passkey' });
const passkey = {
  id: 'psk_1',
  name: 'Chrome trên Android',
  provider: null,
  isSynced: true,
  createdAt: '2026-11-24T00:00:00.000Z',
  lastUsedAt: null,
  heldUntil: null,
};

beforeEach(() => {
  network().on(loginOptions, () =>
    data({
      challenge: 'Y2hhbGxlbmdl',
      rpId: 'localhost',
      timeout: 300_000,
      userVerification: 'required',
      allowCredentials: [],
    }),
  );
  network().on(login, () => data(person));
  return () => vi.restoreAllMocks();
});

describe('sign-in with a passkey', () => {
  test('needs one press, and sends the choice to remember the device', async () => {
    stubAuthenticator();
    const { user } = visit('/signin');
    await user.click(await screen.findByRole('checkbox', { name: 'Ghi nhớ đăng nhập' }));
    await user.click(await button());
    await arrive('/user/information');
    expect(bodiesOf(login)).toEqual([{ passkey: sentAssertion, remember: false }]);
  });

  test('accepts a passkey that the user chooses in autofill', async () => {
    const device = stubAuthenticator({ hasAutofill: true });
    visit('/signin');
    await waitFor(() => expect(device.waiting).toHaveLength(1));
    expect(bodiesOf(login)).toEqual([]);
    device.choose();
    await arrive('/user/information');
    expect(bodiesOf(login)).toEqual([{ passkey: sentAssertion, remember: true }]);
  });

  test('stops autofill when the user leaves the page', async () => {
    const device = stubAuthenticator({ hasAutofill: true });
    const { user } = visit('/signin');
    await waitFor(() => expect(device.waiting).toHaveLength(1));
    device.get.mockRejectedValueOnce(cancelled());
    await user.click(await button());
    expect(device.waiting[0]?.signal?.aborted).toBe(true);
    await waitFor(() => expect(device.waiting).toHaveLength(2));
    await user.click(screen.getByRole('link', { name: 'Mã OTP' }));
    await arrive('/signin/otp');
    await waitFor(() => expect(device.waiting[1]?.signal?.aborted).toBe(true));
  });

  test('explains a cancelled request and a refused passkey', async () => {
    const device = stubAuthenticator();
    const { user } = visit('/signin');
    device.get.mockRejectedValueOnce(cancelled());
    await user.click(await button());
    expect(await screen.findByText('Thao tác với passkey chưa hoàn tất. Bạn có thể thử lại.')).toBeTruthy();
    network().on(login, () => refusal(400, { error: 'Không xác minh được.', message: 'PASSKEY_INVALID' }));
    await user.click(await button());
    expect(await screen.findByText('Không xác minh được.')).toBeTruthy();
    expect(address()).toBe('/signin');
    expect(useAuth.getState().isAuthenticated).toBe(false);
  });

  test('keeps its button busy until the server refuses the sign-in', async () => {
    stubAuthenticator();
    const { user } = visit('/signin');
    await expectRefusedPress(user, loginOptions, 'Đăng nhập bằng passkey', network());
  });

  test('P1 opens the page of an account that its owner locked', async () => {
    stubAuthenticator();
    network().on(login, () =>
      refusal(403, {
        error: 'x',
        message: 'LOCKED_BY_OWNER',
        details: { lockedAt: '2026-11-29T03:48:00.000Z', opensBy: 'reset' },
      }),
    );
    const { user } = visit('/signin');
    await user.click(await button());
    expect(await heading('Bạn đã khóa tài khoản này')).toBeTruthy();
  });

  test('is not cancelled by an autofill request whose options arrive late', async () => {
    const device = stubAuthenticator({ hasAutofill: true });
    const options = { rpId: 'localhost', timeout: 300_000, userVerification: 'required' as const };
    const { promise: late, resolve: arriveLate } = Promise.withResolvers<void>();
    let asked = 0;
    network().on(loginOptions, async () => {
      asked += 1;
      if (asked === 1) await late;
      return data({ ...options, challenge: 'Y2hhbGxlbmdl', allowCredentials: [] });
    });
    const { promise: window, resolve: closeWindow } = Promise.withResolvers<void>();
    const assertion = await device.get({});
    device.get.mockReset().mockImplementation(() => window.then(() => assertion));
    const { user } = visit('/signin');
    await waitFor(() => expect(asked).toBe(1));
    await user.click(await button());
    await waitFor(() => expect(device.get).toHaveBeenCalledOnce());
    arriveLate();
    await waitFor(() => expect(bodiesOf(loginOptions)).toHaveLength(2));
    expect(device.get).toHaveBeenCalledOnce();
    expect(device.get.mock.calls[0]?.[0].signal?.aborted).toBe(false);
    closeWindow();
    await arrive('/user/information');
  });

  test('tells the password manager about a removed passkey', async () => {
    const device = stubAuthenticator({ hasSignals: true });
    const { user } = visit('/signin');
    network().on(login, () => refusal(400, { error: 'Đã bị xóa.', message: 'PASSKEY_UNKNOWN' }));
    await user.click(await button());
    expect(await screen.findByText('Đã bị xóa.')).toBeTruthy();
    expect(device.signals.signalUnknownCredential).toHaveBeenCalledExactlyOnceWith({
      rpId: 'localhost',
      credentialId: 'Y3JlZA',
    });
  });

  test('tells the password manager the names and passkeys of the account', async () => {
    const device = stubAuthenticator({ hasSignals: true });
    const names = { name: '0912345678', displayName: 'Ánh' };
    network().on('GET /vid/api/passkey-signals', () =>
      data({ rpId: 'localhost', userId: 'dXNlcg', credentialIds: ['Y3JlZA'], ...names }),
    );
    const { user } = visit('/signin');
    await user.click(await button());
    const owner = { rpId: 'localhost', userId: 'dXNlcg' };
    await waitFor(() =>
      expect(device.signals.signalAllAcceptedCredentials).toHaveBeenCalledExactlyOnceWith({
        ...owner,
        allAcceptedCredentialIds: ['Y3JlZA'],
      }),
    );
    expect(device.signals.signalCurrentUserDetails).toHaveBeenCalledExactlyOnceWith({ ...owner, ...names });
  });

  test('tells the password manager nothing if the account has no passkey', async () => {
    const device = stubAuthenticator({ hasSignals: true });
    const names = { name: '0912345678', displayName: 'Ánh' };
    network().on('GET /vid/api/passkey-signals', () =>
      data({ rpId: 'localhost', userId: null, credentialIds: [], ...names }),
    );
    await signalPasskeys();
    expect(device.signals.signalCurrentUserDetails).not.toHaveBeenCalled();
    expect(device.signals.signalAllAcceptedCredentials).not.toHaveBeenCalled();
  });

  test.each([
    ['Android', 'Mozilla/5.0 (Linux; Android 14; A; wv) AppleWebKit/537.36 Chrome/124.0 Zalo android/1'],
    ['iOS', 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5) AppleWebKit/605.1.15 Mobile/15E148 Zalo iOS/639'],
  ])('is replaced inside the Zalo app on %s by a copy button', async (system, agent) => {
    stubAuthenticator({ hasAutofill: true });
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent);
    visit('/signin');
    expect(await screen.findByText(/Trình duyệt trong ứng dụng Zalo không dùng được passkey/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Đăng nhập bằng passkey' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Sao chép liên kết' })).toBeTruthy();
    const link = screen.queryByRole('link', { name: 'Mở bằng trình duyệt' })?.getAttribute('href');
    expect(link?.startsWith(`intent://${location.host}/vid/web/signin#Intent;scheme=http`)).toBe(
      system === 'Android' ? true : undefined,
    );
    expect(bodiesOf(loginOptions)).toEqual([]);
  });

  test('has no button and sends no request in a browser without passkeys', async () => {
    Reflect.deleteProperty(globalThis, 'PublicKeyCredential');
    visit('/signin');
    await heading('Đăng nhập');
    expect(screen.queryByRole('button', { name: 'Đăng nhập bằng passkey' })).toBeNull();
    expect(bodiesOf(loginOptions)).toEqual([]);
  });
});

const signInByCode = (outcome: SignInOutcome = person) => {
  signupEvents.flowStarted('signin');
  useSignup.setState({
    step: 'verified',
    phone: '0912 345 678',
    verifiedUntil: Date.now() + 600_000,
  });
  network().on('POST /vid/ajax/auth/login/otp', () => data(outcome));
  network().on('GET /vid/api/passkey-offer', () => data({ isDue: true }));
  network().on('GET /vid/api/passkeys', () => data([]));
  network().on(decline, () => data(true));
  network().on('POST /vid/api/passkey-options', () => data(creationOptions));
  network().on('POST /vid/api/passkeys', () => data(passkey));
  return visit('/signin/otp/confirm');
};

describe('the passkey offer after a sign-in by code', () => {
  const title = 'Đăng nhập nhanh hơn vào lần sau';

  test('adds a passkey with one press', async () => {
    const device = stubAuthenticator();
    const { user, unmount } = signInByCode();
    await heading(title);
    await user.click(screen.getByRole('button', { name: 'Thêm passkey' }));
    await arrive('/user/information');
    expect(device.create).toHaveBeenCalledOnce();
    expect(bodiesOf('POST /vid/api/passkeys')).toHaveLength(1);
    expect(allStored()).toContain('vidPasskeysHere=["psk_1"]');
    unmount();
    network().on('GET /vid/api/passkeys', () => data([passkey]));
    visit('/signin/passkey');
    await arrive('/user/information');
    expect(bodiesOf(decline)).toEqual([]);
  });

  test('keeps its button busy until the server refuses to prepare the passkey', async () => {
    stubAuthenticator();
    const { user } = signInByCode();
    await heading(title);
    await expectRefusedPress(user, 'POST /vid/api/passkey-options', 'Thêm passkey', network());
  });

  test('is made after the second step of a sign-in with two steps', async () => {
    stubAuthenticator();
    const { user } = signInByCode({
      mfaToken: 'x',
      methods: ['totp'],
      mayRememberDevice: true,
      expiresIn: 600,
    });
    network().on('POST /vid/ajax/auth/login/two-step', () => data(person));
    await heading('Xác minh hai bước');
    await user.type(screen.getByRole('textbox', { name: 'Mã xác minh' }), '123456');
    expect(await heading(title)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Để sau' }));
    await arrive('/user/information');
  });

  test('reports “not now” to the server and opens the next page', async () => {
    stubAuthenticator();
    const { user } = signInByCode();
    await heading(title);
    await user.click(screen.getByRole('button', { name: 'Để sau' }));
    await arrive('/user/information');
    expect(bodiesOf(decline)).toHaveLength(1);
  });

  test('closes if the device already has a passkey', async () => {
    const device = stubAuthenticator();
    const { user } = signInByCode();
    await heading(title);
    device.create.mockRejectedValueOnce(cancelled());
    await user.click(screen.getByRole('button', { name: 'Thêm passkey' }));
    expect(await screen.findByText('Thao tác với passkey chưa hoàn tất. Bạn có thể thử lại.')).toBeTruthy();
    device.create.mockRejectedValueOnce(alreadyHere());
    await user.click(screen.getByRole('button', { name: 'Thêm passkey' }));
    await arrive('/user/information');
    expect(bodiesOf(decline)).toHaveLength(1);
  });

  test('is not made on a device that cannot keep a passkey', async () => {
    stubAuthenticator({ isBuiltIn: false });
    const { unmount } = signInByCode();
    await arrive('/user/information');
    expect(network().calls.map(({ endpoint }) => endpoint)).not.toContain('GET /vid/api/passkey-offer');
    unmount();
    stubAuthenticator();
    network().on('GET /vid/api/passkey-offer', () => refusal(503, { error: 'x', message: 'UNAVAILABLE' }));
    visit('/signin/passkey');
    await arrive('/user/information');
  });
});
