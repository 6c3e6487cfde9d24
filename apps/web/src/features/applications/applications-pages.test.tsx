import { Route, Routes } from 'react-router';
import { beforeEach, describe, vi } from 'vitest';
import { application } from '../../../test/application.ts';
import { data } from '../../../test/fake-server.ts';
import { network, person, renderPage, useMemberScreens } from '../../../test/member.tsx';
import { type ShownPage, testShownPages } from '../../../test/shown-pages.tsx';
import { loadTexts } from '#shared/i18n/i18n.ts';
import type { UserInfo } from '#state/auth.ts';
import { ApplicationsPages } from './applications-pages.tsx';
import type { Client, ClientDetail } from './clients/clients.ts';
import type { Attempt } from './clients/doctor/attempt-card.tsx';
import type { PermissionDetail } from './permissions/permissions.tsx';
import type { AppRole } from './roles/roles.ts';

const at = '2026-11-21T02:00:00.000Z';
const admin: UserInfo = { ...person, role: 'admin' };
const roles: AppRole[] = [
  { code: 'editor', name: 'Biên tập viên', description: 'Sửa bài', isDefault: true, people: 3 },
  { code: 'reader', name: 'Bạn đọc', description: '', isDefault: false, people: 0 },
  { code: 'guest', name: 'Khách', description: '', isDefault: false, people: 1 },
];
const an: PermissionDetail = {
  id: 'prm_1',
  name: 'Lê Thị Ổn',
  avatar: null,
  phone: '+84912345678',
  email: 'on@example.vn',
  role: 'editor',
  roleName: 'Biên tập viên',
  status: 'active',
  createdBy: 'Trần Bình',
  createdAt: at,
  lastUsedAt: at,
  history: [
    { kind: 'changed', at, by: 'Trần Bình', role: 'editor' },
    { kind: 'added', at: '2026-11-20T02:00:00.000Z', by: null, role: 'gone' },
  ],
};
const locked: PermissionDetail = {
  ...an,
  id: 'prm_2',
  name: null,
  email: null,
  status: 'locked',
  createdBy: null,
  lastUsedAt: null,
  role: 'reader',
  roleName: 'Bạn đọc',
  history: [],
};
const web: ClientDetail = {
  id: 'shop-web',
  name: 'Trang web',
  kind: 'web',
  status: 'active',
  createdAt: at,
  authMethod: 'client_secret_basic',
  redirectUris: ['https://shop.example.vn/cb'],
  postLogoutUris: ['https://shop.example.vn/bye'],
  backchannelLogoutUri: 'https://shop.example.vn/logout',
  idTokenAlg: 'ES256',
  asksToContinue: true,
  requiresPar: false,
  requiresDpop: false,
  mayOmitPkce: true,
  requiresName: false,
  requiresEmail: true,
  scopes: ['openid', 'profile', 'email'],
  managementScopes: [],
  secrets: [{ createdAt: at, expiresAt: null }],
  keys: [],
};
const native: ClientDetail = {
  ...web,
  id: 'shop-app',
  kind: 'native',
  status: 'disabled',
  authMethod: 'none',
  redirectUris: [],
  postLogoutUris: [],
  backchannelLogoutUri: null,
  asksToContinue: false,
  requiresPar: true,
  mayOmitPkce: false,
  requiresName: true,
  requiresEmail: false,
  scopes: ['openid'],
  secrets: [],
};
const machine: ClientDetail = {
  ...native,
  id: 'shop-job',
  kind: 'machine',
  status: 'active',
  authMethod: 'private_key_jwt',
  requiresDpop: true,
  scopes: [],
  managementScopes: ['vid:applications:read'],
  secrets: [
    { createdAt: at, expiresAt: null },
    { createdAt: '2026-11-01T02:00:00.000Z', expiresAt: '2026-11-28T02:00:00.000Z' },
  ],
  keys: [{ kid: 'k1', kty: 'EC', alg: 'ES256' }],
};
const step = (name: Attempt['steps'][number]['step'], state: Attempt['steps'][number]['state'] = 'done') => ({
  step: name,
  state,
  at,
  problem: null,
});
const attempt: Attempt = {
  id: '1',
  protocol: 'openid',
  startedAt: at,
  steps: [step('request'), step('redirect'), step('signIn'), step('code'), step('token')],
};
const failed: Attempt = {
  ...attempt,
  id: '2',
  steps: [
    step('request'),
    {
      ...step('redirect', 'failed'),
      problem: {
        code: 'redirectMismatch',
        error: 'invalid_redirect_uri',
        detail: 'not registered',
        sent: 'https://shop.example.vn/cb/',
        expected: ['https://shop.example.vn/cb'],
        difference: 'slash',
      },
    },
  ],
};

const answerClient = (client: ClientDetail) => () =>
  network().on('GET /vid/api/apps/:appId/clients/:clientId', () => data(client));
const answerPerson = (found: PermissionDetail) => () =>
  network().on('GET /vid/api/apps/:appId/permissions/:permissionId', () => data(found));
const answerApplication = (change: Partial<typeof application>) => () =>
  network().on('GET /vid/api/apps/:appId', () => data({ ...application, ...change }));
const answerRoles = (found: readonly AppRole[]) => () =>
  network().on('GET /vid/api/apps/:appId/roles', () => data([...found]));

const pages: Readonly<Record<string, ShownPage>> = {
  'the applications of a manager': {
    path: '/apps',
    who: { ...person, managableApplications: [application, { ...application, id: 'app_2' }] },
    answers: () =>
      network().on('GET /vid/api/apps', () =>
        data([
          { ...application, people: 3 },
          {
            ...application,
            id: 'app_2',
            code: 'bank',
            name: 'Ngân hàng',
            status: 'disabled',
            access: 'open',
          },
        ]),
      ),
  },
  'an application': { path: '/apps/app_1', answers: answerApplication({ people: 7, locked: 2 }) },
  'an application that is switched off': {
    path: '/apps/app_1',
    answers: answerApplication({ status: 'disabled', access: 'open' }),
  },
  'the roles of an open application': {
    path: '/apps/app_1/roles',
    answers: answerApplication({ access: 'open' }),
  },
  'the roles of an application without a default role': {
    path: '/apps/app_1/roles',
    answers: () => {
      answerApplication({ access: 'open' })();
      answerRoles(roles.slice(1))();
    },
  },
  'the roles to a manager who is adding people': { path: '/apps/app_1/roles?for=people' },
  'the form of a role': {
    path: '/apps/app_1/roles',
    steps: (press) => press('Thao tác với Biên tập viên', 'Sửa'),
  },
  'the removal of a role that people have': {
    path: '/apps/app_1/roles',
    of: 'dialog',
    steps: (press) => press('Thao tác với Biên tập viên', 'Xóa vai trò'),
  },
  'the removal of a role that nobody has': {
    path: '/apps/app_1/roles',
    of: 'dialog',
    steps: (press) => press('Thao tác với Bạn đọc', 'Xóa vai trò'),
  },
  'the removal of the last role, which a person has': {
    path: '/apps/app_1/roles',
    of: 'dialog',
    answers: answerRoles(roles.slice(2)),
    steps: (press) => press('Thao tác với Khách', 'Xóa vai trò'),
  },
  'the question before an application is opened to all members': {
    path: '/apps/app_1/roles',
    of: 'dialog',
    answers: answerApplication({ locked: 2 }),
    steps: (press) => press('Mở cho mọi hội viên'),
  },
  'the managers to the owner': { path: '/apps/app_1/managers' },
  'the managers to a manager': { path: '/apps/app_1/managers', who: { ...person, id: 'acc_manager' } },
  'the question before a manager leaves': {
    path: '/apps/app_1/managers',
    who: { ...person, id: 'acc_manager' },
    of: 'dialog',
    steps: (press) => press('Thôi quản lý'),
  },
  'the question before a manager is removed': {
    path: '/apps/app_1/managers',
    of: 'dialog',
    steps: (press) => press('Gỡ Lê Thị Ổn'),
  },
  'the people of an application': { path: '/apps/app_1/permissions' },
  'the menu of a person': {
    path: '/apps/app_1/permissions',
    steps: (press) => press('Thao tác với Lê Thị Ổn'),
  },
  'the question before people are removed': {
    path: '/apps/app_1/permissions',
    of: 'dialog',
    answers: answerApplication({ access: 'open' }),
    steps: (press) => press('Chọn tất cả trong trang', 'Gỡ khỏi ứng dụng'),
  },
  'the question before people are removed from a restricted application': {
    path: '/apps/app_1/permissions',
    of: 'dialog',
    steps: (press) => press('Chọn tất cả trong trang', 'Gỡ khỏi ứng dụng'),
  },
  'the question before people get another role': {
    path: '/apps/app_1/permissions',
    of: 'dialog',
    steps: (press) => press('Chọn tất cả trong trang', 'Đổi vai trò'),
  },
  'a person': { path: '/apps/app_1/permissions/prm_1', answers: answerPerson(an) },
  'a person who is locked': { path: '/apps/app_1/permissions/prm_2', answers: answerPerson(locked) },
  'the removal of a person who is locked': {
    path: '/apps/app_1/permissions/prm_2',
    of: 'dialog',
    answers: () => {
      answerPerson(locked)();
      answerApplication({ access: 'open' })();
    },
    steps: (press) => press('Gỡ khỏi ứng dụng'),
  },
  'the form that adds people': { path: '/apps/app_1/permissions/add' },
  'the form that adds people to an application without a role': {
    path: '/apps/app_1/permissions/add',
    answers: answerRoles([]),
  },
  'the clients of an application': { path: '/apps/app_1/clients' },
  'the first step of a new client': {
    path: '/apps/app_1/clients',
    steps: (press) => press('Thêm kết nối'),
  },
  'a web client': { path: '/apps/app_1/clients/shop-web', answers: answerClient(web) },
  'a native client that is disabled': { path: '/apps/app_1/clients/shop-app', answers: answerClient(native) },
  'a machine client': { path: '/apps/app_1/clients/shop-job', answers: answerClient(machine) },
  'a machine client to an administrator': {
    path: '/apps/app_1/clients/shop-job',
    who: admin,
    answers: answerClient(machine),
  },
  'the removal of a client': {
    path: '/apps/app_1/clients/shop-web',
    of: 'dialog',
    answers: answerClient(web),
    steps: (press) => press('Xóa kết nối'),
  },
  'the question before a machine client gets a new secret': {
    path: '/apps/app_1/clients/shop-job',
    of: 'dialog',
    answers: answerClient(machine),
    steps: (press) => press('Tạo khóa mới'),
  },
  'the question before a former secret ends': {
    path: '/apps/app_1/clients/shop-job',
    of: 'dialog',
    answers: answerClient(machine),
    steps: (press) => press('Hủy khóa cũ ngay'),
  },
  'the sample code of a machine client': {
    path: '/apps/app_1/clients/shop-job/start',
    answers: answerClient(machine),
  },
  'the sign-on attempts of a client': {
    path: '/apps/app_1/clients/shop-web/doctor',
    answers: answerClient(web),
  },
};

describe('the pages of applications', () => {
  useMemberScreens();
  beforeEach(async () => {
    await loadTexts('apps');
    localStorage.clear();
    // happy-dom has no `EventSource`.
    vi.stubGlobal(
      'EventSource',
      class extends EventTarget {
        static OPEN = 1;
        readyState = 1;
        close() {}
      },
    );
    answerApplication({})();
    answerRoles(roles)();
    network().on('GET /vid/api/apps/:appId/sign-ins', () =>
      data([
        { day: '2026-11-20', count: 3 },
        { day: '2026-11-21', count: 4 },
      ]),
    );
    network().on('GET /vid/api/apps/:appId/managers', () =>
      data({
        owner: { accountId: person.id, name: null, avatar: null, phone: person.phone },
        managers: [
          {
            accountId: 'acc_manager',
            name: 'Lê Thị Ổn',
            avatar: null,
            phone: '+84912345671',
            createdBy: null,
            createdAt: at,
          },
        ],
      }),
    );
    network().on('POST /vid/api/apps/:appId/permissions/search', () =>
      data({
        items: [an, locked].map(({ history: _history, lastUsedAt: _lastUsedAt, ...row }) => row),
        next: null,
        count: 2,
      }),
    );
    network().on('GET /vid/api/apps/:appId/permissions/creators', () =>
      data([
        { id: 'acc_1', name: null },
        { id: 'acc_2', name: 'Trần Bình' },
        { id: 'none', name: null },
      ]),
    );
    network().on('GET /vid/api/apps/:appId/clients', () =>
      data([web, native, machine].map(({ secrets: _secrets, keys: _keys, ...client }): Client => client)),
    );
    network().on('GET /vid/api/apps/:appId/clients/:clientId/attempts', () =>
      data([attempt, failed, { ...failed, id: '3', protocol: 'machine', steps: [step('token', 'waiting')] }]),
    );
  });

  testShownPages(pages, ({ path, who = person }) =>
    renderPage(
      <Routes>
        <Route path="/apps/*" element={<ApplicationsPages />} />
      </Routes>,
      who,
      path,
    ),
  );
});
