import { accountFields } from '@vid/contract/profile-fields';
import type { Endpoint } from '@vid/contract/endpoint';
import type { ManagementScope } from '@vid/contract/management-scopes';
import { createAccount, signIn } from '@vid/testkit/accounts';
import { createApplication } from '@vid/testkit/applications';
import { TestBrowser } from '@vid/testkit/browser';
import { callerAt } from '@vid/testkit/http/caller';
import { createMachineToken } from '@vid/testkit/machine';
import { addPasskey } from '@vid/testkit/sign-in/passkeys';
import { scanQr, startQr } from '@vid/testkit/sign-in/qr';
import { authorizationPath } from '@vid/testkit/sso';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { endpointTable, exampleObject, requestOf } from './operations/docs/testing/example-request.ts';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

const callback = 'http://127.0.0.1/cb';
const webCallback = 'https://app.example.vn/cb';

/** A signed-in account that manages an application. Tests insert its rows when they need the ids. */
type Owner = {
  readonly account: { readonly id: string; readonly phone: string; readonly password: string };
  readonly browser: TestBrowser;
  readonly app: { readonly id: string; readonly code: string };
  readonly client: string;
  idOf(key: string): Promise<string>;
  tokenOf(scope: ManagementScope): Promise<string>;
};
type Row = {
  insert(owner: Owner): Promise<string>;
  /** Response for another account's row, if it differs from the response for an unknown id. */
  readonly answer?: Readonly<Record<string, unknown>>;
  /** True if the parameter does not name an account's row but is needed to reach the row. */
  readonly isShared?: true;
};

/** Parameters that name an account's row, by parameter name or by endpoint and parameter name. */
const accountRows: Readonly<Record<string, Row>> = {
  sessionId: {
    insert: async ({ account }) => {
      await signIn(new TestBrowser(server.app), account);
      const [row] = await server.deps.sql<{ id: string }[]>`
        select id from sessions where account_id = ${account.id} order by created_at desc limit 1`;
      return row?.id ?? '';
    },
  },
  passkeyId: { insert: async ({ browser }) => (await addPasskey(browser)).id },
  exportId: {
    insert: async ({ browser }) => {
      const id = await addedId(browser, '/vid/api/privacy/exports');
      await server.deps.modules.privacy.exportBuilder.run();
      return id;
    },
  },
  requestId: {
    insert: ({ browser }) => addedId(browser, '/vid/api/privacy/requests', { kind: 'other', details: 'Hỏi' }),
  },
  qrId: {
    insert: async ({ browser }) => {
      const started = await startQr(browser);
      await scanQr(browser, started);
      return started.qrId;
    },
  },
  // Only the member who scanned the QR code first can decide about it.
  ...Object.fromEntries(
    ['scan', 'approve', 'deny'].map((step): [string, Row] => [
      `POST /vid/ajax/auth/qr/:qrId/${step} qrId`,
      { insert: (owner) => owner.idOf('qrId'), answer: { message: 'QR_FORBIDDEN' } },
    ]),
  ),
  uid: {
    insert: async ({ browser, client }) => {
      const { raw } = await browser.get(authorizationPath({ clientId: client, redirectUri: callback }));
      return new URL(String(raw.headers.location), callback).searchParams.get('uid') ?? '';
    },
  },
  // A withdrawal succeeds without effect if the caller has given the application no consent.
  'POST /vid/api/sso/consents/withdraw appCode': {
    answer: { data: true },
    insert: async ({ account, app }) => {
      const application = { ...app, isFirstParty: false };
      const caller = callerAt('::1');
      await server.deps.consents.record({ accountId: account.id, application, scope: 'openid', caller });
      return app.code;
    },
  },
  accountId: { insert: async ({ account }) => account.id },
  userCode: {
    isShared: true,
    insert: async ({ client }) => {
      const answer = await server.app.inject({
        method: 'POST',
        url: '/vid/oidc/device/auth',
        headers: { host: 'localhost:8080', 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ client_id: client, scope: 'openid' }).toString(),
      });
      return String(answer.json()['user_code']);
    },
  },
  'POST /vid/api/auth/code/consent clientId': {
    isShared: true,
    insert: async ({ browser, app, client }) => {
      await browser.post('/vid/ajax/apps/view/validateRedirectUrls', {
        appCode: app.code,
        clientId: client,
        redirectUrls: callback,
      });
      return client;
    },
  },
  'POST /vid/api/auth/code/consent appCode': { isShared: true, insert: async ({ app }) => app.code },
  'POST /vid/api/auth/code/consent scopes': { isShared: true, insert: async () => 'openid profile' },
  'POST /vid/api/auth/code/consent redirectTo': { isShared: true, insert: async () => callback },
};

const applicationRows: Readonly<Record<string, Row>> = {
  appId: { insert: async ({ app }) => app.id },
  clientId: {
    insert: async ({ app }) =>
      (await server.deps.applications.addClient(app.code, { kind: 'web', redirectUris: [webCallback] }))
        .clientId,
  },
  'PUT /vid/api/apps/:appId/clients/:clientId/management-scopes clientId': {
    insert: async ({ app }) =>
      (await server.deps.applications.addClient(app.code, { kind: 'machine' })).clientId,
  },
  // This parameter is the id of a new client, which must be unique.
  ...Object.fromEntries(
    ['/vid/api/apps', '/vid/api/manage/applications'].map((path): [string, Row] => [
      `POST ${path}/:appId/clients clientId`,
      { isShared: true, insert: async ({ app }) => `new-${app.code.replaceAll('_', '-')}` },
    ]),
  ),
  reference: {
    insert: async (owner) =>
      server.deps.refusalLog.write({
        clientId: await owner.idOf('clientId'),
        reason: 'redirect_uri',
        details: {},
        from: 'test',
      }),
  },
  role: {
    insert: async (owner) => {
      const role = await addRole(owner, 'r');
      await addPerson(owner, role);
      return role;
    },
  },
  moveTo: { insert: (owner) => addRole(owner, 'm') },
  permissionId: {
    insert: async (owner) => {
      await owner.idOf('role');
      const url = `/vid/api/apps/${owner.app.id}/permissions`;
      const { items } = Object((await owner.browser.post(`${url}/search`, {})).data);
      return items[0].id;
    },
  },
  ids: { insert: (owner) => owner.idOf('permissionId') },
  createdBy: {
    insert: async (owner) => {
      await owner.idOf('permissionId');
      return owner.account.id;
    },
  },
  accountId: {
    insert: async ({ browser, app }) => {
      const { id, phone } = await createAccount(server);
      await browser.post(`/vid/api/apps/${app.id}/managers`, { phone });
      return id;
    },
  },
  'POST /vid/api/apps/:appId/permissions/bulk-changes action': {
    isShared: true,
    insert: async () => 'set-role',
  },
  'POST /vid/api/apps/:appId/permissions/bulk-changes expected': { isShared: true, insert: async () => '1' },
  newRole: { insert: (owner) => addRole(owner, 'n') },
  bulkId: {
    insert: async (owner) => {
      const change = { role: await owner.idOf('role'), action: 'lock', expected: 1 };
      return addedId(owner.browser, `/vid/api/apps/${owner.app.id}/permissions/bulk-changes`, change);
    },
  },
  webhookId: {
    insert: ({ browser, app }) =>
      addedId(browser, `/vid/api/apps/${app.id}/webhooks`, {
        url: 'https://shop.example.vn/webhooks/vid',
        events: ['permission.changed'],
      }),
  },
  messageId: {
    insert: async (owner) => {
      const webhookId = await owner.idOf('webhookId');
      await addPerson(owner, await owner.idOf('role'));
      await server.deps.webhookDelivery.run();
      const list = await owner.browser.get(`/vid/api/apps/${owner.app.id}/webhooks/${webhookId}/messages`);
      return Object(list.data)['items'][0].id;
    },
  },
};

type Matrix = {
  readonly rows: Readonly<Record<string, Row>>;
  readonly others: ReadonlySet<string>;
  readonly endpoints: typeof endpointTable;
};
const endpointsOf = (...access: Endpoint['access'][]) =>
  endpointTable.filter(([, endpoint]) => access.includes(endpoint.access));

const words = (list: string) => list.split(' ');

const ofAccounts: Matrix = {
  rows: accountRows,
  others: new Set([
    // Tokens bound to a browser or a phone, which other tests cover (C1, O5, O7, L2, L5) or use in another
    // browser.
    ...words('captchaId captchaToken otpRequestId otpToken signUpId mfaToken recoveryToken token state'),
    // Credentials of the caller and fields of the caller's own account.
    ...words('accessToken code currentPassword newPassword oauthCode otpValue passkey password recoveryCode'),
    ...Object.keys(accountFields),
    ...words('campaign employer enterprise expiresOn issuedOn number phone'),
    ...words('acceptedTerms details documents isEnterprise isGiven isNewOwner referralCode termsVersion'),
    // Public identifiers and URLs of applications and clients, which any account may send.
    ...words('appCode clientId codeChallenge redirectTo redirectUrls'),
    // Values that name no row. The tests of the history and the invitations cover the cursors of other
    // accounts.
    ...words('action after approve captchaValue document isPopup kind language level limit payload picture'),
    ...words('provider purpose remember rememberDevice type version'),
  ]),
  endpoints: endpointsOf('public', 'visitor', 'gateway', 'member'),
};
const ofApplications: Matrix = {
  rows: applicationRows,
  others: new Set([
    ...words(
      'access asksToContinue authMethod backchannelLogoutUri code description events idTokenAlg mayOmitPkce',
    ),
    ...words('isDefault isDeviceOnly jwks kind name postLogoutUris redirectUris requiresDpop requiresEmail'),
    ...words('requiresName requiresPar scopes'),
    ...words('status type url'),
    // A manager may add the phone of any account.
    ...words('phone phones'),
    ...words('after endsFormer formerEnds from limit onlyUndelivered search since sort to'),
  ]),
  // Exclude endpoints for accounts, because their scopes give access to every account.
  endpoints: endpointsOf('manager', 'machine').filter(([name]) => name.includes(':appId')),
};

const namesOf = ({ params, query, body }: Endpoint): string[] =>
  [params, query, body].flatMap((schema) => Object.keys(exampleObject(schema)));
const keyOf = ({ rows }: Matrix, name: string, parameter: string): string =>
  `${name} ${parameter}` in rows ? `${name} ${parameter}` : parameter;
const cellsOf = (matrix: Matrix) =>
  matrix.endpoints.flatMap(([name, endpoint]) =>
    namesOf(endpoint).flatMap((parameter) => {
      const row = matrix.rows[keyOf(matrix, name, parameter)];
      return row === undefined || row.isShared ? [] : [{ name, parameter, endpoint, row }];
    }),
  );

describe.each([
  ['accounts', ofAccounts],
  ['applications', ofApplications],
])('M1 M2 the check of the rows of %s', (_title, matrix) => {
  it('uses the owner’s row for every parameter that is not exempt', () => {
    const used = matrix.endpoints.flatMap(([name, endpoint]) =>
      namesOf(endpoint).map((parameter) => keyOf(matrix, name, parameter)),
    );
    expect(new Set(used)).toEqual(new Set([...Object.keys(matrix.rows), ...matrix.others]));
    expect([...matrix.others].filter((parameter) => parameter in matrix.rows)).toEqual([]);
  });

  // No call may change this owner's rows, so all tests share them.
  let other: Owner;
  beforeAll(async () => {
    other = await newOwner(matrix);
  });

  const cells = cellsOf(matrix).map((cell) => [cell.name, cell.parameter, cell] as const);
  it.each(cells)('shows that %s does not find another account’s %s', async (name, parameter, cell) => {
    const { row } = cell;
    const owner = await newOwner(matrix);
    const foreign = await owner.idOf(keyOf(matrix, name, parameter));
    const missing = await send(matrix, cell, other, { [parameter]: missingOf(cell) });
    const before = await readTables();
    const refused = await send(matrix, cell, other, { [parameter]: foreign });
    expect(await readTables()).toEqual(before);
    expect(refused).toEqual(row.answer === undefined ? missing : { ...refused, ...row.answer });
    // The owner reaches the row by the same call. An open stream has no response to compare.
    const own = cell.endpoint.isStream ? 'stream' : await send(matrix, cell, owner, {});
    expect(own).not.toEqual(missing);
  });
});

type Cell = ReturnType<typeof cellsOf>[number];

const missingOf = ({ endpoint: { params, query, body }, parameter }: Cell): unknown =>
  [params, query, body]
    .map((schema) => exampleObject(schema)[parameter])
    .find((value) => value !== undefined);

const sent = (example: unknown, value: string): unknown =>
  Array.isArray(example) ? value.split(' ') : typeof example === 'number' ? Number(value) : value;

/**
 * Calls the endpoint with the caller's own rows and example values for the required fields, except for
 * `replaced`.
 */
async function send(
  matrix: Matrix,
  { name, endpoint }: Pick<Cell, 'name' | 'endpoint'>,
  owner: Owner,
  replaced: Readonly<Record<string, unknown>>,
) {
  const values: Record<string, unknown> = {};
  for (const parameter of namesOf(endpoint)) {
    const key = keyOf(matrix, name, parameter);
    if (key in matrix.rows) values[parameter] = replaced[parameter] ?? (await owner.idOf(key));
  }
  const params = Object.fromEntries(
    Object.keys(exampleObject(endpoint.params)).map((parameter) => [parameter, String(values[parameter])]),
  );
  const { method, url } = requestOf(name, params);
  const { body } = endpoint;
  const required: unknown = Object(body).required ?? [];
  const payload = Object.fromEntries(
    Object.entries(exampleObject(body)).flatMap(([field, example]) =>
      field in values
        ? [[field, sent(example, String(values[field]))]]
        : Array.isArray(required) && required.includes(field)
          ? [[field, example]]
          : [],
    ),
  );
  const hasBody = method !== 'GET' && method !== 'DELETE';
  const headers =
    endpoint.scope === undefined ? {} : { authorization: `Bearer ${await owner.tokenOf(endpoint.scope)}` };
  const browser = endpoint.scope === undefined ? owner.browser : new TestBrowser(server.app);
  const { raw } = await browser.call(method, url, hasBody ? payload : undefined, { headers });
  const answer: Record<string, unknown> = { status: raw.statusCode, ...raw.json() };
  delete answer['requestId'];
  return answer;
}

async function newOwner({ rows }: Matrix): Promise<Owner> {
  const account = await createAccount(server, { name: 'Lê Thị Hoa' });
  const browser = new TestBrowser(server.app);
  await signIn(browser, account);
  const app = await createApplication(server, { ownerId: account.id });
  const { clientId: client } = await server.deps.applications.addClient(app.code, {
    kind: 'native',
    redirectUris: [callback],
    scopes: ['openid', 'profile'],
  });
  const ids = new Map<string, Promise<string>>();
  const tokens = new Map<string, ReturnType<typeof createMachineToken>>();
  const owner: Owner = {
    account,
    browser,
    app,
    client,
    idOf: (key) => {
      const id = ids.get(key) ?? rows[key]?.insert(owner) ?? Promise.reject(new Error(`no row for ${key}`));
      ids.set(key, id);
      return id;
    },
    tokenOf: (scope) => {
      const issued = tokens.get(scope) ?? createMachineToken(server, app.code, [scope]);
      tokens.set(scope, issued);
      return issued.then(({ token }) => token);
    },
  };
  return owner;
}

async function addedId(browser: TestBrowser, url: string, body?: object): Promise<string> {
  const { status, code, data } = await browser.post(url, body);
  if (status !== 200) throw new Error(`${url} returned ${status} ${code ?? ''}`);
  return String(data['id']);
}

async function addRole({ browser, app }: Owner, prefix: string): Promise<string> {
  const code = `${prefix}${app.code.replace('app_', '')}`;
  const role = { code, name: code, description: '', isDefault: false };
  const { status } = await browser.post(`/vid/api/apps/${app.id}/roles`, role);
  if (status !== 200) throw new Error(`adding the role returned ${status}`);
  return code;
}

async function addPerson({ browser, app }: Owner, role: string): Promise<void> {
  const { phone } = await createAccount(server, { password: null });
  await browser.post(`/vid/api/apps/${app.id}/permissions`, { role, phones: [phone] });
}

/** Returns a digest of each table, except those that record or count calls and messages. */
async function readTables(): Promise<Record<string, string>> {
  const { sql, background } = server.deps;
  await background.idle();
  const tables = await sql<{ name: string }[]>`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = current_schema() and c.relkind = 'r' and c.relname <> all(${recordsOfCalls}::text[])`;
  // Use one statement, because a round trip per table would dominate the time of these tests.
  const digests = tables.map(
    ({ name }, index) => sql`${index === 0 ? sql`` : sql`union all`}
      select ${name} as name, md5(coalesce(string_agg(t::text, ',' order by t::text), '')) as digest
      from ${sql(name)} t`,
  );
  const rows = await sql<{ name: string; digest: string }[]>`${digests}`;
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}
const recordsOfCalls = ['audit_events', 'counters', 'client_attempts', 'sms_attempts'];
