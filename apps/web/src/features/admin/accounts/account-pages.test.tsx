import { Route, Routes } from 'react-router';
import { beforeEach, describe } from 'vitest';
import { data } from '../../../../test/fake-server.ts';
import { network, person, renderPage, useMemberScreens } from '../../../../test/member.tsx';
import { openCheck } from '../../../../test/sign-in-check.ts';
import { type ShownPage, testShownPages } from '../../../../test/shown-pages.tsx';
import { loadTexts } from '#shared/i18n/i18n.ts';
import type { UserInfo } from '#state/auth.ts';
import { AccountPage } from './account.page.tsx';
import { AccountsPage } from './accounts.page.tsx';
import type { AccountDetail, AccountItem, SignInCheck } from './accounts.tsx';

const at = '2026-03-10T02:00:00.000Z';
const later = '2026-03-12T02:00:00.000Z';
const clerk: UserInfo = { ...person, id: 'acc_admin', role: 'admin' };
const author = { id: 'acc_admin', name: 'Trần Bình' };

const account: AccountDetail = {
  id: 'acc_member',
  phone: '+84912345678',
  name: 'Lê Minh Châu',
  avatar: null,
  email: 'chau@example.vn',
  kind: 'personal',
  status: 'active',
  role: 'user',
  object: 'broker',
  province: '01',
  createdAt: '2026-03-01T02:00:00.000Z',
  lastSignInAt: at,
  emailConfirmed: false,
  referralCode: 'K7M2Q9XA',
  enterprise: null,
  isOwn: false,
  lockedByOwner: false,
  eraseAt: null,
  hasPassword: true,
  mustChangePassword: false,
  twoStepSince: at,
  passkeys: 2,
  identities: [
    { provider: 'zalo', linkedAt: at },
    { provider: 'google', linkedAt: at },
  ],
  sessions: [
    {
      id: 'ses_1',
      device: { browser: 'Zalo', system: 'Android', isMobile: true },
      place: 'Hà Nội',
      address: '203.0.113.7',
      createdAt: at,
      lastSeenAt: at,
    },
    {
      id: 'ses_2',
      device: { browser: '', system: '', isMobile: false },
      address: '203.0.113.8',
      createdAt: at,
      lastSeenAt: at,
    },
  ],
  lock: null,
  hiddenNavIds: ['privacy'],
  unavailableNavIds: ['administration', 'applications'],
  managableApplications: [],
  notes: [
    { id: '2', text: 'Đã gọi lại.', author, createdAt: at },
    { id: '1', text: 'Hỏi về mã OTP.', author: null, createdAt: at },
  ],
  consents: [{ purpose: 'marketing', action: 'given', noticeVersion: '2026-01-01', at }],
  applicationConsents: [
    {
      application: { code: 'shop', name: 'Shop' },
      scopes: ['openid', 'profile'],
      agreedAt: at,
      lastUsedAt: at,
    },
    { application: { code: 'bank', name: 'Bank' }, scopes: ['openid'], agreedAt: null, lastUsedAt: null },
  ],
  permissions: [
    {
      application: { code: 'shop', name: 'Shop' },
      role: 'editor',
      roleName: 'editor',
      status: 'locked',
      createdAt: at,
    },
  ],
};
const enterprise: AccountDetail = {
  ...account,
  phone: null,
  name: null,
  email: null,
  kind: 'enterprise',
  object: null,
  enterprise: {
    name: 'Địa ốc Sông Hồng',
    shortName: 'Sông Hồng',
    taxCode: '0100109106',
    representative: 'Lê Ổn',
    verified: true,
  },
  hasPassword: false,
  twoStepSince: null,
  passkeys: 0,
  identities: [],
  sessions: [],
  notes: [],
};

const code: SignInCheck['codes'][number] = {
  requestedAt: '2026-03-10T02:58:03.000Z',
  purpose: 'signin',
  channel: 'sms',
  gateway: 'accepted',
  delivered: 'yes',
  state: 'used',
  enteredAt: '2026-03-10T02:59:04.000Z',
  usedAt: '2026-03-10T02:59:05.000Z',
  expiresAt: '2026-03-10T03:03:00.000Z',
  digits: 6,
  wrong: 0,
  isKnownDevice: true,
  network: null,
};
const closed: SignInCheck = {
  ...openCheck,
  verdict: { answer: 'no', reason: 'codes-limit', until: '2026-03-10T03:20:00.000Z' },
  codes: [
    { ...code, state: 'waiting', gateway: 'sending', delivered: 'unknown', enteredAt: null, usedAt: null },
    { ...code, requestedAt: at, usedAt: null, state: 'entered', wrong: 2, digits: 8 },
    {
      ...code,
      requestedAt: '2026-03-09T02:00:00.000Z',
      state: 'failed',
      gateway: 'failed',
      delivered: 'no',
      enteredAt: null,
      usedAt: null,
      isKnownDevice: false,
      network: '203.0.113.0/24',
    },
  ],
  tries: { passwords: 3, lastPasswordAt: at, codes: 4, appCodes: 5 },
  limits: [
    { limit: 'codes-hour', lift: 'codes', until: '2026-03-10T03:20:00.000Z', network: null },
    { limit: 'network-hour', lift: null, until: null, network: '203.0.113.0/24' },
  ],
  holds: [
    { hold: 'sensitive-changes', until: later },
    { hold: 'phone-in-doubt', until: null },
  ],
  devices: { known: 1, blocked: 2 },
};
const recovery: NonNullable<SignInCheck['recovery']> = {
  stage: 'waiting',
  channel: 'mail',
  contact: null,
  requestedAt: at,
  endsAt: later,
  requestedBy: null,
  confirmedBy: null,
  approvalId: null,
};

const answerAccount = (change: Partial<AccountDetail>) => () =>
  network().on('GET /vid/api/admin/accounts/:accountId', () => data({ ...account, ...change }));
const answerCheck = (check: SignInCheck) => () =>
  network().on('GET /vid/api/admin/accounts/:accountId/sign-in-check', () => data(check));
const answerRecovery = (change: Partial<typeof recovery>) =>
  answerCheck({ ...openCheck, recovery: { ...recovery, ...change } });

const one = '/admin/accounts/acc_member';
const listed = ({ phone, email, ...more }: Partial<AccountItem>): AccountItem => ({
  id: 'acc_1',
  name: 'Lê An',
  avatar: null,
  kind: 'personal',
  status: 'active',
  role: 'user',
  object: 'broker',
  province: '01',
  createdAt: '2026-03-01T20:00:00.000Z',
  lastSignInAt: '2026-03-02T20:00:00.000Z',
  phone: phone ?? '+84987654321',
  email: email ?? null,
  ...more,
});

const pages: Readonly<Record<string, ShownPage>> = {
  accounts: { path: '/admin/accounts' },
  'the accounts that a search finds': { path: '/admin/accounts?search=an' },
  'the menu of an account that is locked': {
    path: '/admin/accounts',
    steps: (press) => press('Thao tác với Lê Bình'),
  },
  'the menu of the administrator’s own account': {
    path: '/admin/accounts',
    steps: (press) => press('Thao tác với Trần Bình'),
  },
  'the question before an account is unlocked': {
    path: '/admin/accounts',
    of: 'dialog',
    steps: (press) => press('Thao tác với Lê Bình', /^Mở khóa/u),
  },
  'the question before the sessions of accounts end': {
    path: '/admin/accounts',
    of: 'dialog',
    steps: (press) => press('Chọn tất cả trong trang', 'Kết thúc mọi phiên'),
  },
  'an account that can sign in': { path: one },
  'an account that cannot sign in': { path: one, answers: answerCheck(closed) },
  'an account whose SMS code was not sent': {
    path: one,
    answers: answerCheck({
      ...openCheck,
      verdict: { answer: 'partly', reason: 'sms-failed', until: null },
      codes: [code],
    }),
  },
  'the question before a limit is lifted': {
    path: one,
    of: 'dialog',
    answers: answerCheck(closed),
    steps: (press) => press(/^Xóa giới hạn|^Bỏ giới hạn|mã OTP/u),
  },
  'the administrator’s own account': { path: one, answers: answerAccount({ isOwn: true, role: 'admin' }) },
  'the account of an enterprise': { path: one, answers: answerAccount(enterprise) },
  'an account that support locked': {
    path: one,
    answers: answerAccount({
      status: 'locked',
      lock: { at, by: author, reason: 'Giả mạo', isUndo: false },
      mustChangePassword: true,
      eraseAt: later,
    }),
  },
  'an account that its owner locked': {
    path: one,
    answers: answerAccount({
      status: 'locked',
      lockedByOwner: true,
      lock: { at, by: author, reason: null, isUndo: false },
    }),
  },
  'the question before an account is locked': {
    path: one,
    of: 'dialog',
    steps: (press) => press('Khóa tài khoản'),
  },
  'the question before an account’s sessions end': {
    path: one,
    of: 'dialog',
    steps: (press) => press('Kết thúc mọi phiên'),
  },
  'the further actions on a member': { path: one, steps: (press) => press('Thao tác khác') },
  'the further actions on an administrator': {
    path: one,
    answers: answerAccount({ role: 'admin', mustChangePassword: true }),
    steps: (press) => press('Thao tác khác'),
  },
  'the request of a recovery': {
    path: one,
    of: 'dialog',
    steps: (press) => press('Thao tác khác', /^Khôi phục/u),
  },
  'a recovery by mail': { path: one, answers: answerRecovery({}) },
  'a recovery that a second administrator has confirmed': {
    path: one,
    answers: answerRecovery({
      channel: 'support',
      contact: '+84987654321',
      stage: 'ready',
      requestedBy: author,
      confirmedBy: { id: 'acc_2', name: 'Lê Ổn' },
    }),
  },
  'a recovery that waits for a second administrator': {
    path: one,
    answers: answerRecovery({
      channel: 'support',
      contact: 'chau@example.vn',
      stage: 'approval',
      endsAt: null,
      requestedBy: author,
      approvalId: 'apr_1',
    }),
  },
  'the roles and consents of an account': { path: `${one}?tab=access` },
  'the menu of a member': { path: `${one}?tab=menu` },
};

describe('the pages of accounts', () => {
  useMemberScreens();
  beforeEach(async () => {
    await loadTexts('admin');
    // Register this response first, because the fake server uses the first match and `:accountId` also matches
    // `bulk-changes`.
    network().on('GET /vid/api/admin/accounts/bulk-changes', () => data([]));
    answerAccount({})();
    answerCheck(openCheck)();
    network().on('GET /vid/api/admin/accounts/:accountId/events', () =>
      data([
        {
          id: '41',
          at,
          kind: 'sign-in.failed',
          account: { id: 'acc_member', name: 'Lê Minh Châu' },
          actor: null,
          address: '203.0.113.7',
          browser: 'Chrome',
          system: 'Android',
          reason: 'password',
          isUndo: false,
        },
        {
          id: '40',
          at,
          kind: 'account.locked',
          account: { id: 'acc_member', name: 'Lê Minh Châu' },
          actor: author,
          address: '203.0.113.7',
          browser: 'Chrome',
          system: 'Android',
          reason: 'Giả mạo',
          isUndo: false,
        },
        {
          id: '39',
          at,
          kind: 'password.changed',
          account: { id: 'acc_member', name: 'Lê Minh Châu' },
          actor: { id: 'acc_member', name: 'Lê Minh Châu' },
          address: '203.0.113.7',
          browser: 'Chrome',
          system: 'Android',
          reason: null,
          isUndo: false,
        },
      ]),
    );
    network().on('POST /vid/api/admin/accounts/search', () =>
      data({
        items: [
          listed({ email: 'an@example.vn' }),
          listed({ id: 'acc_2', name: 'Lê Bình', status: 'locked', kind: 'enterprise' }),
          listed({ id: 'acc_admin', name: 'Trần Bình', role: 'admin' }),
        ],
        next: 'more',
        count: 51,
      }),
    );
  });

  testShownPages(pages, ({ path, who = clerk }) =>
    renderPage(
      <Routes>
        <Route path="/admin/accounts" element={<AccountsPage />} />
        <Route path="/admin/accounts/:accountId" element={<AccountPage />} />
      </Routes>,
      who,
      path,
    ),
  );
});
