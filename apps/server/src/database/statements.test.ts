import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { permissionOrders } from '@vid/contract/permission-filters';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { managedApplications } from '#applications/application/managed-applications.ts';
import { beginning, createDescribeOnly, isQuery } from './testing/describe-only.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

const root = fileURLToPath(new URL('../', import.meta.url));
/**
 * Files that are not searched for statements: commands, startup, seeds and tests, and `database/`, whose own tests
 * cover its statements.
 */
const notServed = /^(?:cli|process|database)\/|\/testing\/|\.test\.ts$|operations\/seeds|seed-examples/u;
const statement =
  /\b(?:sql|tx|db|lookups)(?:<[^`]*?>)?`(\s*(?:with|select|insert|update|delete)\b(?:(?!\$\{)[^`])*)/gu;

async function listModules() {
  const files = await readdir(root, { recursive: true });
  const sources = await Promise.all(
    files
      .filter((file) => file.endsWith('.ts') && !notServed.test(file))
      .map(async (file) => ({ file, text: await readFile(root + file, 'utf8') })),
  );
  return sources
    .map(({ file, text }) => ({
      file,
      statements: text
        .matchAll(statement)
        .map(([, found = '']) => beginning(found))
        .toArray(),
    }))
    .filter(({ statements }) => statements.length > 0);
}

/**
 * Calls a function with stand-in arguments, only so that it sends its statements. A query returned without
 * `await` is a fragment of another statement.
 */
async function call(work: unknown, args: readonly unknown[]): Promise<unknown> {
  if (typeof work !== 'function') return work;
  try {
    const result: unknown = Reflect.apply(work, undefined, [...args]);
    return isQuery(result) ? undefined : await result;
  } catch {
    return undefined;
  }
}

/**
 * Statements that run only for values that a stand-in cannot have. Tests of the named files run the
 * statements.
 */
const exempt = new Set([
  'admin/export/export-members.ts: select a.id, array[',
  'diagnosis/attempts/client-doctor.service.ts: select clock_timestamp() as now',
  'platform/events/listener.ts: select from pg_listening_channels() as name where name =',
  'platform/installation/data-keys.ts: update data_keys set sealed =',
  'platform/outbox/outbox.ts: delete from outbox_messages where created_at < (select created_at from outbox_messages order by created_at desc offset',
  'oidc/grants/token-exchange.ts: select grant_id, client_id from',
]);

/** Real arguments for functions that would fail with stand-ins before they reach a statement. */
function argumentsFor(dummy: object): Readonly<Record<string, readonly (readonly unknown[])[]>> {
  const step = {
    preSessionHash: Buffer.alloc(32),
    accountId: 'acc_a',
    amr: ['pwd'],
    tokenHash: null,
    method: 'otp',
    isPersistent: true,
  };
  const session = { ...step, id: 'ses_a', userAgent: '', address: '', idleSeconds: 1, legalRequired: 0 };
  const identity = { provider: 'zalo', subject: 'a', accountId: 'acc_a', name: 'An' } as const;
  const owner = { grantId: null, accountId: null, clientId: null, sessionId: null };
  const issued = { ...owner, idHash: Buffer.alloc(32), payload: '{}', expiresInSeconds: 60 };
  const matching = Object.assign(['select id, id from accounts'], { raw: [] });
  const reads = (read: (sql: object) => unknown) => read(dummy);
  const attempts = [null, 'device'].map((device) => [{ phone: '+84', device, stranger: dummy }]);
  return {
    'createPasswordThrottle.failed': attempts,
    'createPasswordThrottle.succeeded': attempts,
    'createPasswordThrottle.takeBack': attempts,
    'createBulkRepo.add': [[dummy, dummy, Reflect.apply(Object(dummy), undefined, [matching])]],
    'createAccountRepo.updateEnterprise': [[dummy, 'acc_a', { name: 'An' }]],
    'createAccountRepo.insert': [[dummy, { id: 'acc_a', kind: 'enterprise' }]],
    'createIdentityRepo.insert': [[dummy, identity]],
    'createLegalRepo.listOutstanding': [[dummy, 0]],
    'createLegalRepo.listPublished': [['terms', { after: [1], limit: 2 }]],
    'createHistoryRepo.list': [['acc_a', ['session.ended'], { after: [1, 1], limit: 2 }]],
    'createAuditLogRepo.list': [{}, { kinds: ['a'] }, { accountId: 'acc_a' }, { actorId: 'acc_a' }].map(
      (filters) => [filters, { after: [1, 1], limit: 2 }],
    ),
    'createIncidentAccountsRepo.listEvents': (['address', 'actor', 'sign-in'] as const).map((by) => [
      dummy,
      { by, value: 'a', from: new Date(), to: new Date() },
      { after: [1, '1'], limit: 2 },
    ]),
    'createAppParamsRepo.change': [null, {}].map((value) => [
      dummy,
      { name: 'a', version: 1, value, actorId: 'acc_a' },
    ]),
    'createIncidentAccountsRepo.listUses': [
      [dummy, { value: 'app_a', from: new Date(), to: new Date() }, { after: ['acc_a'], limit: 2 }],
    ],
    'createIncidentAccountsRepo.add': [
      [dummy, { incidentId: 'inc_a', how: 'phone', addedBy: 'acc_a' }, ['acc_a']],
    ],
    'createImportRowsRepo.list': ([undefined, 'changed'] as const).map((noted) => [
      { importId: 'imp_a', outcome: noted && 'new', noted, afterRow: 0, limit: 2 },
    ]),
    // Omit the maximum count, the last argument, because no number compares as less than a stand-in.
    createAccountsRepo: [[dummy, reads]],
    createAuditLogRepo: [[dummy, reads]],
    createDashboardRepo: [[reads]],
    createPermissionsRepo: [[dummy]],
    'createAccountsRepo.countMatching': [['an', { status: 'locked' }, 1]],
    'createAccountsRepo.search': [['an', { status: 'locked' }, { after: ['an', 'acc_a'], limit: 2 }]],
    'createEnterprisesRepo.search': [['an', 'declared', { after: ['an', 'acc_a'], limit: 2 }]],
    'createCertificatesRepo.search': [['an', 'declared', { after: ['an', 'acc_a'], limit: 2 }]],
    'createCertificateRepo.searchEmployers': [['an']],
    'createPermissionsRepo.countMatching': [['app_a', 'an', { role: 'a' }, 1]],
    'createPermissionsRepo.search': [['app_a', 'an', { role: 'a' }, { after: ['an', 'app_b'], limit: 2 }]],
    'createPermissionsRepo.list': permissionOrders.flatMap((order) => {
      const after = order.startsWith('name')
        ? ['a', 'acc_a', 'app_b']
        : order.startsWith('role')
          ? ['a', 1, 'app_b']
          : [1, 'app_b'];
      return [{}, { role: 'a' }].flatMap((filters) =>
        [1, null].map((people) => ['app_a', filters, order, { after, limit: 2, people }]),
      );
    }),
    createDataKeys: [[dummy, { current: Buffer.alloc(32) }]],
    'createMessagesRepo.list': [undefined, 'failed'].map((status) => [
      { endpointId: 'whk_a', status, type: undefined, after: [1, 'msg_a'], limit: 2 },
    ]),
    'createAuditLogRepo.listAbout': [['acc_a', ['a'], 2]],
    'createAuditPartitionsRepo.listMonths': [['audit_events_other', () => false]],
    'createAuditPartitionsRepo.listKinds': [['audit_events_other', '2026-01']],
    'createAuditPartitionsRepo.isSealed': [[dummy, 'audit_events_other', '2026-01', 1]],
    'createAuditPartitionsRepo.deleteRows': [['audit_events_other', '2026-01', ['a'], 1]],
    'createAuditPartitionsRepo.drop': [],
    'createInvitationsRepo.list': [['acc_a', { after: [1, 'acc_a'], limit: 2 }]],
    'createOtpRepo.readFacts': [
      [
        dummy,
        {
          phone: '+84',
          devices: [''],
          throttleHash: Buffer.alloc(32),
          preSessionHash: Buffer.alloc(32),
          network: '',
          purpose: 'signin',
        },
      ],
    ],
    'createCodeRequestRepo.find': [
      [{ clientId: 'client', preSessionHash: Buffer.alloc(32), accountId: 'acc_a', sessionId: 'ses_a' }],
    ],
    'createMessagesRepo.replaySince': [
      [dummy, 'whk_a', { since: new Date(), onlyUndelivered: true, after: [1, 'msg_a'], limit: 2 }],
    ],
    'createWebhooksRepo.update': [[dummy, 'whk_a', { url: 'https://shop.example.vn/hook' }]],
    // Do not call these functions, which would connect to the stub server.
    openListener: [],
    'createEvents.subscribe': [],
    recordRights: (['application', 'manager', 'permission', 'roles', 'client'] as const).flatMap((kind) => {
      const change = { kind, applicationId: 'app_a', accountId: 'acc_a' };
      return [undefined, 'a'].map((former) => [dummy, change, ['a'], former]);
    }),
    // At the ceiling of SMS costs, the breaker does not read its state, so report that the ceiling is not
    // reached.
    createSmsBreaker: [[{ sql: dummy, events: dummy, smsCeiling: { isReached: () => false } }]],
    createRefusalLog: [[dummy, { hitInOrder: () => [] }]],
    'createRefusalLog.write': [[{ clientId: 'client', reason: 'reason', details: {}, from: '' }]],
    storeRows: [[dummy, 'AccessToken', [issued]]],
    noteUses: [[dummy, [{ accountId: 'acc_a', applicationId: 'app_a', scopes: ['openid'] }]]],
    useAndIssue: [[dummy, 'RefreshToken', [{ used: { model: 'RefreshToken', idHash: issued.idHash } }]]],
    'createSessionStore.upsert': [
      ['token', { uid: 'ses_a', accountId: 'acc_a', authorizations: { client: {} } }],
    ],
    slowDownPolling: [
      [dummy, dummy, { body: { error: 'authorization_pending' }, oidc: { params: { device_code: 'x' } } }],
    ],
    createSessionRepo: [[{ sql: dummy, lookups: dummy, managedApplications }]],
    'completeRepo.lockAccount': [
      [dummy, { accountId: 'acc_a' }],
      [dummy, { accountId: 'acc_a', passwordHash: 'hash' }],
      [dummy, { phone: '+84' }],
      [dummy, { identity }],
    ],
    'completeRepo.insertStep': [[dummy, { ...step, ttlSeconds: 1 }]],
    'completeRepo.insertSession': [[dummy, { ...session, maxSeconds: 1, isConfirmed: true }]],
  };
}

it('all statements but the listed ones can be prepared on the schema', async () => {
  const { dummy, prepared, refused, returnRows } = await createDescribeOnly(server.deps.sql);
  const special = argumentsFor(dummy);
  const args = Array.from({ length: 6 }, () => dummy);
  const modules = await listModules();
  expect(modules.length).toBeGreaterThan(15);
  expect(modules.flatMap(({ statements }) => statements).length).toBeGreaterThan(125);
  for (const rows of [1, 0] as const) {
    returnRows(rows);
    for (const { file } of modules) {
      const exported: Record<string, unknown> = await import(root + file);
      for (const [name, work] of Object.entries(exported)) {
        for (const forFactory of special[name] ?? [args]) {
          const made = await call(work, forFactory);
          const methods = typeof made === 'object' && made !== null ? made : { call: made };
          for (const [key, method] of Object.entries(methods))
            for (const given of special[`${name}.${key}`] ?? [args]) await call(method, given);
        }
      }
    }
  }
  expect(refused).toEqual([]);
  const unreached = modules.flatMap(({ file, statements }) =>
    statements.filter((found) => !prepared.has(found)).map((found) => `${file}: ${found}`),
  );
  expect(unreached.filter((name) => !exempt.has(name))).toEqual([]);
  expect(exempt).toEqual(new Set(unreached));
});
