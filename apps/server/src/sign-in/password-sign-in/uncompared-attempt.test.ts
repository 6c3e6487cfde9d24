import { createAccount, goodPassword } from '@vid/testkit/accounts';
import { startSsoServer, type SsoServer } from '@vid/testkit/sso';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { throttleHash } from '#account/credentials/code-demand.ts';

const path = '/vid/ajax/auth/login/phone';

describe('a password attempt that was not compared', () => {
  let server: SsoServer;
  beforeAll(async () => {
    // Allow one hash at a time, so that a client can disconnect while its hash waits.
    server = await startSsoServer(inject('cluster'), {
      environment: { VID_PASSWORD_CONCURRENCY: '1', VID_PASSWORD_ITERATIONS: '20' },
    });
  });
  afterAll(() => server.close());

  const signIn = (phone: string, signal?: AbortSignal) =>
    fetch(server.origin + path, {
      method: 'POST',
      body: JSON.stringify({ phone, password: goodPassword }),
      headers: { 'content-type': 'application/json', origin: server.origin },
      ...(signal ? { signal } : {}),
    });
  const failuresOf = async (phone: string): Promise<unknown> => {
    const hash = throttleHash(server.deps.keys, phone);
    const [row] = await server.deps.sql`
      select coalesce((select failures from password_throttles where phone_hash = ${hash}), 0)
        + coalesce((select sum(failures) from password_failures where phone_hash = ${hash}), 0)::int as failures`;
    return row?.['failures'];
  };

  it('P5 does not count if the comparison throws', async () => {
    const { id, phone } = await createAccount(server);
    await server.deps.sql`
      update password_credentials set hash = split_part(hash, '$', 1) || '$argon2id$broken' where account_id = ${id}`;
    expect((await signIn(phone)).status).toBe(500);
    expect(await failuresOf(phone)).toBe(0);
  });

  it('P5 does not count if the client disconnects while it waits for a hash', async () => {
    const { id, phone } = await createAccount(server);
    // Keep hashes running ahead of the client's hash.
    let isHeld = true;
    const hold = async (): Promise<void> => {
      await server.deps.hasher.admit({}, (slot) => slot.hash(goodPassword));
      if (isHeld) await hold();
    };
    const holders = Array.from({ length: 40 }, hold);
    const client = new AbortController();
    const left = signIn(phone, client.signal).catch((error: unknown) => error);
    await expect.poll(() => failuresOf(phone), { timeout: 20_000 }).toBeGreaterThan(0);
    client.abort();
    await left;
    await expect.poll(() => failuresOf(phone), { timeout: 20_000 }).toBe(0);
    isHeld = false;
    await Promise.all(holders);
    expect(await server.deps.sql`select 1 from sessions where account_id = ${id}`).toHaveLength(0);
  });
});
