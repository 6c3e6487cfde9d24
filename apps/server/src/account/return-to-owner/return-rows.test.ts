import { createAccount } from '@vid/testkit/accounts';
import { atOneMoment } from '@vid/testkit/database/one-moment';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { recordEvents } from '#platform/webhooks/testing/recorded-events.ts';
import { createReturnRepo } from './return-to-owner.repo.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'), { environment: { VID_SESSION_MAX_DAYS: '90' } });
});
afterAll(() => server.close());

const first = new Date('2026-01-01');
const second = new Date('2026-02-02');
const third = new Date('2026-03-03');
const removed = [{ kind: 'passkey', name: 'key', addedAt: first.toISOString() }] as const;

describe('the facts of a return', () => {
  it('are listed for one account, earliest first', async () => {
    await atOneMoment(server, async (tx) => {
      const repo = createReturnRepo(tx);
      const [{ id }, other] = [await createAccount(server), await createAccount(server)];
      for (const [n, at] of [third, first, second].entries())
        for (const owner of [id, other.id]) {
          await tx`
            insert into passkeys (id, account_id, credential_id, public_key, name, created_at, rp_id, counter, transports,
              is_backup_eligible, is_backed_up, aaguid, confirms_from)
            values (${`pky_${owner}${n}`}, ${owner}, ${Buffer.from(`${owner}${n}`)}, ${Buffer.from('x')}, ${String(n)}, ${at},
              'id.test', 0, '{}', false, false, '', ${at})`;
          await tx`
            insert into social_identities (account_id, provider, subject, linked_at)
            values (${owner}, ${['google', 'facebook', 'zalo'][n] ?? ''}, ${owner}, ${at})`;
        }
      expect((await repo.listPasskeys(tx, id)).map(({ createdAt }) => createdAt)).toEqual([
        first,
        second,
        third,
      ]);
      expect(await repo.listIdentities(tx, id)).toEqual([
        { provider: 'facebook', linkedAt: first },
        { provider: 'zalo', linkedAt: second },
        { provider: 'google', linkedAt: third },
      ]);
      expect(await repo.findAuthenticator(tx, id)).toBeUndefined();
      await tx`
        insert into authenticator_apps (account_id, sealed_secret, last_step, confirmed_at)
        values (${other.id}, ${Buffer.from('x')}, 1, ${second})`;
      expect(await repo.findAuthenticator(tx, id)).toBeUndefined();
      expect(await repo.findAuthenticator(tx, other.id)).toEqual(second);
    });
  });
});

it('a return withdraws rights of 90 days if sessions last 90 days', async () => {
  const { sql, returnToOwner } = server.deps;
  const eventsOf = await recordEvents(sql);
  const account = await createAccount(server);
  await sql`update accounts set created_at = now() - interval '1 year' where id = ${account.id}`;
  const [row] = await sql.begin(async (tx) => {
    await returnToOwner(tx, {
      account: { id: account.id, phone: account.phone, status: 'active', lockedByOwner: false },
      way: 'lock-opened',
      by: { caller: { address: '203.0.113.9', requestId: 'req-return' } },
    });
    return tx`
      select date_trunc('milliseconds', now() - interval '90 days') = rights_since as is_ninety_days
      from account_returns where account_id = ${account.id}`;
  });
  expect(row).toEqual({ isNinetyDays: true });
  // The account was not locked.
  expect((await eventsOf(account.id)).map(([type]) => type)).not.toContain('account.unlocked');
});

it('a return requires an existing account', async () => {
  const { sql } = server.deps;
  await expect(createReturnRepo(sql).findFacts(sql, 'acc_unknown')).rejects.toThrow(
    'the account to return does not exist',
  );
});

describe('the e-mail address of a return', () => {
  it('counts as added when it was confirmed', async () => {
    await atOneMoment(server, async (tx) => {
      const repo = createReturnRepo(tx);
      const [{ id }, other] = [await createAccount(server), await createAccount(server)];
      await tx`update accounts set created_at = ${first} where id = ${id}`;
      expect(await repo.findEmail(tx, id)).toBeUndefined();
      await tx`update accounts set email = 'an@example.vn', is_email_imported = true where id in (${id}, ${other.id})`;
      const email = { email: 'an@example.vn', isConfirmed: false, isImported: true };
      expect(await repo.findEmail(tx, id)).toEqual({ ...email, addedAt: first });
      await tx`
        insert into email_confirmations (account_id, token_hash, email, created_at, expires_at)
        values (${id}, ${Buffer.alloc(32, 1)}, 'an@example.vn', ${second}, now())`;
      expect(await repo.findEmail(tx, id)).toEqual({ ...email, addedAt: second });
      await tx`update accounts set email_confirmed_at = ${third}, is_email_imported = false where id = ${id}`;
      expect(await repo.findEmail(tx, id)).toEqual({
        ...email,
        isConfirmed: true,
        isImported: false,
        addedAt: third,
      });
      await repo.deleteEmailLink(tx, other.id);
      expect(await tx`select from email_confirmations where account_id = ${id}`).toHaveLength(1);
      await repo.deleteEmailLink(tx, id);
      expect(await tx`select from email_confirmations where account_id = ${id}`).toHaveLength(0);
    });
  });

  it('comes from the unexpired former addresses, the latest first', async () => {
    await atOneMoment(server, async (tx) => {
      const repo = createReturnRepo(tx);
      const [{ id }, other] = [await createAccount(server), await createAccount(server)];
      const keep = (owner: string, email: string, ago: string, expiresIn: string) => tx`
        insert into former_emails (account_id, email, confirmed_at, replaced_at, expires_at)
        values (${owner}, ${email}, ${first}, now() - ${ago}::interval, now() + ${expiresIn}::interval)`;
      await keep(id, 'earlier@example.vn', '2 days', '1 microsecond');
      await keep(id, 'later@example.vn', '1 day', '1 day');
      await keep(id, 'expired@example.vn', '1 hour', '0');
      await keep(other.id, 'other@example.vn', '1 hour', '1 day');
      expect(await repo.listFormerEmails(tx, id)).toEqual([
        { email: 'later@example.vn', addedAt: first },
        { email: 'earlier@example.vn', addedAt: first },
      ]);
      await repo.deleteFormerEmails(tx, id);
      expect(await repo.listFormerEmails(tx, id)).toEqual([]);
      expect(await repo.listFormerEmails(tx, other.id)).toHaveLength(1);
    });
  });
});

describe('a stored return', () => {
  it('is unseen until it is marked as seen, and is replaced by the next return', async () => {
    const { sql } = server.deps;
    const repo = createReturnRepo(sql);
    const [{ id: accountId }, other] = [await createAccount(server), await createAccount(server)];
    const store = (id: string, way: 'lock-opened' | 'operator-reset', sessionsEnded: number) =>
      repo.store(sql, {
        accountId: id,
        way,
        rightsSince: first,
        sessionsEnded,
        removed,
        isPhoneProved: true,
      });
    expect(await repo.findUnseen(sql, accountId)).toBeUndefined();
    await store(accountId, 'lock-opened', 2);
    await store(other.id, 'lock-opened', 2);
    const found = { way: 'lock-opened', returnedAt: expect.any(Date), sessionsEnded: 2 };
    expect(await repo.findUnseen(sql, accountId)).toEqual({ ...found, removed });
    await repo.setRemoved(sql, accountId, []);
    expect(await repo.findUnseen(sql, accountId)).toEqual({ ...found, removed: [] });
    await repo.markSeen(accountId);
    expect(await repo.findUnseen(sql, accountId)).toBeUndefined();
    const seenAt = async () => {
      const [row] = await sql<{ seenAt: Date; removed: unknown; rightsSince: Date }[]>`
        select seen_at, removed, rights_since from account_returns where account_id = ${accountId}`;
      return row;
    };
    const seen = await seenAt();
    await repo.markSeen(accountId);
    await repo.setRemoved(sql, accountId, removed);
    expect(await seenAt()).toEqual(seen);
    await repo.store(sql, {
      accountId,
      way: 'operator-reset',
      rightsSince: second,
      sessionsEnded: 5,
      removed,
      isPhoneProved: true,
    });
    expect(await repo.findUnseen(sql, accountId)).toEqual({
      way: 'operator-reset',
      returnedAt: expect.any(Date),
      sessionsEnded: 5,
      removed,
    });
    expect((await seenAt())?.rightsSince).toEqual(second);
    expect(await repo.findUnseen(sql, other.id)).toEqual({ ...found, removed });
  });

  it('has a time later than the start of its transaction', async () => {
    await atOneMoment(server, async (tx) => {
      const repo = createReturnRepo(tx);
      const { id: accountId } = await createAccount(server);
      for (const way of ['lock-opened', 'phone-restored'] as const) {
        const stored = { way, rightsSince: first, sessionsEnded: 0, removed: [], isPhoneProved: true };
        await repo.store(tx, { accountId, ...stored });
        const [row] =
          await tx`select returned_at > now() as is_later from account_returns where account_id = ${accountId}`;
        expect(row).toEqual({ isLater: true });
      }
    });
  });

  it('K1 keeps the time at which a return last proved the phone', async () => {
    await atOneMoment(server, async (tx) => {
      const repo = createReturnRepo(tx);
      const { id: accountId } = await createAccount(server);
      const store = async (isPhoneProved: boolean) => {
        const stored = { way: 'lock-opened', rightsSince: first, sessionsEnded: 0, removed: [] } as const;
        await repo.store(tx, { accountId, ...stored, isPhoneProved });
        const [row] = await tx<{ provedAt: Date | null; isReturn: boolean | null }[]>`
          select proved_at, proved_at = returned_at as is_return from account_returns
          where account_id = ${accountId}`;
        expect((await repo.findFacts(tx, accountId)).provedAt).toEqual(row?.provedAt);
        return row?.isReturn;
      };
      expect([await store(false), await store(true), await store(false), await store(true)]).toEqual([
        null,
        true,
        false,
        true,
      ]);
    });
  });
});
