import { createAccount, createAdmin } from '@vid/testkit/accounts';
import { createApplication } from '@vid/testkit/applications';
import type { TestBrowser } from '@vid/testkit/browser';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { auditKindGroups } from '@vid/contract/audit-kinds';
import { withOwnPlans } from '#database/own-plans.ts';
import type { SortKey } from '#database/page.ts';
import { newRequestId } from '#lib/text/references.ts';
import { newestEvents } from '#platform/audit/scan-events.ts';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createAuditLogRepo } from './audit-log.repo.ts';

let server: TestServer;
let admin: TestBrowser;
let adminId: string;
let member: { id: string; phone: string };
const phone = '+84900000071';
const path = '/vid/api/admin/audit';

beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
  const { id, browser } = await createAdmin(server);
  [adminId, admin] = [id, browser];
  member = { id: (await createAccount(server, { phone })).id, phone };
  await server.deps.sql`
    insert into audit_events (kind, account_id, actor_id, address, request_id, at, details)
    select case when n % 2 = 0 then 'account.locked' else 'otp.sent' end, ${member.id},
      case when n % 2 = 0 then ${adminId} else ${member.id} end, '203.0.113.' || n % 3, 'req-' || n,
      timestamptz '2026-03-01' + n * interval '1 hour', jsonb_build_object('reason', '=1+1', 'count', n)
    from generate_series(1, 24) as n`;
  await server.deps.sql`
    insert into audit_events (kind, address, request_id, at, details)
    select 'otp.sent', '203.0.113.' || 7 + n % 2, 'req', '2026-05-01', '{}' from generate_series(1, 24) as n`;
});
afterAll(() => server.close());

type Item = { id: string; kind: string; at: string; address: string; reason?: string | null };
const search = async (body: Readonly<Record<string, unknown>>) => {
  const { status, data } = await admin.post(`${path}/search`, body);
  expect(status).toBe(200);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- checked by the contract
  return data as { items: Item[]; next: string | null; account: { id: string } | null };
};
const may = { from: '2026-05-01T00:00:00.000Z', to: '2026-06-01T00:00:00.000Z' };
const march = { from: '2026-03-01T00:00:00.000Z', to: '2026-04-01T00:00:00.000Z' };

describe('V4 the audit log', () => {
  it.each([
    ['account by id', { account: 'MEMBER' }, 24],
    ['account by phone', { account: phone }, 24],
    ['account by national number', { account: ' 0900000071 ' }, 24],
    ['actor', { actor: 'ADMIN', account: 'MEMBER' }, 12],
    ['actor by phone', { actor: ` ${phone} ` }, 12],
    ['kind', { kind: 'account.locked' }, 12],
    ['group', { group: 'codes' }, 12],
    ['group and account', { group: 'administration', account: 'MEMBER' }, 12],
    ['address', { address: ' 203.0.113.0 ' }, 8],
    ['actor of several kinds', { actor: 'MEMBER' }, 12],
    ['actor and group', { actor: 'ADMIN', group: 'administration' }, 12],
    ['actor and a group without events', { actor: 'ADMIN', group: 'codes' }, 0],
    ['address and kind', { address: '203.0.113.0', kind: 'otp.sent' }, 4],
    ['a phone without an account', { account: '0900000079' }, 0],
  ])('filters by %s', async (_name, filter, count) => {
    const ids: Readonly<Record<string, string>> = { MEMBER: member.id, ADMIN: adminId };
    const body = Object.fromEntries(
      Object.entries(filter).map(([name, value]) => [name, ids[value] ?? value]),
    );
    const { items } = await search({ ...march, ...body, limit: 100 });
    expect(items).toHaveLength(count);
    const times = items.map(({ at }) => at);
    expect(times).toEqual(times.toSorted().toReversed());
  });

  it.each([
    ['of a period', {}],
    ['of a group', { group: 'administration' }],
    ['from an address', { address: '203.0.113.1' }],
    ['of an actor', { actor: phone }],
    ['of one moment', { address: '203.0.113.7', ...may }],
  ])('returns every row %s once across pages', async (_rows, filter) => {
    const whole = (await search({ ...march, ...filter, limit: 100 })).items.map(({ id }) => id);
    const read: string[] = [];
    let after: string | null = null;
    do {
      const page = await search({ ...march, ...filter, limit: 5, ...(after !== null && { after }) });
      read.push(...page.items.map(({ id }) => id));
      after = page.next;
    } while (after !== null);
    expect(read).toEqual(whole);
  });

  it('includes the beginning of the period and excludes its end', async () => {
    const found = await search({
      account: member.id,
      from: '2026-03-01T02:00:00.000Z',
      to: '2026-03-01T05:00:00.000Z',
    });
    expect(found.items.map(({ at }) => at.slice(11, 13))).toEqual(['04', '03', '02']);
  });

  it.each([
    ['203.0.113.0', march, [2, 2, 1, 2, 1], 8],
    ['203.0.113.7', may, [3, 2, 3, 2, 2], 12],
  ] as const)(
    'reads a limited number of events from %s for each page',
    async (address, { from, to }, lengths, count) => {
      const repo = createAuditLogRepo(server.deps.sql, server.deps.reads, 5);
      const filters = { address, from: new Date(from), to: new Date(to) };
      const pages: number[] = [];
      const ids: string[] = [];
      let after: SortKey | undefined;
      do {
        const { rows, end } = await repo.list(filters, { after, limit: 4 });
        pages.push(rows.length);
        ids.push(...rows.map(({ id }) => id));
        after = end;
      } while (after !== undefined);
      expect(pages).toEqual(lengths);
      expect(new Set(ids).size).toBe(count);
    },
  );

  it.each([
    [{ kinds: ['role.granted'] }, '_quiet_idx'],
    [{ kinds: auditKindGroups.administration }, '_quiet_idx'],
    [{ kinds: auditKindGroups['sign-in'] }, '_at_idx'],
    [{ address: '203.0.113.0' }, '_at_idx'],
    [{ accountId: 'acc_a', kinds: ['role.granted'] }, '_account_idx'],
  ])('finds the events that match %o in the order of the index %s', async (filters, index) => {
    const plan = await withOwnPlans(server.deps.sql, async (tx) => {
      await tx`set local enable_seqscan = off`;
      await tx`set local enable_sort = off`;
      return tx<{ 'QUERY PLAN': string }[]>`
        explain ${newestEvents(tx, filters, { after: undefined, limit: 21 })}`;
    });
    const scans = plan.flatMap((line) => /Scan using (\S+)/u.exec(line['QUERY PLAN'])?.[1] ?? []);
    expect(scans.length).toBeGreaterThan(1);
    expect(scans.filter((name) => !name.endsWith(index))).toEqual([]);
  });

  it('records each search with its filters, but without phone numbers and network addresses', async () => {
    const { sql } = server.deps;
    await search({ actor: phone, group: 'codes', ...may });
    await search({ account: phone, kind: 'otp.sent', address: '203.0.113.0' });
    const { items, next } = await search({ ...march, account: member.id, limit: 1 });
    const [event] = items;
    await search({ ...march, account: member.id, limit: 1, after: next });
    expect((await admin.get(`${path}/events/${event?.id}`)).status).toBe(200);
    const rows = await sql`
      select kind, account_id, actor_id, details from audit_events where kind like 'audit.%' order by id desc limit 5`;
    expect([...rows]).toEqual([
      { kind: 'audit.read', accountId: member.id, actorId: adminId, details: { event: event?.id } },
      {
        kind: 'audit.searched',
        accountId: member.id,
        actorId: adminId,
        details: { ...march, page: 'next' },
      },
      { kind: 'audit.searched', accountId: member.id, actorId: adminId, details: march },
      {
        kind: 'audit.searched',
        accountId: member.id,
        actorId: adminId,
        details: { kind: 'otp.sent', byAddress: true },
      },
      {
        kind: 'audit.searched',
        accountId: null,
        actorId: adminId,
        details: { actor: member.id, group: 'codes', ...may },
      },
    ]);
    const [leaked] = await sql`
      select from audit_events where kind like 'audit.%' and details::text similar to '%(900000071|203.0.113)%'`;
    expect(leaked).toBeUndefined();
  });

  it('shows the account, actor, address and details of an event', async () => {
    const [event] = (await search({ ...march, kind: 'account.locked', limit: 1 })).items;
    expect((await admin.get(`${path}/events/${event?.id}`)).data).toMatchObject({
      kind: 'account.locked',
      account: { id: member.id },
      actor: { id: adminId },
      address: '203.0.113.0',
      requestId: 'req-24',
      details: expect.arrayContaining([
        { name: 'reason', value: '=1+1' },
        { name: 'count', value: '24' },
      ]),
      isErased: false,
    });
    for (const id of ['999999999', 'x', '1'.repeat(16)])
      expect((await admin.get(`${path}/events/${id}`)).code).toBe('NOT_FOUND');
  });

  it('exports JSON Lines, and CSV without formulas', async () => {
    const csv = String((await admin.post(`${path}/export`, { ...march, format: 'csv' })).data['text']);
    expect(csv.startsWith('\u{FEFF}Số thứ tự,Thời gian (UTC),Loại sự kiện,')).toBe(true);
    expect(csv.trimEnd().split('\r\n')).toHaveLength(25);
    expect(csv).not.toMatch(/(?:^|,)"?[=+@]/mu);
    const lines = String((await admin.post(`${path}/export`, { ...march, format: 'jsonl' })).data['text']);
    const rows = lines
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    expect(rows).toHaveLength(24);
    expect(rows[0]).toMatchObject({
      kind: 'account.locked',
      requestId: 'req-24',
      details: { reason: '=1+1' },
    });
    const unknown = { account: '0900000079', format: 'jsonl' };
    expect((await admin.post(`${path}/export`, unknown)).data).toEqual({ text: '', next: null });
    const { next } = await search({ ...march, limit: 23 });
    const rest = await admin.post(`${path}/export`, { ...march, format: 'csv', after: next });
    expect(String(rest.data['text'])).toMatch(/^\d+,2026-03-01T01:00:00\.000Z,/u);
    const [row] = await server.deps.sql`
      select details from audit_events where kind = 'audit.exported' order by id limit 1`;
    expect(row).toEqual({ details: { format: 'csv', ...march } });
  });

  it('names the accounts, the application and the role of an event', async () => {
    const { sql } = server.deps;
    const company = await createAccount(server, { kind: 'enterprise' });
    await sql`update enterprises set name = 'Công ty Sông Hồng' where account_id = ${company.id}`;
    const { id: applicationId } = await createApplication(server);
    await sql`
      insert into application_roles (application_id, code, name)
      values (${applicationId}, 'editor', 'Biên tập viên')`;
    const details = { applicationId, role: 'editor', ownerId: company.id };
    const [event] = await sql<{ id: string }[]>`
      insert into audit_events (kind, account_id, actor_id, address, request_id, details, browser, system, at)
      values ('permission.added', ${company.id}, ${adminId}, '203.0.113.9', 'req-names', ${sql.json(details)},
        'Firefox', 'Windows', '2026-03-09T01:02:03Z')
      returning id::text`;
    const [administrator] = await sql<{ phone: string; name: string | null }[]>`
      select phone, name from accounts where id = ${adminId}`;
    expect(administrator?.name).toBeNull();
    expect((await admin.get(`${path}/events/${event?.id}`)).data).toMatchObject({
      account: { id: company.id, name: 'Công ty Sông Hồng' },
      actor: { id: adminId, name: administrator?.phone },
      accounts: [{ id: company.id, name: 'Công ty Sông Hồng' }],
      applications: [{ id: applicationId, name: expect.any(String) }],
      roles: [{ id: 'editor', name: 'Biên tập viên' }],
    });
    const [own] = await sql<{ id: string }[]>`
      insert into audit_events (kind, actor_id, address, request_id, at)
      values ('avatar.changed', ${member.id}, '', 'req-own', '2026-05-09T01:02:03Z') returning id::text`;
    // Only administrators are named by their phone number.
    expect((await admin.get(`${path}/events/${own?.id}`)).data).toMatchObject({
      actor: { id: member.id, name: null },
    });
    const kind = 'permission.added';
    const lines = await admin.post(`${path}/export`, { account: company.id, kind, format: 'jsonl' });
    expect(String(lines.data['text'])).not.toContain(administrator?.phone);
    expect(JSON.parse(String(lines.data['text']))).toEqual({
      id: event?.id,
      at: '2026-03-09T01:02:03.000Z',
      kind: 'permission.added',
      accountId: company.id,
      accountName: 'Công ty Sông Hồng',
      actorId: adminId,
      actorName: null,
      address: '203.0.113.9',
      requestId: 'req-names',
      browser: 'Firefox',
      system: 'Windows',
      details,
      change: null,
    });
    const csv = await admin.post(`${path}/export`, { account: company.id, kind, format: 'csv' });
    const [, line = ''] = String(csv.data['text']).split('\r\n');
    expect(line.split(',').slice(0, 11)).toEqual([
      event?.id,
      '2026-03-09T01:02:03.000Z',
      'permission.added',
      company.id,
      'Công ty Sông Hồng',
      adminId,
      '',
      '203.0.113.9',
      'Firefox',
      'Windows',
      'req-names',
    ]);
    const cell = line.split(',').slice(11).join(',');
    expect(JSON.parse(cell.slice(1, -1).replaceAll('""', '"'))).toEqual(details);
  });

  it('states that the chain of seals is intact', async () => {
    await server.deps.auditSealer.run();
    await server.deps.auditCheck.run();
    const { data } = await admin.get(`${path}/state`);
    expect(data).toMatchObject({ seals: 1, problem: null, problemSeal: null });
    expect(Date.parse(String(data['sealedAt']))).toBeLessThanOrEqual(
      Date.parse(String(data['checkedAt'])) + 60_000,
    );
  });

  it('lists the ten newest events of an account with their reasons', async () => {
    const { sql, audit } = server.deps;
    await audit.write(sql, {
      kind: 'profile.changed',
      accountId: member.id,
      caller: { address: '203.0.113.9', requestId: 'req' },
      details: {},
    });
    const { raw } = await admin.get(`/vid/api/admin/accounts/${member.id}/events`);
    const events: Item[] = raw.json()['data'];
    expect(events).toHaveLength(10);
    expect(events[0]?.kind).toBe('profile.changed');
    expect(events[1]?.reason).toBe('=1+1');
    expect(events.filter(({ kind }) => kind.startsWith('audit.') || kind === 'account.viewed')).toEqual([]);
    expect((await admin.get('/vid/api/admin/accounts/acc_missing/events')).code).toBe('NOT_FOUND');
    const [read] = await sql`
      select account_id, actor_id from audit_events where kind = 'audit.searched' order by id desc limit 1`;
    expect(read).toEqual({ accountId: member.id, actorId: adminId });
  });

  it('is exported in parts of 5,000 events', async () => {
    const { id } = await createAccount(server);
    await server.deps.sql`
      insert into audit_events (kind, account_id, address, request_id, details)
      select 'otp.sent', ${id}, '', '', '{}' from generate_series(1, 5001)`;
    const { data } = await admin.post(`${path}/export`, { account: id, format: 'jsonl' });
    expect(String(data['text']).trimEnd().split('\n')).toHaveLength(5_000);
    expect(data['next']).not.toBeNull();
    expect((await search({ account: id })).items).toHaveLength(20);
  });

  it('can be filtered by a machine client as the actor', async () => {
    const actor = `client:${'m'.repeat(128)}`;
    await server.deps.audit.write(server.deps.sql, {
      kind: 'account.viewed',
      accountId: member.id,
      actorId: actor,
      caller: { address: '203.0.113.9', requestId: 'req-machine' },
      details: {},
    });
    expect(await search({ actor })).toMatchObject({
      items: [{ kind: 'account.viewed', actor: { id: actor, name: null } }],
      actor: { id: actor, name: null },
    });
    const { data } = await admin.post(`${path}/export`, { actor, format: 'jsonl' });
    expect(JSON.parse(String(data['text']))).toMatchObject({ actorId: actor, requestId: 'req-machine' });
    expect((await search({ actor: 'client:other' })).items).toEqual([]);
    const locks = await search({ kind: 'account.locked', actor: adminId, account: member.id });
    expect(locks.items).not.toEqual([]);
    expect(
      await search({ kind: 'account.locked', actor: ` ${adminId} `, account: ` ${member.id} ` }),
    ).toEqual(locks);
    // Clients are never the subject of an event.
    expect((await search({ account: 'client:other' })).items).toEqual([]);
  });
});

const find = async (reference: string) =>
  admin.get(`/vid/api/admin/references/${encodeURIComponent(reference)}`);

const searchesOf = async (reference: string) =>
  (
    await server.deps.sql`
      select from audit_events
      where kind = 'audit.searched' and actor_id = ${adminId} and details->>'lookedUp' = ${reference}`
  ).count;

describe('a dictated reference', () => {
  it('leads to the time and the events of a request', async () => {
    const { id } = await createAccount(server);
    const answer = await admin.post(`/vid/api/admin/accounts/${id}/lock`, { reason: 'lost phone' });
    const reference = String(answer.raw.headers['x-request-id']);
    // These events are an hour away from the request, so they belong to another request with the same id.
    await server.deps.sql`
      insert into audit_events (kind, account_id, actor_id, address, request_id, at)
      select 'account.unlocked', ${id}, ${adminId}, '', ${reference}, now() + hours * interval '1 hour'
      from unnest(array[-1, 1]) hours`;
    const found = await find(`${reference.slice(0, 4)} ${reference.slice(4)}`.toLowerCase());
    expect(found.data).toMatchObject({
      reference,
      refusal: null,
      events: [{ kind: 'account.locked', account: { id }, actor: { id: adminId } }],
    });
    expect(Math.abs(Date.parse(String(found.data['at'])) - Date.now())).toBeLessThan(60_000);
    expect(await searchesOf(reference)).toBe(1);
    await server.deps.sql`
      insert into audit_events (kind, account_id, actor_id, address, request_id, at)
      select 'account.noted', ${id}, ${adminId}, '', ${reference}, now() - n * interval '1 second'
      from generate_series(1, 25) n`;
    await server.deps.sql`
      insert into audit_events (kind, account_id, actor_id, address, request_id, at)
      values ('account.unlocked', ${id}, ${adminId}, '', ${reference}, now() + interval '1 second')`;
    const { events } = Object((await find(reference)).data);
    expect([events.length, events[0].kind, events[1].kind]).toEqual([
      20,
      'account.unlocked',
      'account.locked',
    ]);
    const spanned = newRequestId(Date.parse('2026-03-20T10:00:00Z'));
    await server.deps.sql`
      insert into audit_events (kind, address, request_id, at)
      select kind, '', ${spanned}, timestamptz '2026-03-20T10:00:00Z' + seconds * interval '1 second'
      from (values ('import.started', -61), ('import.checked', -60), ('import.finished', 119), ('import.undone', 120))
        events (kind, seconds)`;
    const kinds = Object((await find(spanned)).data).events.map(({ kind }: { kind: string }) => kind);
    expect(kinds).toEqual(['import.finished', 'import.checked']);
    const unwritten = await find(newRequestId());
    expect([unwritten.status, unwritten.data['events']]).toEqual([200, []]);
  });

  it('leads to the reason and the application of a refused sign-on', async () => {
    const { applications, refusalLog } = server.deps;
    const { id } = await applications.add({ code: 'refuser', name: 'Sàn', isFirstParty: true });
    await applications.addClient('refuser', {
      clientId: 'refuser-web',
      kind: 'web',
      redirectUris: ['https://a.vn/cb'],
    });
    const reference = await refusalLog.write({
      clientId: 'refuser-web',
      reason: 'invalid_redirect_uri',
      details: { redirectUri: 'https://b.vn/cb', detail: null },
      from: 'test',
    });
    const { data } = await find(reference);
    expect(Math.abs(Date.parse(String(data['at'])) - Date.now())).toBeLessThan(60_000);
    expect(data).toMatchObject({
      reference,
      events: [],
      refusal: {
        clientId: 'refuser-web',
        reason: 'invalid_redirect_uri',
        details: [{ name: 'redirectUri', value: 'https://b.vn/cb' }],
        application: { id, name: 'Sàn' },
      },
    });
    expect(await searchesOf(reference)).toBe(1);
    const unknown = await refusalLog.write({
      clientId: 'gone-web',
      reason: 'invalid_client',
      details: {},
      from: 'test',
    });
    expect((await find(unknown)).data).toMatchObject({
      refusal: { clientId: 'gone-web', application: null },
    });
  });

  it.each(['MGVQMGVQMG', 'nguyenlong', '0912345678'])('is not found when it is %s', async (text) => {
    expect((await find(text)).code).toBe('NOT_FOUND');
  });
});
