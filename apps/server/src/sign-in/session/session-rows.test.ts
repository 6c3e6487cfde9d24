import { randomBytes } from 'node:crypto';
import { newId } from '#lib/ids.ts';
import { createAccount } from '@vid/testkit/accounts';
import { atOneMoment } from '@vid/testkit/database/one-moment';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import type { Queryable } from '#database/connection.ts';
import { completeRepo } from '#sign-in/complete/complete.repo.ts';
import { createStepRepo } from '#sign-in/two-step/step.repo.ts';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

type Row = {
  readonly accountId: string;
  readonly amr?: readonly string[];
  readonly method?: string;
  /** Seconds until an unused session expires. */
  readonly idle?: number;
  readonly max?: number;
  readonly seen?: number;
};

async function insertSession(row: Row): Promise<{ id: string; tokenHash: Buffer }> {
  const [id, tokenHash] = [newId('ses'), randomBytes(32)];
  await server.deps.sql`
    insert into sessions (id, token_hash, account_id, method, amr, is_persistent, user_agent, address, idle_seconds,
      idle_expires_at, expires_at, last_seen_at)
    values (${id}, ${tokenHash}, ${row.accountId}, ${row.method ?? 'password'}, ${row.amr ?? ['pwd']},
      true, '', '', 3600, now() + make_interval(secs => ${row.idle ?? 600}), now() + make_interval(secs => ${row.max ?? 600}),
      now() + make_interval(secs => ${row.seen ?? 0}))`;
  return { id, tokenHash };
}
const isLeft = async ({ id }: { id: string }) =>
  (await server.deps.sql`select from sessions where id = ${id}`).length === 1;

describe('a session row', () => {
  it('S4 is found, locked and listed until its idle or absolute expiry', async () => {
    const { sql, sessionRepo } = server.deps;
    const { id: accountId } = await createAccount(server, { password: null });
    const [live, idle, old] = [
      await insertSession({ accountId }),
      await insertSession({ accountId, idle: 0 }),
      await insertSession({ accountId, max: 0 }),
    ];
    for (const [session, isLive] of [
      [live, true],
      [idle, false],
      [old, false],
    ] as const) {
      expect((await sessionRepo.find(session.tokenHash))?.id).toBe(isLive ? session.id : undefined);
      expect(await sql.begin((tx) => sessionRepo.lockLive(tx, session.id))).toBe(isLive);
    }
    expect((await sessionRepo.list(accountId)).map(({ id }) => id)).toEqual([live.id]);
  });

  it('S4 is deleted after its idle or absolute expiry', async () => {
    const { id: accountId } = await createAccount(server, { password: null });
    const live = await insertSession({ accountId });
    const ended = [await insertSession({ accountId, idle: -1 }), await insertSession({ accountId, max: -1 })];
    expect(await server.deps.sessionRepo.deleteExpired(1)).toBe(1);
    expect(await server.deps.sessionRepo.deleteExpired(100)).toBeGreaterThanOrEqual(1);
    expect(await isLeft(live)).toBe(true);
    for (const session of ended) expect(await isLeft(session)).toBe(false);
  });

  it('S4 is due for an update of its last use after five minutes', async () => {
    const { id: accountId } = await createAccount(server, { password: null });
    const [recent, due] = [
      await insertSession({ accountId, seen: -240 }),
      await insertSession({ accountId, seen: -360 }),
    ];
    expect((await server.deps.sessionRepo.find(recent.tokenHash))?.mayTouch).toBe(false);
    expect((await server.deps.sessionRepo.find(due.tokenHash))?.mayTouch).toBe(true);
  });

  it('M2 can be ended only by its own account', async () => {
    const { sql, sessionRepo } = server.deps;
    const [owner, other] = [
      await createAccount(server, { password: null }),
      await createAccount(server, { password: null }),
    ];
    const session = await insertSession({ accountId: owner.id });
    expect(await sql.begin((tx) => sessionRepo.deleteOne(tx, other.id, session.id))).toBe(false);
    expect(await isLeft(session)).toBe(true);
    expect(await sql.begin((tx) => sessionRepo.deleteOne(tx, owner.id, session.id))).toBe(true);
    expect(await isLeft(session)).toBe(false);
  });

  it('P10 ends with all sessions of its account unless it is kept', async () => {
    const { sql, sessionRepo } = server.deps;
    const [account, other] = [
      await createAccount(server, { password: null }),
      await createAccount(server, { password: null }),
    ];
    const [kept, ended, foreign] = [
      await insertSession({ accountId: account.id }),
      await insertSession({ accountId: account.id }),
      await insertSession({ accountId: other.id }),
    ];
    for (const { id } of [account, other]) {
      await sql`
        insert into sign_in_steps (pre_session_hash, account_id, amr, expires_at)
        values (${randomBytes(32)}, ${id}, '{pwd}', now() + interval '1 minute')`;
      await sql`
        insert into oidc_grants (id_hash, payload, account_id, expires_at)
        values (${randomBytes(32)}, '{}', ${id}, now() + interval '1 day')`;
    }
    expect(await sql.begin((tx) => sessionRepo.deleteAll(tx, account.id, kept.id))).toBe(1);
    expect([await isLeft(kept), await isLeft(ended), await isLeft(foreign)]).toEqual([true, false, true]);
    for (const table of ['sign_in_steps', 'oidc_grants'])
      for (const [{ id }, rows] of [
        [account, 0],
        [other, 1],
      ] as const)
        expect(await sql`select from ${sql(table)} where account_id = ${id}`).toHaveLength(rows);
    expect(await sql.begin((tx) => sessionRepo.deleteAll(tx, account.id))).toBe(1);
    expect(await isLeft(kept)).toBe(false);
  });
});

describe('the session of an administrator', () => {
  it.each([
    [['pwd'], 'refused'],
    [['otp', 'sms'], 'refused'],
    [['pwd', 'otp', 'sms', 'mfa'], 'accepted'],
  ])('with the factors %j is %s', async (amr, verdict) => {
    const { id: accountId } = await createAccount(server, { password: null, role: 'admin' });
    const session = await insertSession({ accountId, amr });
    expect((await server.deps.sessionRepo.find(session.tokenHash)) !== undefined).toBe(
      verdict === 'accepted',
    );
  });
});

describe('a session', () => {
  it('lists a password only once after two confirmations with it', async () => {
    const { sql, sessionRepo } = server.deps;
    const { id: accountId } = await createAccount(server);
    const { id } = await insertSession({ accountId, amr: ['otp', 'sms'] });
    const other = await insertSession({ accountId, amr: ['otp'] });
    const expired = await insertSession({ accountId, idle: -1 });
    const ended = await insertSession({ accountId, max: -1 });
    await sql`update sessions set authenticated_at = now() - interval '1 hour'`;
    const state = async (of = id) => {
      const [row] = await sql`
        select amr, confirmed_at > now() - interval '1 minute' as is_confirmed,
          authenticated_at > now() - interval '1 minute' as is_new from sessions where id = ${of}`;
      return row;
    };
    expect(await sessionRepo.confirm(sql, id, 'pwd')).toBe(true);
    expect(await sessionRepo.confirm(sql, id, 'pwd')).toBe(true);
    expect(await state()).toEqual({ amr: ['otp', 'sms', 'pwd'], isConfirmed: true, isNew: true });
    expect(await state(other.id)).toEqual({ amr: ['otp'], isConfirmed: null, isNew: false });
    for (const dead of [expired, ended]) expect(await sessionRepo.confirm(sql, dead.id, 'pwd')).toBe(false);
    await sql`update sessions set confirmed_at = null, authenticated_at = now() - interval '1 hour'`;
    await sessionRepo.renew(sql, id);
    expect(await state()).toEqual({ amr: ['otp', 'sms'], isConfirmed: null, isNew: true });
    expect(await state(other.id)).toMatchObject({ isNew: false });
  });

  it('counts as surplus if expired or older than the newest sessions', async () => {
    const { sql } = server.deps;
    const { id: accountId } = await createAccount(server);
    const { id: otherId } = await createAccount(server);
    await insertSession({ accountId: otherId });
    const idle = await insertSession({ accountId, idle: -1 });
    const ended = await insertSession({ accountId, max: -1 });
    const [oldest, middle, newest] = [
      await insertSession({ accountId }),
      await insertSession({ accountId }),
      await insertSession({ accountId }),
    ];
    for (const [{ id }, hours] of [
      [oldest, 3],
      [middle, 2],
      [newest, 1],
    ] as const)
      await sql`update sessions set created_at = now() - make_interval(hours => ${hours}) where id = ${id}`;
    const surplus = async (max: number) =>
      sql.begin(async (tx) => {
        const rows = await completeRepo.lockSurplus(tx, { accountId, newId: oldest.id, max });
        return new Map(rows.map(({ id, isLive }) => [id, isLive]));
      });
    expect(await surplus(3)).toEqual(
      new Map([
        [idle.id, false],
        [ended.id, false],
      ]),
    );
    expect(await surplus(2)).toEqual(
      new Map([
        [idle.id, false],
        [ended.id, false],
        [middle.id, true],
      ]),
    );
  });
});

const hash = (n: number) => Buffer.alloc(32, n);
const browser = { preSessionHash: hash(1), devices: [] };
const insertStep = (tx: Queryable, accountId: string, amr: readonly string[], preSession = 1) =>
  completeRepo.insertStep(tx, {
    preSessionHash: hash(preSession),
    accountId,
    amr: [...amr],
    tokenHash: hash(2),
    method: 'password',
    isPersistent: true,
    link: undefined,
    ttlSeconds: 60,
  });

describe('the facts of a sign-in', () => {
  it('include the sign-ins and resets of the last hour', () =>
    atOneMoment(server, async (tx) => {
      const [{ id }, other] = [await createAccount(server), await createAccount(server)];
      const add = (kind: string, age: string, account = id, actor: string | null = id) => tx`
        insert into audit_events (kind, account_id, actor_id, address, request_id, at)
        values (${kind}, ${account}, ${actor}, '', '', now() - ${age}::interval)`;
      for (const kind of ['session.started', 'sign-in.step', 'sign-in.failed']) {
        await add(kind, '59 minutes');
        await add(kind, '59 minutes', id, null);
        await add(kind, '59 minutes', id, other.id);
        await add(kind, '1 hour');
        await add(kind, '1 minute', other.id, other.id);
      }
      await add('password.reset', '1 minute', id, null);
      await add('account.recovered', '1 minute', id, other.id);
      await add('account.recovered', '1 hour');
      await add('session.ended', '1 minute');
      const recent = await completeRepo.listRecent(tx, id);
      expect(recent.map(({ kind, ageSeconds }) => `${kind} ${ageSeconds}`).toSorted()).toEqual([
        'account.recovered 60',
        'password.reset 60',
        'session.started 3540',
        'sign-in.failed 3540',
        'sign-in.step 3540',
      ]);
      expect((await completeRepo.readFacts(tx, id, browser)).recent).toHaveLength(5);
    }));

  it('include the unfinished sign-in of the browser and account until it expires', () =>
    atOneMoment(server, async (tx) => {
      const [{ id, phone }, other] = [await createAccount(server), await createAccount(server)];
      const stepOf = async (account = id) => (await completeRepo.readFacts(tx, account, browser)).stepAmr;
      const proved = (of = phone, preSession = 1) => completeRepo.hasProvedCode(tx, of, hash(preSession));
      expect(await stepOf()).toBeNull();
      await insertStep(tx, id, ['pwd']);
      expect([await stepOf(), await stepOf(other.id), await proved()]).toEqual([['pwd'], null, false]);
      await completeRepo.deleteStep(tx, other.id, hash(1));
      expect(await stepOf()).toEqual(['pwd']);
      await completeRepo.deleteStep(tx, id, hash(1));
      expect(await stepOf()).toBeNull();
      await insertStep(tx, id, ['otp', 'sms']);
      expect([await proved(), await proved(other.phone), await proved(phone, 3)]).toEqual([
        true,
        false,
        false,
      ]);
      expect(
        await tx`select expires_at - now() = interval '1 minute' as ok from sign_in_steps where account_id = ${id}`,
      ).toEqual([{ ok: true }]);
      await tx`update sign_in_steps set expires_at = now() where account_id = ${id}`;
      expect([await stepOf(), await proved()]).toEqual([null, false]);
    }));

  it('say whether the account existed before and signed in within a day', () =>
    atOneMoment(server, async (tx) => {
      const { id, phone } = await createAccount(server);
      const lock = (change: string) =>
        tx`update accounts set last_sign_in_at = now() - ${change}::interval where id = ${id}`.then(() =>
          completeRepo.lockAccount(tx, { phone }),
        );
      expect(await lock('1 day')).toMatchObject({ id, existedBefore: false, isFirstOfDay: false });
      await tx`update accounts set created_at = now() - interval '1 microsecond' where id = ${id}`;
      expect(await lock('1 day 1 microsecond')).toMatchObject({ existedBefore: true, isFirstOfDay: true });
      expect(await lock('180 days 1 microsecond')).toBeUndefined();
      expect(await completeRepo.lockAccount(tx, { accountId: id })).toMatchObject({ id });
      expect(await completeRepo.lockAccount(tx, { accountId: id, passwordHash: 'other' })).toBeUndefined();
    }));
});

it('attempts at a second step are counted up to the limit', () =>
  atOneMoment(server, async (tx) => {
    const { id: accountId } = await createAccount(server);
    const repo = createStepRepo(tx);
    await insertStep(tx, accountId, ['pwd']);
    const key = { tokenHash: hash(2), preSessionHash: hash(1) };
    for (const wrong of [{ tokenHash: hash(3) }, { preSessionHash: hash(3) }]) {
      expect(await repo.isLive({ ...key, ...wrong })).toBe(false);
      expect(await repo.countAttempt({ ...key, ...wrong }, 2)).toBeUndefined();
    }
    expect(await repo.countAttempt(key, 2)).toMatchObject({
      accountId,
      method: 'password',
      isPersistent: true,
      attempts: 1,
    });
    expect(await repo.countAttempt(key, 2)).toMatchObject({ attempts: 2 });
    expect(await repo.countAttempt(key, 2)).toBeUndefined();
    await tx`update sign_in_steps set expires_at = now(), attempts = 0 where account_id = ${accountId}`;
    expect([await repo.isLive(key), await repo.countAttempt(key, 2)]).toEqual([false, undefined]);
  }));
