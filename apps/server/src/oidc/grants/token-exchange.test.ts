import { randomBytes } from 'node:crypto';
import type { Sql } from '#database/connection.ts';
import { waitForLockWaits } from '@vid/testkit/database/lock-wait';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { storeRows, type NewRow } from '#oidc/store/rows.ts';
import type { Exchange } from '#oidc/store/request-state.ts';
import { useAndIssue } from './token-exchange.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

const newRow = (grantId: string): NewRow => ({
  idHash: randomBytes(32),
  payload: JSON.stringify({ grantId, note: 'a "quoted" \\ word\n' }),
  grantId,
  accountId: 'acc_one',
  clientId: 'shop-web',
  sessionId: null,
  userCodeHash: null,
  expiresInSeconds: 60,
});
const storeCode = async (grantId: string): Promise<NewRow> => {
  const code = newRow(grantId);
  await storeRows(server.deps.sql, 'AuthorizationCode', [code]);
  return code;
};
const exchangeOf = (code: NewRow, grantId: string) =>
  ({
    used: { model: 'AuthorizationCode', idHash: code.idHash },
    accessToken: newRow(grantId),
    refreshToken: newRow(grantId),
  }) satisfies Exchange;
const exchangeOne = async (sql: Sql, exchange: Exchange): Promise<boolean | undefined> => {
  const [isFirst] = await useAndIssue(sql, exchange.used.model, [exchange]);
  return isFirst;
};
const tokensOf = async (grantId: string): Promise<{ access: Buffer[]; refresh: Buffer[] }> => {
  const { sql } = server.deps;
  const access = await sql<{ id: Buffer }[]>`
    select id_hash as id from oidc_access_tokens where grant_id = ${grantId}`;
  const refresh = await sql<{ id: Buffer }[]>`
    select id_hash as id from oidc_refresh_tokens where grant_id = ${grantId}`;
  return { access: access.map(({ id }) => id), refresh: refresh.map(({ id }) => id) };
};

describe('a token exchange', () => {
  it('succeeds for only one of many parallel uses of a code', async () => {
    const { sql } = server.deps;
    const code = await storeCode('grant-same');
    const exchanges = Array.from({ length: 20 }, () => exchangeOf(code, 'grant-same'));
    const results = await Promise.all(exchanges.map((exchange) => exchangeOne(sql, exchange)));
    expect(results.filter(Boolean)).toHaveLength(1);
    const winner = exchanges[results.indexOf(true)];
    expect(await tokensOf('grant-same')).toEqual({
      access: [winner?.accessToken.idHash],
      refresh: [winner?.refreshToken.idHash],
    });
    expect(await exchangeOne(sql, exchangeOf(code, 'grant-same'))).toBe(false);
  });

  it('stores the given tokens, and stores none for an unknown code', async () => {
    const { sql } = server.deps;
    const exchange = exchangeOf(await storeCode('grant-one'), 'grant-one');
    expect(await exchangeOne(sql, exchangeOf(newRow('grant-none'), 'grant-none'))).toBe(false);
    expect(await exchangeOne(sql, exchange)).toBe(true);
    expect(await tokensOf('grant-one')).toEqual({
      access: [exchange.accessToken.idHash],
      refresh: [exchange.refreshToken.idHash],
    });
    const [stored] = await sql<{ payload: unknown; clientId: string; isLive: boolean }[]>`
      select payload, client_id, expires_at between now() and now() + interval '60 s' as is_live
      from oidc_access_tokens where grant_id = 'grant-one'`;
    expect(stored).toEqual({
      payload: { grantId: 'grant-one', note: 'a "quoted" \\ word\n' },
      clientId: 'shop-web',
      isLive: true,
    });
    expect(await tokensOf('grant-none')).toEqual({ access: [], refresh: [] });
  });

  it('does not depend on other exchanges in its batch', async () => {
    const { sql } = server.deps;
    const [first, second] = [await storeCode('grant-first-of-two'), await storeCode('grant-second-of-two')];
    const { refreshToken: _none, ...alone } = exchangeOf(second, 'grant-second-of-two');
    const exchanges: Exchange[] = [
      exchangeOf(newRow('grant-unknown'), 'grant-unknown'),
      exchangeOf(first, 'grant-first-of-two'),
      exchangeOf(first, 'grant-first-of-two'),
      alone,
    ];
    const [unknown, one, again, other] = await useAndIssue(sql, 'AuthorizationCode', exchanges);
    expect([unknown, other]).toEqual([false, true]);
    expect(one).toBe(!again);
    const winner = exchanges[one ? 1 : 2];
    expect(await tokensOf('grant-first-of-two')).toEqual({
      access: [winner?.accessToken?.idHash],
      refresh: [winner?.refreshToken?.idHash],
    });
    expect(await tokensOf('grant-second-of-two')).toEqual({
      access: [alone.accessToken.idHash],
      refresh: [],
    });
    expect(await tokensOf('grant-unknown')).toEqual({ access: [], refresh: [] });
  });

  it('causes no deadlock when batches contain the same codes in different orders', async () => {
    const { sql } = server.deps;
    for (let round = 0; round < 20; round += 1) {
      const grantId = `grant-order-${round}`;
      const codes = await Promise.all(Array.from({ length: 10 }, () => storeCode(grantId)));
      const batches = [codes, codes.toReversed()].map((batch) =>
        useAndIssue(
          sql,
          'AuthorizationCode',
          batch.map((code) => exchangeOf(code, grantId)),
        ),
      );
      const results = (await Promise.all(batches)).flat();
      expect(results.filter(Boolean)).toHaveLength(codes.length);
    }
  });

  it('stores only an access token when there is no refresh token', async () => {
    const { refreshToken: _none, ...exchange } = exchangeOf(await storeCode('grant-alone'), 'grant-alone');
    expect(await exchangeOne(server.deps.sql, exchange)).toBe(true);
    expect(await tokensOf('grant-alone')).toEqual({ access: [exchange.accessToken.idHash], refresh: [] });
  });

  it('succeeds for each code in only one of two processes', async () => {
    const twin = await server.twin();
    for (let round = 0; round < 20; round += 1) {
      const grantId = `grant-both-${round}`;
      const codes = await Promise.all(Array.from({ length: 6 }, () => storeCode(grantId)));
      const results = await Promise.all(
        [server, twin].flatMap(({ deps }) =>
          codes.map((code) => exchangeOne(deps.sql, exchangeOf(code, grantId))),
        ),
      );
      expect(results.filter(Boolean)).toHaveLength(codes.length);
      const { access, refresh } = await tokensOf(grantId);
      expect([access.length, refresh.length]).toEqual([codes.length, codes.length]);
    }
    await twin.close();
  });

  it('fails if another use of the code commits first', async () => {
    const { sql } = server.deps;
    const code = await storeCode('grant-first');
    const { waiting } = await sql.begin(async (tx) => {
      await tx`update oidc_authorization_codes set consumed_at = now() where grant_id = 'grant-first'`;
      const started = exchangeOne(sql, exchangeOf(code, 'grant-late'));
      await waitForLockWaits(server, 1);
      return { waiting: started };
    });
    expect(await waiting).toBe(false);
    expect(await tokensOf('grant-late')).toEqual({ access: [], refresh: [] });
  });

  it('succeeds if the other use of the code is rolled back', async () => {
    const { sql } = server.deps;
    const code = await storeCode('grant-undone');
    let waiting: Promise<boolean | undefined> | undefined;
    const undone = sql.begin(async (tx) => {
      await tx`update oidc_authorization_codes set consumed_at = now() where grant_id = 'grant-undone'`;
      waiting = exchangeOne(sql, exchangeOf(code, 'grant-undone'));
      await waitForLockWaits(server, 1);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await waiting).toBe(true);
  });
});
