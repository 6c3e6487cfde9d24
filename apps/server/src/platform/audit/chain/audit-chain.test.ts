import { createAccount } from '@vid/testkit/accounts';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import type { Fragment, Queryable } from '#database/connection.ts';
import { createMetrics } from '#lib/telemetry/metrics.ts';
import { createAuditCheck } from './audit-check.ts';
import { createAuditPartitionsRepo } from './audit-partitions.repo.ts';
import { anchorOf, parseAnchor } from './audit-verifier.ts';

let server: TestServer;
const caller = { address: '203.0.113.9', requestId: 'req-chain' };

beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

async function addEvents(count: number, accountId: string | null = 'acc_chain'): Promise<void> {
  const { sql, audit } = server.deps;
  const event =
    accountId === null
      ? ({ kind: 'params.changed', actorId: 'acc_desk' } as const)
      : ({ kind: 'profile.changed', accountId } as const);
  for (let index = 0; index < count; index += 1)
    await audit.write(sql, { ...event, caller, details: { fields: `f${index}` } });
}

const problemNow = async () => (await server.deps.auditVerifier.verify()).problem;

/** Retries until a seal is made, because a transaction that is still writing audit events delays sealing. */
async function sealsOne(run: () => Promise<number>): Promise<void> {
  let made = 0;
  await vi.waitFor(
    async () => {
      made += await run();
      expect(made).toBeGreaterThan(0);
    },
    { timeout: 30_000 },
  );
  expect(made).toBe(1);
}

const tables = ['audit_events', 'audit_seals'] as const;
const thisMonth = `audit_parts.audit_events_${new Date().toISOString().slice(0, 7).replace('-', '_')}`;

async function unguarded(tx: Queryable, change: () => Promise<unknown>): Promise<void> {
  for (const name of tables) await tx`alter table ${tx(name)} disable trigger user`;
  await change();
  for (const name of tables) await tx`alter table ${tx(name)} enable trigger user`;
}

/**
 * Returns the problem found after a change that bypasses the triggers, as an attacker with superuser access
 * could make it; undefined if none is found.
 */
const problemAfter = (change: (tx: Queryable) => Promise<unknown>) => resultAfter(change, problemNow);

async function resultAfter<T>(
  change: (tx: Queryable) => Promise<unknown>,
  read: () => Promise<T>,
): Promise<T> {
  const { sql } = server.deps;
  for (const name of tables) await sql`create table ${sql(`kept_${name}`)} as table ${sql(name)}`;
  try {
    await sql.begin((tx) => unguarded(tx, () => change(tx)));
    return await read();
  } finally {
    await sql.begin((tx) =>
      unguarded(tx, async () => {
        for (const name of tables) {
          await tx`delete from ${tx(name)}`;
          await tx`insert into ${tx(name)} select * from ${tx(`kept_${name}`)}`;
          await tx`drop table ${tx(`kept_${name}`)}`;
        }
      }),
    );
    expect(await problemNow()).toBeUndefined();
  }
}

const erase = (tx: Queryable, which: Fragment) => tx`
  update audit_events set address = '', request_id = '', browser = null, system = null, details = '{}'
  where ${which}`;

const eraseUnguarded = (tx: Queryable, which: Fragment, address = '') => tx`
  update audit_events set commitment_hash = audit_commitment(salt, address, request_id, browser, system, details),
    salt = null, address = ${address}, request_id = '', browser = null, system = null, details = '{}'
  where ${which}`;

describe('V4 the append-only audit log', () => {
  const attempts: readonly (readonly [string, (tx: Queryable) => Promise<unknown>])[] = [
    [
      'change a row',
      (tx) => tx`update audit_events set details = '{"fields":"x"}' where account_id = 'acc_guard'`,
    ],
    [
      'move a row',
      (tx) => tx`update audit_events set at = at - interval '1 day' where account_id = 'acc_guard'`,
    ],
    ['erase part of a row', (tx) => tx`update audit_events set address = '' where account_id = 'acc_guard'`],
    [
      'erase a row and name another kind',
      (tx) => tx`
        update audit_events set kind = 'otp.sent', address = '', request_id = '', browser = null, system = null,
          details = '{}' where account_id = 'acc_guard'`,
    ],
    ['erase a row without an account', (tx) => erase(tx, tx`account_id is null`)],
    ['erase a row of an account that exists', (tx) => erase(tx, tx`account_id in (select id from accounts)`)],
    [
      'replace a salt',
      (tx) => tx`update audit_events set salt = gen_random_uuid() where account_id = 'acc_guard'`,
    ],
    ['delete a row', (tx) => tx`delete from audit_events where account_id = 'acc_guard'`],
    ['delete from a partition', (tx) => tx`delete from ${tx(thisMonth)}`],
    ['empty the log', (tx) => tx`truncate audit_events`],
    ['empty a partition', (tx) => tx`truncate ${tx(thisMonth)}`],
    ['change a seal', (tx) => tx`update audit_seals set content = content`],
    ['delete a seal', (tx) => tx`delete from audit_seals`],
    ['empty the chain', (tx) => tx`truncate audit_seals`],
  ];

  let guarded: { id: string };
  beforeAll(async () => {
    guarded = await createAccount(server, { phone: '+84900000060' });
  });

  it.each(attempts)('refuses to %s', async (_name, attempt) => {
    await addEvents(1, 'acc_guard');
    await addEvents(1, guarded.id);
    await addEvents(1, null);
    await server.deps.auditSealer.run();
    await expect(server.deps.sql.begin((tx) => attempt(tx))).rejects.toMatchObject({ code: 'VA001' });
  });
});

const middle = async () => {
  const last = await server.deps.chainRepo.findLast(server.deps.sql);
  const number = (last?.number ?? 0) - 1;
  const row = await server.deps.chainRepo.find(number);
  return { number, from: Number(JSON.parse(row?.content ?? '{}')['from']) };
};

describe('the audit chain', () => {
  beforeAll(async () => {
    await server.deps.auditSealer.run();
    for (let block = 0; block < 3; block += 1) {
      await addEvents(4);
      await server.deps.auditSealer.run();
    }
  });

  it('reveals a changed row, and reports its seal and kind', async () => {
    const { number, from } = await middle();
    expect(await problemNow()).toBeUndefined();
    const problem = await problemAfter(
      (tx) => tx`update audit_events set actor_id = 'acc_x' where id = ${from}`,
    );
    expect(problem).toMatchObject({ seal: number, problem: 'rows-changed', kind: 'profile.changed' });
  });

  it.each([
    ['details', (tx: Queryable) => tx`details = '{}'`],
    ['address', (tx: Queryable) => tx`address = '203.0.113.10'`],
    ['at', (tx: Queryable) => tx`at = at + interval '1 microsecond'`],
    ['salt', (tx: Queryable) => tx`salt = gen_random_uuid()`],
  ])('reveals a change to the column “%s”', async (_name, assignment) => {
    const { number, from } = await middle();
    const problem = await problemAfter(
      (tx) => tx`update audit_events set ${assignment(tx)} where id = ${from}`,
    );
    expect(problem).toMatchObject({ seal: number, problem: 'rows-changed' });
  });

  it('reveals a change to the column “kind” of a seal', async () => {
    const { number } = await middle();
    const change = (tx: Queryable) => tx`update audit_seals set kind = 'purge' where number = ${number}`;
    expect(await problemAfter(change)).toEqual({ seal: number, problem: 'seal-changed' });
  });

  it('reveals the record of a purge that kept rows for zero days', async () => {
    const { auditSealer, chainRepo, sql } = server.deps;
    const last = await chainRepo.findLast(sql);
    const problem = await problemAfter((tx) =>
      auditSealer.sealPurge(tx, '2020-01', { 'otp.sent': 0 }, () => Promise.resolve(true)),
    );
    expect(problem).toEqual({ seal: (last?.number ?? 0) + 1, problem: 'purged-early', month: '2020-01' });
  });

  it('V4 reveals a row that was erased without its account', async () => {
    const { id } = await createAccount(server, { phone: '+84900000061' });
    await addEvents(1, id);
    await addEvents(1, null);
    await server.deps.auditSealer.run();
    expect(
      await problemAfter((tx) => eraseUnguarded(tx, tx`account_id is null and kind = 'params.changed'`)),
    ).toMatchObject({ problem: 'rows-changed', kind: 'params.changed' });
    const ofAccount = (tx: Queryable) => tx`account_id = ${id} and kind = 'profile.changed'`;
    expect(await problemAfter((tx) => eraseUnguarded(tx, ofAccount(tx)))).toMatchObject({
      problem: 'rows-changed',
    });
    const left = await problemAfter(async (tx) => {
      await tx`delete from accounts where id = ${id}`;
      await eraseUnguarded(tx, ofAccount(tx), '198.51.100.1');
    });
    expect(left).toMatchObject({ problem: 'rows-changed' });
  });

  it('reveals deleted and added rows', async () => {
    const { number, from } = await middle();
    const deleted = await problemAfter((tx) => tx`delete from audit_events where id = ${from + 1}`);
    expect(deleted).toMatchObject({ seal: number, problem: 'rows-missing' });
    const added = await problemAfter(
      (tx) => tx`
        insert into audit_events (id, at, kind, address, request_id)
        values (${from}, now() + interval '6 months', 'profile.changed', '', 'forged')`,
    );
    expect(added).toMatchObject({ seal: number, problem: 'rows-added' });
  });

  it('reveals a changed seal, even with a matching hash', async () => {
    const { number } = await middle();
    const change = (tx: Queryable) => tx`
      update audit_seals set content = replace(content, '"kind":"block"', '"kind":"block","x":1')
      where number = ${number}`;
    expect(await problemAfter(change)).toEqual({ seal: number, problem: 'seal-changed' });
    const rehashed = await problemAfter(async (tx) => {
      await change(tx);
      await tx`
        update audit_seals set seal_hash = sha256(convert_to(content, 'UTF8')) where number = ${number}`;
    });
    expect(rehashed).toEqual({ seal: number, problem: 'seal-changed' });
  });

  it('reveals reordered and missing seals', async () => {
    const { number } = await middle();
    const swapped = await problemAfter(
      (tx) => tx`
        update audit_seals s set content = o.content, seal_hash = o.seal_hash, seal_mac = o.seal_mac
        from audit_seals o where s.number in (${number}, ${number + 1}) and o.number = ${2 * number + 1} - s.number`,
    );
    expect(swapped).toEqual({ seal: number, problem: 'seal-out-of-order' });
    const missing = await problemAfter((tx) => tx`delete from audit_seals where number = ${number}`);
    expect(missing).toEqual({ seal: number, problem: 'seal-missing' });
  });

  it('reveals the removal of the last seal only through its anchor', async () => {
    const { chainRepo, auditVerifier, sql } = server.deps;
    const last = await chainRepo.findLast(sql);
    if (!last) throw new Error('no seal');
    const anchor = parseAnchor(anchorOf(last));
    if (!anchor) throw new Error('no anchor');
    expect(parseAnchor(` ${anchorOf(last)}\n`)).toEqual(anchor);
    for (const text of ['', last.hash, `0.${last.hash}`, `.${last.hash}`, `${last.number}.${last.hash}0`])
      expect(parseAnchor(text)).toBeUndefined();
    expect(await auditVerifier.hasAnchor(anchor)).toBe(true);
    // Without an anchor, rows whose seal was removed look like rows that are not sealed yet.
    const removeLast = (tx: Queryable) => tx`delete from audit_seals where number = ${last.number}`;
    expect(await problemAfter(removeLast)).toBeUndefined();
    expect(await resultAfter(removeLast, () => auditVerifier.hasAnchor(anchor))).toBe(false);
    expect(await auditVerifier.hasAnchor({ ...anchor, hash: 'f'.repeat(64) })).toBe(false);
    expect(await auditVerifier.hasAnchor({ ...anchor, number: last.number + 1 })).toBe(false);
  });
});

describe('an intact audit chain', () => {
  it('stays intact when an account is erased before or after sealing', async () => {
    const { sql, audit, auditSealer } = server.deps;
    const sealed = await createAccount(server, { phone: '+84900000062' });
    const unsealed = await createAccount(server, { phone: '+84900000063' });
    await addEvents(2, sealed.id);
    await auditSealer.run();
    await addEvents(2, unsealed.id);
    for (const { id } of [sealed, unsealed])
      await sql.begin(async (tx) => {
        await audit.keepStubs(tx, [id]);
        await tx`delete from accounts where id = ${id}`;
      });
    await auditSealer.run();
    expect(await problemNow()).toBeUndefined();
    const rows = await sql`
      select distinct address, request_id, details, salt, octet_length(commitment_hash) as bytes from audit_events
      where account_id = any(${[sealed.id, unsealed.id]}::text[])`;
    expect([...rows]).toEqual([{ address: '', requestId: '', details: {}, salt: null, bytes: 32 }]);
  });
});

describe('sealing the audit log', () => {
  it('waits for open transactions that already have a row number', async () => {
    const { sql, auditSealer, chainRepo } = server.deps;
    await auditSealer.run();
    const before = (await chainRepo.findLast(sql))?.number ?? 0;
    const written = Promise.withResolvers<void>();
    const finish = Promise.withResolvers<void>();
    const slow = sql.begin(async (tx) => {
      await server.deps.audit.write(tx, {
        kind: 'email.confirmed',
        accountId: 'acc_slow',
        caller,
        details: {},
      });
      written.resolve();
      await finish.promise;
    });
    await written.promise;
    await addEvents(1, 'acc_quick');
    expect(await auditSealer.run()).toBe(0);
    finish.resolve();
    await slow;
    await sealsOne(() => auditSealer.run());
    const seal = JSON.parse((await chainRepo.find(before + 1))?.content ?? '{}');
    expect(Object.values<object>(seal['months']).flatMap((kinds) => Object.keys(kinds))).toEqual([
      'email.confirmed',
      'profile.changed',
    ]);
    expect(await problemNow()).toBeUndefined();
  });

  it('creates each seal once even if two processes run', async () => {
    const { sql, auditSealer, chainRepo } = server.deps;
    const other = await server.twin();
    const before = (await chainRepo.findLast(sql))?.number ?? 0;
    await addEvents(3);
    await sealsOne(async () => {
      const made = await Promise.all([auditSealer.run(), other.deps.auditSealer.run(), auditSealer.run()]);
      return made.reduce((sum, count) => sum + count);
    });
    expect([(await chainRepo.findLast(sql))?.number, await problemNow()]).toEqual([before + 1, undefined]);
  });

  it('creates a second seal for events beyond the first 10,000', async () => {
    const { sql, auditSealer } = server.deps;
    await auditSealer.run();
    await sql`
      insert into audit_events (kind, address, request_id, details)
      select 'profile.changed', '', '', '{}' from generate_series(1, 10001)`;
    await expect.poll(() => auditSealer.run(), { timeout: 20_000 }).toBe(2);
    expect(await problemNow()).toBeUndefined();
  });

  it('adds no seal if it crashes before the seal is written', async () => {
    const { sql, auditSealer, chainRepo } = server.deps;
    await auditSealer.run();
    const before = await chainRepo.findLast(sql);
    await addEvents(3);
    await sql`
      create function crash() returns trigger language plpgsql as
      $$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$`;
    await sql`create trigger crash before insert on audit_seals for each row execute function crash()`;
    await expect(auditSealer.run()).rejects.toThrow(/terminat|closed/iu);
    await sql`drop function crash cascade`;
    expect((await chainRepo.findLast(sql))?.number).toBe(before?.number);
    await sealsOne(() => auditSealer.run());
    expect(await problemNow()).toBeUndefined();
  });
});

describe('the running audit check', () => {
  it('stores when the chain was last intact, or the first broken seal', async () => {
    const { sql, auditCheck, auditSealer } = server.deps;
    await addEvents(1, 'acc_check');
    await auditSealer.run();
    await auditCheck.run();
    const intact = await auditCheck.getState();
    expect(intact).toMatchObject({ problem: null, problemSeal: null });
    expect(Date.parse(intact.checkedAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
    const problem = await problemAfter(async (tx) => {
      await tx`update audit_events set actor_id = 'acc_y' where account_id = 'acc_check'`;
    });
    await sql.begin((tx) =>
      unguarded(tx, () => tx`update audit_events set actor_id = 'acc_y' where account_id = 'acc_check'`),
    );
    await auditCheck.run();
    expect(await auditCheck.getState()).toMatchObject({
      problem: 'rows-changed',
      problemSeal: problem?.seal,
    });
    expect(server.logLines.join('')).toContain('the audit chain is broken');
  });

  it('keeps its last result until it has read the whole chain', async () => {
    const { auditCheck, auditVerifier } = server.deps;
    const known = await auditCheck.getState();
    const verify = vi.spyOn(auditVerifier, 'verify');
    const check = async (next: number, isComplete: boolean): Promise<void> => {
      verify.mockResolvedValueOnce({ next, isComplete, rows: 1, last: undefined, problem: undefined });
      await auditCheck.run();
    };
    await check(7, false);
    expect(await auditCheck.getState()).toEqual(known);
    await check(9, true);
    expect(await auditCheck.getState()).toMatchObject({ problem: null, problemSeal: null });
    await check(9, true);
    expect(verify.mock.calls.map(([from]) => from)).toEqual([1, 7, 1]);
    verify.mockRestore();
  });
});

it('a run of the audit check ends after a second', async () => {
  const { auditVerifier } = server.deps;
  let nowMs = 0;
  const check = createAuditCheck({
    ...server.deps,
    metrics: createMetrics(),
    verifier: auditVerifier,
    nowMs: () => nowMs,
  });
  const verify = vi.spyOn(auditVerifier, 'verify');
  await check.run();
  const isOver = verify.mock.lastCall?.[1];
  const isOverAt = (ms: number) => {
    nowMs = ms;
    return isOver?.();
  };
  expect([isOverAt(1_000), isOverAt(1_001)]).toEqual([false, true]);
});

describe('the audit keeper', () => {
  it('seals new rows and checks the chain when it runs', async () => {
    const { auditCheck, auditKeeper, auditSealer } = server.deps;
    const runs = [vi.spyOn(auditSealer, 'run'), vi.spyOn(auditCheck, 'run')];
    await auditKeeper.run();
    expect(runs.map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  });

  it('gives up adding a partition while the audit log is locked', async () => {
    const { auditKeeper, sql } = server.deps;
    const last = (await createAuditPartitionsRepo(sql).list()).findLast(({ isMonth }) => isMonth);
    await createAuditPartitionsRepo(sql).drop(last?.name ?? '');
    const tookMs = await sql.begin(async (tx) => {
      await tx`lock table audit_events in access exclusive mode`;
      const startedAt = performance.now();
      await auditKeeper.makeAhead();
      return performance.now() - startedAt;
    });
    expect(tookMs).toBeGreaterThan(450);
    expect(tookMs).toBeLessThan(3_000);
    await auditKeeper.makeAhead();
    expect(await createAuditPartitionsRepo(sql).list()).toContainEqual(last);
  });
});
