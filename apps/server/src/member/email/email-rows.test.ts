import { createAccount } from '@vid/testkit/accounts';
import { atOneMoment } from '@vid/testkit/database/one-moment';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createEmailRepo } from './email.repo.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

const [first, second, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2), Buffer.alloc(32, 3)];

it('an e-mail confirmation link can be used once before it expires', async () => {
  await atOneMoment(server, async (tx) => {
    const repo = createEmailRepo(tx);
    const { id: accountId } = await createAccount(server);
    await repo.replaceLink(tx, { accountId, tokenHash: first, email: 'an@example.vn', ttlSeconds: 1 });
    expect(await repo.findAccountId(other)).toBeUndefined();
    expect(await repo.findLink(tx, other)).toBeUndefined();
    expect(await repo.consumeLink(tx, other)).toBe(false);
    await tx`update email_confirmations set expires_at = now() where token_hash = ${first}`;
    expect(await repo.findAccountId(first)).toBeUndefined();
    expect(await repo.findLink(tx, first)).toBeUndefined();
    expect(await repo.consumeLink(tx, first)).toBe(false);
    await tx`update email_confirmations set expires_at = now() + interval '1 microsecond' where token_hash = ${first}`;
    expect(await repo.findLink(tx, first)).toEqual({ email: 'an@example.vn', usedAt: null });
    expect(await repo.consumeLink(tx, first)).toBe(true);
    expect(await repo.consumeLink(tx, first)).toBe(false);
    expect(await repo.findAccountId(first)).toBe(accountId);
    expect((await repo.findLink(tx, first))?.usedAt).toBeInstanceOf(Date);
  });
});

it('a new e-mail confirmation link replaces the account’s earlier link', async () => {
  await atOneMoment(server, async (tx) => {
    const repo = createEmailRepo(tx);
    const [{ id: accountId }, { id: otherId }] = [await createAccount(server), await createAccount(server)];
    await repo.replaceLink(tx, { accountId, tokenHash: first, email: 'an@example.vn', ttlSeconds: 60 });
    await repo.replaceLink(tx, {
      accountId: otherId,
      tokenHash: other,
      email: 'b@example.vn',
      ttlSeconds: 60,
    });
    await tx`
      update email_confirmations set used_at = now(), created_at = now() - interval '1 hour' where token_hash = ${first}`;
    await repo.replaceLink(tx, { accountId, tokenHash: second, email: 'new@example.vn', ttlSeconds: 90 });
    expect(await repo.findLink(tx, first)).toBeUndefined();
    const [row] = await tx`
      select email, used_at, created_at = now() as is_new, extract(epoch from expires_at - now())::int as seconds
      from email_confirmations where account_id = ${accountId}`;
    expect(row).toEqual({ email: 'new@example.vn', usedAt: null, isNew: true, seconds: 90 });
    await repo.deleteLink(tx, accountId);
    expect(await repo.findLink(tx, second)).toBeUndefined();
    expect(await repo.findLink(tx, other)).toBeDefined();
  });
});
