import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { data, refusal } from '../../../../test/fake-server.ts';
import { person } from '../../../../test/member.tsx';
import { application, redirectTo, settings, thirdParty } from '../../../../test/sign-on.ts';
import { bodiesOf, heading, network, useVisitorScreens, visit } from '../../../../test/visitor.tsx';
import { validateRequest } from '#features/sso/flow/sso-run.ts';
import { sessionStarted } from '#session/session.ts';
import { isRecord } from '#shared/lib/is-record.ts';
import { useAuth } from '#state/auth.ts';
import { ssoEvents, useSso } from '#state/sso.ts';
import type { InteractionInfo } from './interaction-steps.ts';

type Account = NonNullable<InteractionInfo['account']>;

useVisitorScreens();

const information = 'GET /vid/api/users/information';
const me = 'GET /vid/ajax/auth/me';
const save = 'PATCH /vid/api/users/profile';
const send = 'POST /vid/api/users/email/send';
const codeRequest = 'POST /vid/api/auth/code/request';
const validate = 'POST /vid/ajax/apps/view/validateRedirectUrls';
const title = 'Xác nhận email để tiếp tục';
const newcomer = { ...person, email: null };
const confirmed = { ...person, isEmailConfirmed: true };
const needsEmail = { ...application, requiresEmail: true };

const button = (name: string) => screen.getByRole('button', { name });
const stateIs = (state: 'none' | 'waiting' | 'confirmed', canConfirm = true) =>
  network().on(information, () =>
    data({
      email: { state, canConfirm },
      accountReturn: null,
      certificate: null,
      verification: null,
      password: null,
    }),
  );
/** Confirms the address, as the member does on any device, and returns to this page. */
const confirmElsewhere = () => {
  stateIs('confirmed');
  network().on(me, () => data(confirmed));
  act(() => void dispatchEvent(new Event('online')));
};

let left = vi.fn<Location['replace']>();
beforeEach(() => {
  left = vi.fn<Location['replace']>();
  vi.spyOn(location, 'replace').mockImplementation(left);
  useSso.setState({ answered: [] });
  ssoEvents.reset();
  stateIs('none');
  network().on(save, ({ body }) => data({ ...person, email: isRecord(body) ? String(body['email']) : null }));
  network().on(send, () => data(true));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const arriveAs = async (who: typeof person) => {
  await validateRequest(() => {});
  sessionStarted(who);
  return visit('/home').user;
};

describe('the page for a community request that requires a confirmed e-mail address', () => {
  beforeEach(() => {
    ssoEvents.settingsRead(settings);
    network().on(validate, () => data({ ...needsEmail, redirectUrls: [redirectTo] }));
    network().on(codeRequest, () => data({ authCode: 'code', iss: 'https://vid', expiresIn: 60 }));
  });

  test('continues once the address is confirmed elsewhere', async () => {
    const user = await arriveAs(newcomer);
    await heading(title);
    screen.getByText(/^Sàn Hội cần địa chỉ email/u);
    await user.type(screen.getByLabelText('Email'), 'moi@example.vn');
    await user.click(button('Gửi liên kết'));
    await screen.findByText(/^Đã gửi liên kết đến moi@example\.vn\./u);
    expect([bodiesOf(save), bodiesOf(codeRequest)]).toEqual([[{ email: 'moi@example.vn' }], []]);
    confirmElsewhere();
    await waitFor(() => expect(left).toHaveBeenCalledOnce());
    expect(bodiesOf(codeRequest)).toHaveLength(1);
  });

  test('asks the server every five seconds whether the address is confirmed', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await arriveAs(newcomer);
    await heading(title);
    stateIs('confirmed');
    network().on(me, () => data(confirmed));
    network().failOnce(information);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(left).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await waitFor(() => expect(left).toHaveBeenCalledOnce());
  });

  test('sends the link again to a saved address', async () => {
    stateIs('waiting');
    const user = await arriveAs(person);
    await heading(title);
    // The server stores an e-mail address in lower case.
    await user.clear(screen.getByLabelText('Email'));
    await user.type(screen.getByLabelText('Email'), 'Anh@Example.vn');
    await user.click(button('Gửi liên kết'));
    await screen.findByText(/^Đã gửi liên kết đến anh@example\.vn\./u);
    await user.clear(screen.getByLabelText('Email'));
    await user.type(screen.getByLabelText('Email'), 'khac@example.vn');
    await user.click(button('Gửi lại liên kết'));
    await screen.findByText(/^Đã gửi liên kết đến khac@example\.vn\./u);
    expect([bodiesOf(send).length, bodiesOf(save)]).toEqual([1, [{ email: 'khac@example.vn' }]]);
  });

  test('shows the server’s reason if no link can be sent', async () => {
    network().on(save, () => refusal(403, { error: 'Tạm giữ 24 giờ.', message: 'CHANGE_ON_HOLD' }));
    const user = await arriveAs(newcomer);
    await heading(title);
    await user.type(screen.getByLabelText('Email'), 'moi@example.vn');
    await user.click(button('Gửi liên kết'));
    await screen.findByText('Tạm giữ 24 giờ.');
    expect(screen.queryByText(/^Đã gửi liên kết/u)).toBeNull();
  });

  test('asks for the password if the server requires it', async () => {
    network().on(save, () => refusal(403, { error: 'Xác nhận.', message: 'REAUTHENTICATION_REQUIRED' }));
    const user = await arriveAs(newcomer);
    await heading(title);
    await user.type(screen.getByLabelText('Email'), 'moi@example.vn');
    await user.click(button('Gửi liên kết'));
    expect(await screen.findByRole('dialog', { name: 'Xác nhận danh tính' })).toBeTruthy();
  });

  test('explains that the server sends no mail', async () => {
    stateIs('none', false);
    const user = await arriveAs(newcomer);
    await screen.findByText(/^Hiện chưa gửi được email/u);
    expect(screen.queryByLabelText('Email')).toBeNull();
    await user.click(button('Hủy'));
    expect(left.mock.calls).toEqual([[`${redirectTo}?error=access_denied&lang=vi`]]);
  });

  test('continues at once if the address is confirmed', async () => {
    await arriveAs(confirmed);
    await waitFor(() => expect(left).toHaveBeenCalledOnce());
  });

  test('asks for the address if the server reports that it is missing', async () => {
    network().on(codeRequest, () => refusal(403, { error: 'x', message: 'EMAIL_REQUIRED' }));
    network().on(me, () => data(person));
    await arriveAs(confirmed);
    expect(await heading(title)).toBeTruthy();
  });
});

describe('the page for an OpenID Connect request that requires a confirmed e-mail address', () => {
  const uid = 'interaction_1';
  const load = 'GET /vid/api/sso/interactions/:uid';
  const accept = 'POST /vid/api/sso/interactions/:uid/continue';
  const bare: Account = {
    id: person.id,
    name: null,
    avatar: null,
    phone: '09•• ••• 678',
    isEmailConfirmed: false,
  };
  const request: InteractionInfo = {
    prompt: 'login',
    application: {
      code: 'san-hoi',
      name: 'Sàn Hội',
      logo: null,
      isFirstParty: true,
      operatorName: null,
      policyUrl: null,
    },
    domain: 'san.example.vn',
    requiresName: true,
    requiresEmail: true,
    restart: null,
    account: bare,
    needsFreshSignIn: false,
    scopes: ['openid'],
    loginHint: null,
    locale: null,
    signInWay: null,
  };
  const accountIs = (account: Account) => network().on(load, () => data({ ...request, account }));

  test('asks for the name and then for the address', async () => {
    sessionStarted({ ...newcomer, name: null });
    accountIs(bare);
    network().on(accept, () => data({ continueTo: `/vid/oidc/auth/${uid}` }));
    const { user } = visit(`/intermediate?uid=${uid}`);
    await heading('Bổ sung tên để tiếp tục');
    const named = { ...bare, name: 'Nguyễn Thị Ánh' };
    accountIs(named);
    await user.type(screen.getByLabelText('Họ và tên'), 'Nguyễn Thị Ánh');
    await user.click(button('Tiếp tục'));
    await heading(title);
    await user.clear(screen.getByLabelText('Email'));
    await user.type(screen.getByLabelText('Email'), 'moi@example.vn');
    await user.click(button('Gửi liên kết'));
    await screen.findByText(/^Đã gửi liên kết đến moi@example\.vn\./u);
    accountIs({ ...named, isEmailConfirmed: true });
    confirmElsewhere();
    await waitFor(() => expect(left.mock.calls).toEqual([[`${location.origin}/vid/oidc/auth/${uid}`]]));
  });

  test('sends no link for the account of another tab', async () => {
    const named = { ...bare, name: 'Nguyễn Thị Ánh' };
    sessionStarted(newcomer);
    accountIs(named);
    const { user } = visit(`/intermediate?uid=${uid}`);
    await heading(title);
    await user.type(screen.getByLabelText('Email'), 'moi@example.vn');
    const other = { id: 'acc_2', sessionToken: 'ses_2' };
    const state = { isAuthenticated: true, user: { ...useAuth.getState().user, ...other } };
    localStorage.setItem('vidPersist:auth', JSON.stringify({ state, version: 1 }));
    network().on(me, () => data({ ...newcomer, ...other }));
    accountIs({ ...named, id: other.id, isEmailConfirmed: true });
    network().on(accept, () => data({ continueTo: `/vid/oidc/auth/${uid}` }));
    await user.click(button('Gửi liên kết'));
    await waitFor(() => expect(left).toHaveBeenCalledOnce());
    expect(bodiesOf(save)).toEqual([]);
  });

  test('asks for the address if the server reports that it is missing', async () => {
    sessionStarted(person);
    accountIs({ ...bare, name: 'Nguyễn Thị Ánh', isEmailConfirmed: true });
    network().on(accept, () => refusal(403, { error: 'x', message: 'EMAIL_REQUIRED' }));
    visit(`/intermediate?uid=${uid}`);
    expect(await heading(title)).toBeTruthy();
    expect(left).not.toHaveBeenCalled();
  });
});

test('the device page asks for an e-mail address before it asks permission', async () => {
  const account = {
    id: person.id,
    name: 'Nguyễn Thị Ánh',
    avatar: null,
    phone: '+8491****78',
    isEmailConfirmed: false,
  };
  const found = {
    application: thirdParty,
    requiresName: false,
    requiresEmail: true,
    account,
    scopes: ['openid'],
  };
  network().on('POST /vid/api/sso/device/lookup', () => data(found));
  sessionStarted(person);
  const { user } = visit('/device?user_code=BCDF-GHJK');
  await heading('Đăng nhập trên thiết bị khác');
  await user.click(button('Tiếp tục'));
  await heading(title);
  network().on('POST /vid/api/sso/device/lookup', () =>
    data({ ...found, account: { ...account, isEmailConfirmed: true } }),
  );
  confirmElsewhere();
  expect(await heading('Cho phép thiết bị đăng nhập?')).toBeTruthy();
});
