import { connect, type Sql } from '#database/connection.ts';
import { createApplication } from '@vid/testkit/applications';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { linkOf } from './attempt.ts';
import { createAttemptLog } from './attempt-log.ts';
import { createAttemptRepo } from './attempt.repo.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

const startLog = (sql: Sql, hasAttempt: (clientId: string) => boolean = () => true) => {
  const begun: string[] = [];
  const appended: string[] = [];
  const published: string[] = [];
  const faults: unknown[] = [];
  const clock = { nowMs: 0 };
  const log = createAttemptLog({
    sql,
    repo: {
      insert: async (_tx, attempts) => void begun.push(...attempts.map(({ clientId }) => clientId)),
      append: async (_tx, notes) => {
        appended.push(...notes.map(({ clientId }) => clientId));
        return new Set([...notes.keys()].filter((place) => hasAttempt(notes[place]?.clientId ?? '')));
      },
    },
    events: { publish: async (_tx, _topic, clientId) => void published.push(clientId) },
    nowMs: () => clock.nowMs,
    onFault: (error) => void faults.push(error),
  });
  const report = (clientId: string, count: number): void => {
    for (let index = 0; index < count; index += 1)
      log.continue({ clientId, link: String(index), steps: [{ step: 'code', state: 'done' }] });
  };
  return { log, report, begun, appended, published, faults, clock };
};

it('the log of sign-ons looks up 180 steps a minute per client', async () => {
  const { log, report, appended, clock } = startLog(server.deps.sql);
  report('busy', 200);
  report('quiet', 1);
  await log.stop();
  expect(appended.filter((clientId) => clientId === 'busy')).toHaveLength(180);
  expect(appended.filter((clientId) => clientId === 'quiet')).toHaveLength(1);
  clock.nowMs = 60_000;
  report('busy', 200);
  await log.stop();
  expect(appended.filter((clientId) => clientId === 'busy')).toHaveLength(360);
});

it('the log of sign-ons tries four times to append a step', async () => {
  const { log, report, appended, published } = startLog(server.deps.sql, (clientId) => clientId !== 'early');
  report('early', 1);
  report('shop', 3);
  await expect.poll(() => appended).toHaveLength(7);
  await log.stop();
  expect(appended).toEqual(['early', 'shop', 'shop', 'shop', 'early', 'early', 'early']);
  expect(published).toEqual(['shop']);
});

it('the log of sign-ons begins 30 attempts a minute per client', async () => {
  const { log, begun } = startLog(server.deps.sql);
  for (const clientId of ['busy', 'quiet'])
    for (let count = 0; count < (clientId === 'busy' ? 31 : 1); count += 1)
      log.begin({ clientId, protocol: 'openid', links: [], steps: [] });
  await log.stop();
  expect(begun).toEqual([...Array<string>(30).fill('busy'), 'quiet']);
});

it('the log of sign-ons still counts a client among a thousand others', async () => {
  const { log, report, appended } = startLog(server.deps.sql);
  for (let client = 0; client < 1_000; client += 1) report(`client-${client}`, 1);
  await log.stop();
  report('client-0', 200);
  await log.stop();
  expect(appended.filter((clientId) => clientId === 'client-0')).toHaveLength(180);
});

it('the log of sign-ons appends steps that arrive during a write after those to retry', async () => {
  let writes = 0;
  const { log, report, appended } = startLog(server.deps.sql, () => {
    writes += 1;
    if (writes === 1) report('second', 1);
    return writes > 1;
  });
  report('first', 1);
  await log.stop();
  await log.stop();
  expect(appended).toEqual(['first', 'first', 'second']);
});

it('the log of sign-ons reports each failed write', async () => {
  const { sql, close } = connect(
    { url: 'postgres://127.0.0.1:1/nowhere' },
    { max: 1, applicationName: 'vid-test' },
  );
  const { log, report, faults } = startLog(sql);
  report('shop', 1);
  await expect.poll(() => faults).toMatchObject([{ code: 'ECONNREFUSED' }]);
  report('shop', 1);
  await log.stop();
  await close();
  expect(faults).toHaveLength(2);
});

it('a link depends on its kind and its value', () => {
  const links = [linkOf('code', 'a'), linkOf('code', 'b'), linkOf('token', 'a')];
  expect(new Set(links).size).toBe(3);
});

it('the log of sign-ons buffers at most 1,000 attempts and 1,000 steps', async () => {
  const { log, report, begun, appended, published } = startLog(server.deps.sql);
  for (let count = 0; count < 1_005; count += 1) {
    log.begin({ clientId: `client-${count}`, protocol: 'openid', links: [], steps: [] });
    report(`client-${count}`, 1);
  }
  await log.stop();
  expect([begun.length, appended.length]).toEqual([1_000, 1_000]);
  expect(new Set(published)).toEqual(new Set(begun));
});

it('X3 the log of sign-ons limits a client after requests with 1,000 other client ids', async () => {
  const { log, begun } = startLog(server.deps.sql);
  const begin = (clientId: string) => log.begin({ clientId, protocol: 'openid', links: [], steps: [] });
  for (let count = 0; count < 1_000; count += 1) begin(`unknown-${count}`);
  await log.stop();
  for (let count = 0; count < 100; count += 1) begin('shop');
  await log.stop();
  expect(begun.filter((clientId) => clientId === 'shop')).toHaveLength(30);
});

it('the log of sign-ons adds a step to the newest matching attempt', async () => {
  const { sql, applications } = server.deps;
  const { code } = await createApplication(server);
  const [own, other] = [
    (await applications.addClient(code, { kind: 'web', redirectUris: ['https://a.example.vn/cb'] })).clientId,
    (await applications.addClient(code, { kind: 'web', redirectUris: ['https://b.example.vn/cb'] })).clientId,
  ];
  const repo = createAttemptRepo(sql);
  const step = { step: 'code', state: 'done', at: new Date(0).toISOString() } as const;
  const attempt = { clientId: own, protocol: 'openid', links: ['one'], steps: [step] } as const;
  const counts = async (clientId: string) => (await repo.list(clientId, 10)).map(({ steps }) => steps.length);
  await repo.insert(sql, [{ ...attempt, links: ['two'] }, attempt, attempt, { ...attempt, clientId: other }]);
  const links = Array.from({ length: 20 }, (_link, index) => `link-${index}`);
  const added = await repo.append(sql, [
    { clientId: own, link: 'unknown', steps: [step] },
    { clientId: own, link: 'one', links, steps: [step] },
    { clientId: own, link: 'one', steps: [step] },
  ]);
  expect([...added]).toEqual([1]);
  expect([await counts(own), await counts(other)]).toEqual([[2, 1, 1], [1]]);
  const [newest] = await sql`
    select id, cardinality(links) as links, (expires_at - started_at)::text as kept
    from client_attempts where client_id = ${own} order by id desc`;
  expect(newest).toMatchObject({ links: 10, kept: '3 days' });
  const many = Array.from({ length: 38 }, () => step);
  await repo.append(sql, [{ clientId: own, link: 'two', steps: many }]);
  expect(await counts(own)).toEqual([2, 1, 39]);
  await repo.append(sql, [{ clientId: own, link: 'two', steps: [step] }]);
  await repo.append(sql, [{ clientId: own, link: 'two', steps: [step] }]);
  expect(await counts(own)).toEqual([2, 1, 40]);
  await sql`update client_attempts set expires_at = now() where id = ${newest?.['id']}`;
  expect(await counts(own)).toEqual([1, 40]);
});
