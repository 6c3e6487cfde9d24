import { randomBytes } from 'node:crypto';
import { waitForLockWaits } from '@vid/testkit/lock-wait';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Sql } from '#database/connection.ts';
import {
  createSettleExchange,
  createStoreCode,
  type StoredRow,
  type TokenExchange,
} from './token-exchange.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

const newRow = (grantId: string): StoredRow => ({
  idHash: randomBytes(32),
  payload: JSON.stringify({ grantId, note: 'a "quoted" \\ word\n' }),
  grantId,
  accountId: 'acc_one',
  clientId: 'shop-web',
  sessionId: null,
  expiresIn: 60,
});
const exchangeOf = (code: StoredRow, grantId: string): TokenExchange => ({
  table: 'oidc_authorization_codes',
  idHash: code.idHash,
  accessToken: newRow(grantId),
  refreshToken: newRow(grantId),
});
const tokensOf = async (grantId: string): Promise<{ access: Buffer[]; refresh: Buffer[] }> => {
  const { sql } = server.deps;
  const access = await sql<
    { id: Buffer }[]
  >`select id_hash as id from oidc_access_tokens where grant_id = ${grantId}`;
  const refresh = await sql<
    { id: Buffer }[]
  >`select id_hash as id from oidc_refresh_tokens where grant_id = ${grantId}`;
  return { access: access.map(({ id }) => id), refresh: refresh.map(({ id }) => id) };
};

describe('an exchange', () => {
  it('of one code many times in the same round is won once, and stores what the winner was given', async () => {
    const { sql } = server.deps;
    const code = newRow('grant-same');
    await createStoreCode(sql)(code);
    const settle = createSettleExchange(sql);
    const exchanges = Array.from({ length: 20 }, () => exchangeOf(code, 'grant-same'));
    const won = await Promise.all(exchanges.map(settle));
    expect(won.filter(Boolean)).toHaveLength(1);
    const winner = exchanges[won.indexOf(true)];
    expect(await tokensOf('grant-same')).toEqual({
      access: [winner?.accessToken?.idHash],
      refresh: [winner?.refreshToken?.idHash],
    });
    expect(await settle(exchangeOf(code, 'grant-same'))).toBe(false);
  });

  it('stores for each code its own tokens, as they were given, and none for one that is unknown', async () => {
    const { sql } = server.deps;
    const codes = Array.from({ length: 12 }, (_, index) => newRow(`grant-${index}`));
    await Promise.all(codes.map(createStoreCode(sql)));
    const settle = createSettleExchange(sql);
    const exchanges = codes.map((code, index) => exchangeOf(code, `grant-${index}`));
    const [unknown, ...won] = await Promise.all([
      settle(exchangeOf(newRow('grant-none'), 'grant-none')),
      ...exchanges.map(settle),
    ]);
    expect(unknown).toBe(false);
    expect(won).toEqual(codes.map(() => true));
    for (const [index, { accessToken, refreshToken }] of exchanges.entries())
      expect(await tokensOf(`grant-${index}`)).toEqual({
        access: [accessToken?.idHash],
        refresh: [refreshToken?.idHash],
      });
    const [stored] = await sql<{ payload: unknown; clientId: string; isLive: boolean }[]>`
      select payload, client_id as "clientId", expires_at between now() and now() + interval '60 s' as "isLive"
      from oidc_access_tokens where grant_id = 'grant-3'`;
    expect(stored).toEqual({
      payload: { grantId: 'grant-3', note: 'a "quoted" \\ word\n' },
      clientId: 'shop-web',
      isLive: true,
    });
    expect(await tokensOf('grant-none')).toEqual({ access: [], refresh: [] });
  });

  it('without a refresh token stores the access token alone', async () => {
    const { sql } = server.deps;
    const code = newRow('grant-alone');
    await createStoreCode(sql)(code);
    const exchange = { ...exchangeOf(code, 'grant-alone'), refreshToken: undefined };
    expect(await createSettleExchange(sql)(exchange)).toBe(true);
    expect(await tokensOf('grant-alone')).toEqual({ access: [exchange.accessToken?.idHash], refresh: [] });
  });

  it('of the same codes by two processes is won once each', async () => {
    const { sql } = server.deps;
    const [one, two] = [createSettleExchange(sql), createSettleExchange(sql)];
    for (let round = 0; round < 20; round += 1) {
      const codes = Array.from({ length: 6 }, () => newRow(`grant-both-${round}`));
      await Promise.all(codes.map(createStoreCode(sql)));
      const won = await Promise.all(
        [one, two].flatMap((settle) => codes.map((code) => settle(exchangeOf(code, `grant-both-${round}`)))),
      );
      expect(won.filter(Boolean)).toHaveLength(codes.length);
      const { access, refresh } = await tokensOf(`grant-both-${round}`);
      expect([access.length, refresh.length]).toEqual([codes.length, codes.length]);
    }
  });

  it('that waits for another use is told that it came second, the others of its round are not', async () => {
    const { sql } = server.deps;
    const codes = [newRow('grant-first'), newRow('grant-other')];
    await Promise.all(codes.map(createStoreCode(sql)));
    const settle = createSettleExchange(sql);
    const won = await sql.begin(async (tx) => {
      await tx`update oidc_authorization_codes set consumed_at = now() where grant_id = 'grant-first'`;
      const waiting = Promise.all(codes.map((code) => settle(exchangeOf(code, 'grant-late'))));
      await waitForLockWaits(server, 1);
      return { waiting };
    });
    expect(await won.waiting).toEqual([false, true]);
  });

  it('whose code is locked for long fails alone', async () => {
    const { sql } = server.deps;
    const codes = [newRow('grant-locked'), newRow('grant-free')];
    await Promise.all(codes.map(createStoreCode(sql)));
    const settle = createSettleExchange(sql);
    const results = await sql.begin(async (tx) => {
      await tx`select from oidc_authorization_codes where grant_id = 'grant-locked' for update`;
      return await Promise.allSettled(codes.map((code) => settle(exchangeOf(code, 'grant-slow'))));
    });
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  });

  it('whose answer is lost is not tried again: its own first try would be taken for a theft', async () => {
    const { sql } = server.deps;
    let asked = 0;
    const deaf: Sql = new Proxy(sql, {
      get(target, name, receiver) {
        if (name !== 'unsafe') return Reflect.get(target, name, receiver);
        return async (...given: Parameters<Sql['unsafe']>) => {
          asked += 1;
          await target.unsafe(...given);
          throw Object.assign(new Error('the answer was lost'), { code: 'ESOMETHING' });
        };
      },
    });
    const codes = [newRow('grant-lost'), newRow('grant-lost')];
    await Promise.all(codes.map(createStoreCode(sql)));
    const settle = createSettleExchange(deaf);
    const results = await Promise.allSettled(codes.map((code) => settle(exchangeOf(code, 'grant-lost'))));
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(asked).toBe(1);
  });
});
