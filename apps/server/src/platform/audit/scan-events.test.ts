import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { findScanEnd, newestEvents } from './scan-events.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

it('a page of filtered audit events searches only the newest 5,000', async () => {
  const { sql } = server.deps;
  const add = (actorId: string, count: number) => sql`
    insert into audit_events (kind, actor_id, address, request_id)
    select 'profile.changed', ${actorId}, '203.0.113.9', 'r' from generate_series(1, ${count}::int)`;
  const find = async () => {
    const filters = { actorId: 'acc_first' };
    const found = await sql`${newestEvents(sql, filters, { after: undefined, limit: 5 })}`;
    return [found.length, (await findScanEnd(sql, filters, undefined)) !== undefined];
  };
  await add('acc_first', 1);
  await add('acc_other', 4_998);
  expect(await find()).toEqual([1, false]);
  await add('acc_other', 1);
  expect(await find()).toEqual([1, true]);
  await add('acc_other', 1);
  expect(await find()).toEqual([0, true]);
});

it('a range of audit events includes its start and excludes its end', async () => {
  const { sql } = server.deps;
  const at = new Date('2089-12-01T00:00:00Z');
  await sql`
    insert into audit_events (at, kind, address, request_id) values (${at}, 'otp.sent', '203.0.113.9', 'r')`;
  const count = async (range: { from?: Date; to?: Date }) =>
    (await sql`${newestEvents(sql, { ...range, kinds: ['otp.sent'] }, { after: undefined, limit: 5 })}`)
      .length;
  const later = new Date(at.getTime() + 1);
  expect([await count({ from: at }), await count({ from: later })]).toEqual([1, 0]);
  expect([await count({ to: later }), await count({ to: at })]).toEqual([1, 0]);
});
