import { randomBytes } from 'node:crypto';
import { newId } from '#lib/ids.ts';
import { createAccount } from '@vid/testkit/accounts';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

// These tests check which rows the queries of sessions read and delete; session.test.ts tests sign-in and
// cookies.

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

type Row = {
  readonly accountId: string;
  readonly amr?: readonly string[];
  readonly method?: string;
  /** Seconds from now until an unused session expires. */
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
    expect(await server.deps.sessionRepo.deleteExpired(100)).toBeGreaterThanOrEqual(2);
    expect(await isLeft(live)).toBe(true);
    for (const session of ended) expect(await isLeft(session)).toBe(false);
  });

  it('S4 has its last use updated after five minutes', async () => {
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

  it('P10 ends with all other sessions of its account, unless it is the session to keep', async () => {
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
