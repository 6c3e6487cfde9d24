import { randomBytes } from 'node:crypto';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
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

  it('of the same codes by two processes, in either order, is won once each, and neither waits for the other for ever', async () => {
    const { sql } = server.deps;
    const [one, two] = [createSettleExchange(sql), createSettleExchange(sql)];
    for (let round = 0; round < 40; round += 1) {
      const codes = Array.from({ length: 6 }, () => newRow(`grant-both-${round}`));
      await Promise.all(codes.map(createStoreCode(sql)));
      const won = await Promise.all([
        ...codes.map((code) => one(exchangeOf(code, `grant-both-${round}`))),
        ...codes.toReversed().map((code) => two(exchangeOf(code, `grant-both-${round}`))),
      ]);
      expect(won.filter(Boolean)).toHaveLength(codes.length);
      const { access, refresh } = await tokensOf(`grant-both-${round}`);
      expect([access.length, refresh.length]).toEqual([codes.length, codes.length]);
    }
  });
});
