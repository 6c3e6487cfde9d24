import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { data, refusal } from '../../../../test/fake-server.ts';
import { thirdParty } from '../../../../test/sign-on.ts';
import { arrive, bodiesOf, heading, network, useVisitorScreens, visit } from '../../../../test/visitor.tsx';
import { enterprise, person } from '../../../../test/member.tsx';
import { sessionStarted } from '#session/session.ts';
import { setLocale } from '#shared/i18n/i18n.ts';
import { authEvents, useAuth } from '#state/auth.ts';
import { ssoEvents } from '#state/sso.ts';
import type { InteractionInfo } from './interaction-steps.ts';

useVisitorScreens();

const uid = 'interaction_1';
const address = `/intermediate?uid=${uid}`;
const load = 'GET /vid/api/sso/interactions/:uid';
const accept = 'POST /vid/api/sso/interactions/:uid/continue';
const save = 'PATCH /vid/api/users/profile';
const deny = 'POST /vid/api/sso/interactions/:uid/deny';

const consent: InteractionInfo = {
  prompt: 'consent',
  application: thirdParty,
  domain: 'san.example.vn',
  requiresName: false,
  requiresEmail: false,
  restart: null,
  account: {
    id: 'acc_1',
    name: 'Nguyễn Thị Ánh',
    avatar: null,
    phone: '09•• ••• 678',
    isEmailConfirmed: false,
  },
  needsFreshSignIn: false,
  scopes: ['openid', 'profile'],
  loginHint: null,
  locale: null,
  signInWay: null,
};

let left = vi.fn<Location['replace']>();
beforeEach(() => {
  left = vi.fn<Location['replace']>();
  vi.spyOn(location, 'replace').mockImplementation(left);
});
afterEach(() => vi.restoreAllMocks());

const button = (name: string) => screen.getByRole('button', { name });

describe('the page of an OpenID Connect interaction', () => {
  test('returns to the OpenID Connect provider after the user agrees', async () => {
    network().on(load, () => data(consent));
    network().on(accept, () => data({ continueTo: `/vid/oidc/auth/${uid}` }));
    const { user } = visit(address);
    await heading('Sàn Hội muốn truy cập thông tin của bạn');
    await user.click(button('Đồng ý'));
    await waitFor(() => expect(left.mock.calls).toEqual([[`${location.origin}/vid/oidc/auth/${uid}`]]));
    // The button stays busy while the browser leaves the page.
    expect(button('Đồng ý').getAttribute('aria-busy')).toBe('true');
  });

  test.each([
    ['consent', 'Từ chối', 'Đồng ý'],
    ['consent', 'Đồng ý', 'Từ chối'],
    ['select_account', 'Hủy', 'Tiếp tục với tài khoản Nguyễn Thị Ánh'],
    ['select_account', 'Tiếp tục với tài khoản Nguyễn Thị Ánh', 'Hủy'],
  ] as const)('for %s, shows “%s” as busy and ignores a press of “%s”', async (prompt, pressed, other) => {
    network().on(load, () => data({ ...consent, prompt }));
    network().on(deny, () => data({ continueTo: `/vid/oidc/auth/${uid}` }));
    network().on(accept, () => data({ continueTo: `/vid/oidc/auth/${uid}` }));
    const { user } = visit(address);
    await user.click(await screen.findByRole('button', { name: pressed }));
    await waitFor(() => expect(left).toHaveBeenCalledOnce());
    expect(button(pressed).getAttribute('aria-busy')).toBe('true');
    expect(button(other).getAttribute('aria-busy')).toBeNull();
    await user.click(button(other));
    expect(network().calls).toHaveLength(2);
  });

  test('applies the language of the request unless the user chose one', async () => {
    network().on(load, () => data({ ...consent, locale: 'en' }));
    const { unmount } = visit(address);
    await heading('Sàn Hội wants to access your information');
    unmount();
    await setLocale('vi');
    ssoEvents.localeChosen('vi');
    visit(address);
    expect(await heading('Sàn Hội muốn truy cập thông tin của bạn')).toBeTruthy();
  });

  test('offers to continue as an account that has only a phone number', async () => {
    const account = consent.account && { ...consent.account, name: null };
    network().on(load, () => data({ ...consent, prompt: 'select_account', account }));
    visit(address);
    await heading('Tiếp tục đến Sàn Hội');
    screen.getByText('09•• ••• 678');
    expect(button('Tiếp tục')).toBeTruthy();
  });

  test('loads the interaction again after an outage', async () => {
    network().on(load, () => data(consent));
    network().failOnce(load);
    visit(address);
    expect(await heading('Sàn Hội muốn truy cập thông tin của bạn')).toBeTruthy();
  });

  test('offers to open a program again after three seconds', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const restart = '/vid/oidc/auth?client_id=shop-native';
    network().on(load, () => data({ ...consent, restart }));
    network().on(accept, () => data({ continueTo: `/vid/oidc/auth/${uid}` }));
    const { user } = visit(address);
    await heading('Sàn Hội muốn truy cập thông tin của bạn');
    await user.click(button('Đồng ý'));
    await waitFor(() => expect(left).toHaveBeenCalledOnce());
    await act(() => vi.advanceTimersByTimeAsync(3_000));
    screen.getByRole('heading', { level: 1, name: 'Đang mở Sàn Hội' });
    expect(screen.queryByRole('button', { name: 'Đồng ý' })).toBeNull();
    await user.click(button('Mở Sàn Hội'));
    expect(left.mock.calls.at(-1)).toEqual([location.origin + restart]);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(button('Mở Sàn Hội')).toBeTruthy();
  });

  test('shows the request again after a sign-in to another account', async () => {
    network().on(load, () => data(consent));
    network().on(accept, () => refusal(403, { error: 'x', message: 'CONSENT_REQUIRED' }));
    const { user } = visit(address);
    await heading('Sàn Hội muốn truy cập thông tin của bạn');
    const account = {
      id: 'acc_2',
      name: 'Trần Văn Bình',
      avatar: null,
      phone: '09•• ••• 321',
      isEmailConfirmed: false,
    };
    network().on(load, () => data({ ...consent, account }));
    await user.click(button('Đồng ý'));
    await screen.findByText('Trần Văn Bình');
    expect(left).not.toHaveBeenCalled();
    network().on(accept, () => data({ continueTo: `/vid/oidc/auth/${uid}` }));
    await user.click(button('Đồng ý'));
    await waitFor(() => expect(left).toHaveBeenCalledOnce());
    expect(bodiesOf(`POST /vid/api/sso/interactions/${uid}/continue`)).toEqual([
      { accountId: 'acc_1' },
      { accountId: 'acc_2' },
    ]);
  });

  test('continues without a screen if the application requested only a sign-in', async () => {
    network().on(load, () => data({ ...consent, prompt: 'login' }));
    network().on(accept, () => data({ continueTo: '/vid/oidc/auth/x' }));
    visit(address);
    await waitFor(() => expect(left).toHaveBeenCalledOnce());
    expect(bodiesOf(`POST /vid/api/sso/interactions/${uid}/continue`)).toHaveLength(1);
  });

  test('opens the sign-up for a signed-in user if the application requested it', async () => {
    network().on(load, () =>
      data({ ...consent, prompt: 'login', needsFreshSignIn: true, signInWay: 'sign-up' }),
    );
    sessionStarted(person);
    visit(address);
    await heading('Tạo tài khoản');
    expect(useAuth.getState().loginRedirectTo).toBe(address);
  });

  test('opens the error page instead of another origin', async () => {
    network().on(load, () => data(consent));
    network().on(deny, () => data({ continueTo: 'https://evil.test/' }));
    const { user } = visit(address);
    await heading('Sàn Hội muốn truy cập thông tin của bạn');
    await user.click(button('Từ chối'));
    await waitFor(() => expect(left.mock.calls).toEqual([['/vid/web/error/500']]));
  });

  test.each(['https://evil.test/', '/vid/web/users'])(
    'refuses to leave for %s and offers no program',
    async (continueTo) => {
      vi.useFakeTimers({ shouldAdvanceTime: true });
      network().on(load, () => data({ ...consent, restart: '/vid/oidc/auth?client_id=shop-native' }));
      network().on(deny, () => data({ continueTo }));
      const { user } = visit(address);
      await heading('Sàn Hội muốn truy cập thông tin của bạn');
      await user.click(button('Từ chối'));
      await waitFor(() => expect(left.mock.calls).toEqual([['/vid/web/error/500']]));
      await vi.advanceTimersByTimeAsync(3_000);
      expect(screen.queryByRole('button', { name: 'Mở Sàn Hội' })).toBeNull();
      expect(await heading('Sàn Hội muốn truy cập thông tin của bạn')).toBeTruthy();
    },
  );

  test('offers an account without permission the choice of another account', async () => {
    network().on(load, () => data({ ...consent, prompt: 'login' }));
    network().on(accept, () => refusal(403, { error: 'x', message: 'SSO_FORBIDDEN' }));
    const { user } = visit(address);
    await heading('Bạn chưa có quyền dùng Sàn Hội');
    await user.click(button('Dùng tài khoản khác'));
    await waitFor(() => expect(screen.queryByText('Bạn chưa có quyền dùng Sàn Hội')).toBeNull());
  });

  test('opens the requested sign-in method and fills in the hint', async () => {
    network().on(load, () => data({ ...consent, account: null, signInWay: 'otp', loginHint: '0912345678' }));
    visit(address);
    await arrive('/signin/otp');
    expect(useAuth.getState()).toMatchObject({
      phone: '0912345678',
      loginRedirectTo: address,
      newSignInRequestedBy: null,
    });
  });

  test('does not fill in a hint that is not a phone number', async () => {
    network().on(load, () => data({ ...consent, account: null, loginHint: 'anh@example.vn' }));
    authEvents.phoneEntered('0987654321');
    visit(address);
    await arrive('/signin/otp');
    expect(useAuth.getState().phone).toBe('0987654321');
  });

  test.each([
    ['TOKEN_MISSING', 401, null],
    ['TOKEN_INVALID', 401, null],
    ['SSO_REAUTHENTICATE', 400, 'application'],
  ] as const)('opens the sign-in if the server answers %s (%i)', async (message, status, askedBy) => {
    sessionStarted(person);
    network().on(load, () => data({ ...consent, signInWay: 'password' }));
    network().on(accept, () => refusal(status, { error: 'x', message }));
    const { user } = visit(address);
    await heading('Sàn Hội muốn truy cập thông tin của bạn');
    await user.click(button('Đồng ý'));
    // A requested method applies only to the sign-in that the application has requested.
    await arrive(askedBy === null ? '/signin/otp' : '/signin');
    expect(useAuth.getState()).toMatchObject({
      loginRedirectTo: address,
      newSignInRequestedBy: askedBy,
      endReason: askedBy === null ? 'expired' : null,
    });
    await screen.findByText('Sàn Hội');
  });

  test('opens the sign-in if the session has ended on the server', async () => {
    sessionStarted(person);
    network().on(load, () => data({ ...consent, account: null }));
    visit(address);
    await arrive('/signin/otp');
    await screen.findByText('Sàn Hội');
    expect(useAuth.getState()).toMatchObject({ loginRedirectTo: address, endReason: 'expired' });
    expect(network().calls.filter(({ endpoint }) => endpoint.includes('/interactions/'))).toHaveLength(1);
  });

  test.each([
    [
      'PASSWORD_CHANGE_REQUIRED',
      'change-password',
      '/reset-password',
      `GET /vid/api/sso/interactions/${uid}`,
    ],
    ['AGREEMENT_REQUIRED', 'agree', '/agree', 'GET /vid/api/agreement'],
    ['DELETION_PENDING', 'decide-deletion', '/keep-account', 'GET /vid/api/privacy/deletion'],
  ] as const)(
    'after the refusal %s, opens the page of the demand “%s”',
    async (message, demand, page, read) => {
      sessionStarted({ ...person, demands: [demand] });
      network().on(load, () => data({ ...consent, prompt: 'login' }));
      network().on(accept, () => refusal(403, { error: 'x', message }));
      visit(address);
      const push = vi.spyOn(history, 'pushState');
      await arrive(page);
      // Wait for the demand's page to read its data before the test ends.
      await waitFor(() => expect(network().calls.map(({ endpoint }) => endpoint)).toContain(read));
      expect(useAuth.getState().loginRedirectTo).toBe(address);
      expect(push).not.toHaveBeenCalled();
    },
  );

  test.each([
    [null, '/signin/otp'],
    ['password', '/signin'],
  ] as const)('maps the sign-in method %s to the page %s', async (signInWay, page) => {
    network().on(load, () => data({ ...consent, account: null, signInWay }));
    visit(address);
    await arrive(page);
    expect(useAuth.getState().loginRedirectTo).toBe(address);
  });

  test('lets the user continue with another account', async () => {
    network().on(load, () => data(consent));
    const { user } = visit(address);
    await heading('Sàn Hội muốn truy cập thông tin của bạn');
    await user.click(button('Dùng tài khoản khác'));
    await arrive('/signin/otp');
    expect(useAuth.getState().newSignInRequestedBy).toBe('person');
  });

  test.each([
    ['a personal', person, { name: 'Nguyễn Thị Ánh' }, 'Họ và tên'],
    ['an enterprise', enterprise, { enterprise: { name: 'Nguyễn Thị Ánh' } }, 'Tên doanh nghiệp'],
  ])('asks %s account for the name that the application requires', async (_kind, who, body, label) => {
    sessionStarted({ ...who, name: null });
    const login: InteractionInfo = { ...consent, prompt: 'login', requiresName: true };
    network().on(load, () =>
      data({
        ...login,
        account: { id: who.id, name: null, avatar: null, phone: '09•• ••• 678', isEmailConfirmed: false },
      }),
    );
    network().on(save, () => data(who));
    network().on(accept, () => data({ continueTo: `/vid/oidc/auth/${uid}` }));
    const { user } = visit(address);
    await heading('Bổ sung tên để tiếp tục');
    await user.click(button('Tiếp tục'));
    expect(await screen.findByText(`Vui lòng nhập ${label.toLowerCase()}.`)).toBeTruthy();
    network().on(load, () => data(login));
    await user.type(screen.getByLabelText(label), 'Nguyễn Thị Ánh');
    await user.click(button('Tiếp tục'));
    await waitFor(() => expect(left.mock.calls).toEqual([[`${location.origin}/vid/oidc/auth/${uid}`]]));
    expect(bodiesOf(save)).toEqual([body]);
  });

  test.each([
    ['name', person],
    ['enterprise.name', enterprise],
  ])('shows the server’s refusal of %s at the field', async (field, who) => {
    sessionStarted({ ...who, name: null });
    network().on(load, () =>
      data({
        ...consent,
        requiresName: true,
        account: { id: who.id, name: null, avatar: null, phone: '09•• ••• 678', isEmailConfirmed: false },
      }),
    );
    network().on(save, () =>
      refusal(400, { error: 'x', message: 'VALIDATION_FAILED', fields: { [field]: 'Tên có ký tự lạ.' } }),
    );
    const { user } = visit(address);
    const input = await screen.findByRole('textbox');
    await user.type(input, 'Nguyễn Thị Ánh');
    await user.click(button('Tiếp tục'));
    await waitFor(() => expect(input.getAttribute('aria-invalid')).toBe('true'));
    screen.getByText('Tên có ký tự lạ.');
  });

  test('repeats the save of a name after an outage', async () => {
    sessionStarted({ ...person, name: null });
    network().on(load, () => data(nameless));
    network().on(save, () => data(person));
    network().failOnce(save);
    const { user } = visit(address);
    await user.type(await screen.findByLabelText('Họ và tên'), 'Nguyễn Thị Ánh');
    network().on(load, () => data(consent));
    await user.click(button('Tiếp tục'));
    expect(await heading('Sàn Hội muốn truy cập thông tin của bạn')).toBeTruthy();
  });

  const nameless: InteractionInfo = {
    ...consent,
    requiresName: true,
    account: { id: person.id, name: null, avatar: null, phone: '09•• ••• 678', isEmailConfirmed: false },
  };

  test('denies the request when the user refuses to give a name', async () => {
    network().on(load, () => data(nameless));
    network().on(deny, () => data({ continueTo: `/vid/oidc/auth/${uid}` }));
    const { user } = visit(address);
    await heading('Bổ sung tên để tiếp tục');
    await user.type(screen.getByLabelText('Họ và tên'), 'Nguyễn Thị Ánh');
    await user.click(button('Hủy'));
    await waitFor(() => expect(left.mock.calls).toEqual([[`${location.origin}/vid/oidc/auth/${uid}`]]));
    const changes = network().calls.filter(({ endpoint }) => !endpoint.startsWith('GET '));
    expect(changes.map(({ endpoint }) => endpoint)).toEqual([`POST /vid/api/sso/interactions/${uid}/deny`]);
  });

  test('does not rename an account that another tab has signed in to', async () => {
    sessionStarted({ ...person, name: null });
    network().on(load, () => data(nameless));
    const { user } = visit(address);
    await heading('Bổ sung tên để tiếp tục');
    await user.type(screen.getByLabelText('Họ và tên'), 'Nguyễn Thị Ánh');
    const other = { id: 'acc_2', sessionToken: 'ses_2' };
    const state = { isAuthenticated: true, user: { ...useAuth.getState().user, ...other } };
    localStorage.setItem('vidPersist:auth', JSON.stringify({ state, version: 1 }));
    const account = {
      id: other.id,
      name: 'Trần Văn Bình',
      avatar: null,
      phone: '09•• ••• 321',
      isEmailConfirmed: false,
    };
    network().on('GET /vid/ajax/auth/me', () => data({ ...person, ...other, name: account.name }));
    network().on(load, () => data({ ...nameless, account }));
    await user.click(button('Tiếp tục'));
    await heading('Sàn Hội muốn truy cập thông tin của bạn');
    screen.getByText('Trần Văn Bình');
    expect(bodiesOf(save)).toEqual([]);
  });

  test('asks for the name if the server reports that it is missing', async () => {
    network().on(load, () => data(consent));
    network().on(accept, () => refusal(403, { error: 'x', message: 'NAME_REQUIRED' }));
    const { user } = visit(address);
    await heading('Sàn Hội muốn truy cập thông tin của bạn');
    await user.click(button('Đồng ý'));
    await heading('Bổ sung tên để tiếp tục');
    expect(left).not.toHaveBeenCalled();
  });

  test('names the application’s domain, operator and policy', async () => {
    const application = {
      ...consent.application,
      operatorName: 'Công ty Sàn Việt',
      policyUrl: 'https://san.example.vn/policy',
    };
    const account = consent.account && { ...consent.account, avatar: '/vid/avatar/1.webp' };
    network().on(load, () => data({ ...consent, application, account }));
    const { container } = visit(address);
    await heading('Sàn Hội muốn truy cập thông tin của bạn');
    screen.getByText('san.example.vn');
    screen.getByText('Công ty Sàn Việt');
    const policy = screen.getByRole('link', { name: 'Chính sách bảo mật của ứng dụng' });
    expect([policy.getAttribute('href'), policy.getAttribute('rel')]).toEqual([
      'https://san.example.vn/policy',
      'noreferrer',
    ]);
    expect(container.querySelector('img[src="/vid/avatar/1.webp"]')).not.toBeNull();
  });

  test('F3 links to no policy whose URL is not https', async () => {
    const application = { ...consent.application, policyUrl: 'javascript:alert(1)' };
    network().on(load, () => data({ ...consent, application }));
    visit(address);
    await heading('Sàn Hội muốn truy cập thông tin của bạn');
    expect(screen.queryByRole('link', { name: 'Chính sách bảo mật của ứng dụng' })).toBeNull();
  });

  test('shows the buttons to refuse and agree in equal columns', async () => {
    network().on(load, () => data(consent));
    visit(address);
    await heading('Sàn Hội muốn truy cập thông tin của bạn');
    const [refuse, agree] = [button('Từ chối'), button('Đồng ý')];
    expect(refuse.parentElement).toBe(agree.parentElement);
    expect(refuse.parentElement?.classList).toContain('grid-cols-2');
    expect([...refuse.classList]).toContain('w-full');
    expect([...agree.classList]).toContain('w-full');
  });

  test('shows which account has no permission', async () => {
    network().on(load, () => data({ ...consent, prompt: 'login' }));
    network().on(accept, () => refusal(403, { error: 'x', message: 'SSO_FORBIDDEN' }));
    network().on(deny, () => data({ continueTo: `/vid/oidc/auth/${uid}` }));
    const { user } = visit(address);
    await heading('Bạn chưa có quyền dùng Sàn Hội');
    screen.getByText('Nguyễn Thị Ánh');
    screen.getByText('09•• ••• 678');
    await user.click(button('Quay lại Sàn Hội'));
    await waitFor(() => expect(left).toHaveBeenCalledOnce());
    expect(button('Quay lại Sàn Hội').getAttribute('aria-busy')).toBe('true');
  });

  test('reports an expired request', async () => {
    network().on(load, () => refusal(400, { error: 'x', message: 'SSO_REQUEST_EXPIRED' }));
    visit(address);
    expect(await heading('Yêu cầu đăng nhập đã hết hạn')).toBeTruthy();
  });

  test('can be retried after a failure', async () => {
    network().on(load, () => refusal(429, { error: 'Chậm lại.', message: 'RATE_LIMITED' }));
    const { user } = visit(address);
    await screen.findByText('Chậm lại.');
    network().on(load, () => data(consent));
    await user.click(button('Thử lại'));
    expect(await heading('Sàn Hội muốn truy cập thông tin của bạn')).toBeTruthy();
  });
});
