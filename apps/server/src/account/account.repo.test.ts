import { createAccount } from '@vid/testkit/accounts';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Queryable } from '#database/connection.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

describe('account rows', () => {
  it('are read with every column, including the enterprise columns that the owner may change', async () => {
    const { accounts, sql } = server.deps;
    const { id, phone } = await createAccount(server, { kind: 'enterprise' });
    // `ownerLockedAt` is left out, because only a refused sign-in reads it.
    const [{ ownerLockedAt: _lockedAt, ...all } = {}] = await sql`select * from accounts where id = ${id}`;
    const [enterprise] = await sql`
      select account_id, name, short_name, tax_code, representative, verified_at from enterprises where account_id = ${id}`;
    expect(await accounts.lockRow(sql, id)).toEqual({ ...all, holdSeconds: 0 });
    expect(await accounts.lockByPhone(sql, phone)).toEqual({ ...all, holdSeconds: 0 });
    expect(await accounts.findEnterprise(sql, id)).toEqual(enterprise);
  });

  it('R8 D10 can be read by this release while the next release adds columns', async () => {
    const { accounts, sql } = server.deps;
    const { id, phone } = await createAccount(server, { kind: 'enterprise' });
    const useAll = async (tx: Queryable, name: string) => {
      await accounts.lockRow(tx, id);
      await accounts.lockByPhone(tx, phone);
      await accounts.update(tx, id, { name });
      await accounts.setStatus(tx, id, 'locked');
      await accounts.setStatus(tx, id, 'active');
      await accounts.findEnterprise(tx, id);
      await accounts.updateEnterprise(tx, id, { name });
    };
    // Use one transaction, so that the connection that prepares the statements also runs them after the
    // columns were added.
    await sql.begin(async (tx) => {
      await useAll(tx, 'An');
      await tx`alter table accounts add column later text`;
      await tx`alter table enterprises add column later text`;
      await useAll(tx, 'Bình');
    });
    expect((await accounts.lockRow(sql, id))?.name).toBe('Bình');
  });
});
