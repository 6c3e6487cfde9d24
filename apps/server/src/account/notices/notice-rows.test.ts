import { randomBytes } from 'node:crypto';
import { createAccount } from '@vid/testkit/accounts';
import { freshPhone } from '@vid/testkit/flows';
import { atOneMoment } from '@vid/testkit/database/one-moment';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Queryable } from '#database/connection.ts';
import { findOwner } from './notice-sender.ts';
import { noticeRepo, type NewDueNotice } from './notices.repo.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

const insertLink = async (tx: Queryable) => {
  const { id } = await createAccount(server);
  const tokenHash = randomBytes(32);
  const channelSince = new Date('2026-01-02T03:04:05.678Z');
  const createdAt = new Date(Date.now() - 3_600_000);
  const facts = { userAgent: 'agent', address: '203.0.113.7', channelSince, createdAt };
  const undo = { undoes: true, formerChannel: '+84912345678' };
  const link = { ...facts, ...undo, accountId: id, kind: 'phone-replaced', reportsRecoveryCode: true };
  await noticeRepo.insertLink(tx, { ...link, tokenHash, ttlSeconds: 60 });
  return { tokenHash, link };
};

describe('the link of a notice', () => {
  it('can be used only once', async () => {
    const { sql } = server.deps;
    const { tokenHash, link } = await insertLink(sql);
    const other = await insertLink(sql);
    expect(await noticeRepo.findLink(sql, tokenHash)).toEqual({ ...link, usedAt: null });
    expect(await noticeRepo.consumeLink(sql, tokenHash)).toBe(true);
    expect(await noticeRepo.consumeLink(sql, tokenHash)).toBe(false);
    expect((await noticeRepo.findLink(sql, tokenHash))?.usedAt).toBeInstanceOf(Date);
    expect((await noticeRepo.findLink(sql, other.tokenHash))?.usedAt).toBeNull();
  });

  it('undoes a change for one day', async () => {
    await atOneMoment(server, async (tx) => {
      const { tokenHash, link } = await insertLink(tx);
      const after = async (interval: string) => {
        await tx`
          update notice_links set created_at = now() - ${interval}::interval where token_hash = ${tokenHash}`;
        return (await noticeRepo.findLink(tx, tokenHash))?.undoes;
      };
      expect([await after('23:59:59.999'), await after('24 hours')]).toEqual([true, false]);
      await noticeRepo.deleteLinks(tx, link.accountId, { keepsUndo: true, keptBefore: null });
      expect(await noticeRepo.findLink(tx, tokenHash)).toBeUndefined();
    });
  });

  it('cannot be read or used once it has expired', async () => {
    await atOneMoment(server, async (tx) => {
      const { tokenHash } = await insertLink(tx);
      const expireIn = (interval: string) => tx`
        update notice_links set expires_at = now() + ${interval}::interval where token_hash = ${tokenHash}`;
      const [row] = await tx`
        select expires_at = now() + interval '60 seconds' as is_exact from notice_links where token_hash = ${tokenHash}`;
      expect(row).toEqual({ isExact: true });
      await expireIn('0');
      expect(await noticeRepo.findLink(tx, tokenHash)).toBeUndefined();
      expect(await noticeRepo.consumeLink(tx, tokenHash)).toBe(false);
      await expireIn('1 microsecond');
      expect(await noticeRepo.findLink(tx, tokenHash)).toBeDefined();
      expect(await noticeRepo.consumeLink(tx, tokenHash)).toBe(true);
    });
  });
});

const notice = (accountId: string, change: Partial<NewDueNotice> = {}): NewDueNotice => ({
  accountId,
  kind: 'passkey-added',
  count: 1,
  userAgent: 'first',
  address: '203.0.113.1',
  skipsPhone: true,
  holdSeconds: 0,
  ...change,
});
const rowsOf = (tx: Queryable, accountId: string) => tx`
  select kind, count, user_agent, address, skips_phone, is_held,
    extract(epoch from due_at - now())::int as due_in, last_at = now() as is_last_now, created_at = now() as is_new
  from due_notices where account_id = ${accountId} order by kind`;
const dueIn = (tx: Queryable, accountId: string, kind: string, interval: string) => tx`
  update due_notices set due_at = now() + ${interval}::interval where account_id = ${accountId} and kind = ${kind}`;

describe('a waiting notice', () => {
  it('counts repetitions, and shows the origin of the latest', async () => {
    await atOneMoment(server, async (tx) => {
      const { id } = await createAccount(server);
      await noticeRepo.insertDue(tx, notice(id));
      const same = { kind: 'passkey-added', isLastNow: true, dueIn: 0, isHeld: false };
      const first = { ...same, count: 1, userAgent: 'first', address: '203.0.113.1', isNew: true };
      expect(await rowsOf(tx, id)).toEqual([{ ...first, skipsPhone: true }]);
      await tx`
        update due_notices set created_at = now() - interval '1 hour', last_at = now() - interval '1 hour'
        where account_id = ${id}`;
      const again = { count: 2, userAgent: 'second', address: '203.0.113.2', skipsPhone: true };
      await noticeRepo.insertDue(tx, notice(id, { ...again, holdSeconds: 1 }));
      const second = { ...same, ...again, count: 3, isNew: false };
      expect(await rowsOf(tx, id)).toEqual([{ ...second, isHeld: true, dueIn: 1 }]);
      // Repeating a held notice does not postpone it.
      await noticeRepo.insertDue(tx, notice(id, { ...again, skipsPhone: false, holdSeconds: 60 }));
      const third = { ...second, count: 5, skipsPhone: false };
      expect(await rowsOf(tx, id)).toEqual([{ ...third, isHeld: true, dueIn: 1 }]);
      await noticeRepo.insertDue(tx, notice(id, { ...again, holdSeconds: 0 }));
      expect(await rowsOf(tx, id)).toEqual([{ ...third, count: 7, isHeld: true, dueIn: 1 }]);
    });
  });

  it('is not taken before it is due', async () => {
    await atOneMoment(server, async (tx) => {
      await tx`delete from due_notices`;
      const [one, two, three] = [
        await createAccount(server),
        await createAccount(server),
        await createAccount(server),
      ];
      for (const { id } of [one, two, three]) await noticeRepo.insertDue(tx, notice(id));
      await noticeRepo.insertDue(tx, notice(two.id, { kind: 'passkey-removed' }));
      await dueIn(tx, two.id, 'passkey-removed', '-1 minute');
      await dueIn(tx, three.id, 'passkey-added', '1 microsecond');
      expect(await noticeRepo.findDueAccounts(tx, 3, [])).toEqual([two.id, one.id]);
      expect(await noticeRepo.findDueAccounts(tx, 1, [])).toEqual([two.id]);
      expect(await noticeRepo.findDueAccounts(tx, 1, [two.id])).toEqual([one.id]);
      const ids = [one.id, two.id, three.id];
      const taken = await noticeRepo.takeDue(tx, ids);
      expect(taken.map(({ accountId, kind }) => `${accountId} ${kind}`).toSorted()).toEqual(
        [`${one.id} passkey-added`, `${two.id} passkey-added`, `${two.id} passkey-removed`].toSorted(),
      );
      expect(await noticeRepo.takeDue(tx, ids)).toEqual([]);
      await dueIn(tx, three.id, 'passkey-added', '0');
      expect(await noticeRepo.takeDue(tx, [one.id])).toEqual([]);
      expect(await noticeRepo.takeDue(tx, ids)).toHaveLength(1);
    });
  });

  it('becomes due with its account’s first held notice if it is held', async () => {
    await atOneMoment(server, async (tx) => {
      const [one, two] = [await createAccount(server), await createAccount(server)];
      const insert = (id: string, kind: NewDueNotice['kind'], holdSeconds: number) =>
        noticeRepo.insertDue(tx, notice(id, { kind, holdSeconds }));
      const take = async () =>
        (await noticeRepo.takeDue(tx, [one.id, two.id])).map(({ kind }) => kind).toSorted();
      await insert(one.id, 'passkey-added', 60);
      await insert(one.id, 'passkey-removed', 60);
      await insert(one.id, 'two-step-on', 0);
      await insert(one.id, 'two-step-off', 0);
      await insert(two.id, 'password-changed', 60);
      await dueIn(tx, one.id, 'two-step-on', '1 minute');
      expect(await take()).toEqual(['two-step-off']);
      await dueIn(tx, one.id, 'passkey-added', '0');
      expect(await take()).toEqual(['passkey-added', 'passkey-removed']);
      expect((await rowsOf(tx, one.id)).map((row) => row['kind'])).toEqual(['two-step-on']);
    });
  });

  it('K1 waits at most two delays if it is repeated', async () => {
    await atOneMoment(server, async (tx) => {
      const { id } = await createAccount(server);
      const delayed = notice(id, { kind: 'changed-yesterday', delaySeconds: 86_400 });
      const dueAfter = async () => (await rowsOf(tx, id)).map(({ kind, dueIn: seconds }) => [kind, seconds]);
      await noticeRepo.insertDue(tx, delayed);
      await noticeRepo.insertDue(tx, notice(id, { holdSeconds: 60 }));
      await dueIn(tx, id, 'passkey-added', '0');
      expect((await noticeRepo.takeDue(tx, [id])).map(({ kind }) => kind)).toEqual(['passkey-added']);
      expect(await dueAfter()).toEqual([['changed-yesterday', 86_400]]);
      await dueIn(tx, id, 'changed-yesterday', '1 minute');
      await noticeRepo.insertDue(tx, delayed);
      expect(await dueAfter()).toEqual([['changed-yesterday', 86_400]]);
      await tx`update due_notices set created_at = now() - interval '47 hours' where account_id = ${id}`;
      await noticeRepo.insertDue(tx, delayed);
      expect(await dueAfter()).toEqual([['changed-yesterday', 3_600]]);
    });
  });

  it('is deleted with its account’s lock links unless it announces a decision', async () => {
    const { sql } = server.deps;
    const [locking, undoing, others] = [await insertLink(sql), await insertLink(sql), await insertLink(sql)];
    await sql`update notice_links set undoes = false where token_hash <> ${undoing.tokenHash}`;
    const { accountId } = locking.link;
    await sql`update notice_links set account_id = ${accountId} where token_hash = ${undoing.tokenHash}`;
    const endedByPhone = { keepsUndo: true, keptBefore: null };
    await noticeRepo.deleteLinks(sql, accountId, endedByPhone);
    expect(await noticeRepo.findLink(sql, locking.tokenHash)).toBeUndefined();
    expect(await noticeRepo.findLink(sql, undoing.tokenHash)).toBeDefined();
    expect(await noticeRepo.findLink(sql, others.tokenHash)).toBeDefined();
    const [one, other] = [await createAccount(server), await createAccount(server)];
    for (const { id } of [one, other])
      for (const kind of ['passkey-added', 'enterprise-verified'] as const)
        await noticeRepo.insertDue(sql, notice(id, { kind, holdSeconds: 3_600 }));
    await noticeRepo.deleteLinks(sql, one.id, endedByPhone);
    expect((await rowsOf(sql, one.id)).map((row) => row['kind'])).toEqual(['enterprise-verified']);
    expect(await rowsOf(sql, other.id)).toHaveLength(2);
  });
});

describe('the deletion of the links of an account', () => {
  it('includes a link that undoes a change, without keepsUndo', async () => {
    const { sql } = server.deps;
    const undoing = await insertLink(sql);
    await sql`update notice_links set undoes = true where token_hash = ${undoing.tokenHash}`;
    await noticeRepo.deleteLinks(sql, undoing.link.accountId, { keepsUndo: false, keptBefore: null });
    expect(await noticeRepo.findLink(sql, undoing.tokenHash)).toBeUndefined();
  });

  it('K2 shortens the life of a kept undo link to one day', async () => {
    await atOneMoment(server, async (tx) => {
      const { tokenHash, link } = await insertLink(tx);
      await tx`
        update notice_links set created_at = now() - interval '23 hours', expires_at = now() + interval '6 days'
        where token_hash = ${tokenHash}`;
      const secondsLeft = async () => {
        const [row] = await tx`
          select extract(epoch from expires_at - now())::int as seconds from notice_links where token_hash = ${tokenHash}`;
        return row?.['seconds'];
      };
      const older = new Date((link.channelSince?.getTime() ?? 0) + 1);
      await noticeRepo.deleteLinks(tx, link.accountId, { keepsUndo: true, keptBefore: older });
      expect(await secondsLeft()).toBe(6 * 86_400);
      await noticeRepo.deleteLinks(tx, link.accountId, { keepsUndo: true, keptBefore: null });
      expect(await secondsLeft()).toBe(3_600);
      await tx`update notice_links set expires_at = now() + interval '1 minute' where token_hash = ${tokenHash}`;
      await noticeRepo.deleteLinks(tx, link.accountId, { keepsUndo: true, keptBefore: null });
      expect(await secondsLeft()).toBe(60);
    });
  });

  it('excludes links sent to a channel older than keptBefore', async () => {
    const { sql } = server.deps;
    const since = new Date('2026-05-05');
    const [first, older, same] = [await insertLink(sql), await insertLink(sql), await insertLink(sql)];
    const { accountId } = first.link;
    for (const [{ tokenHash }, channelSince] of [
      [first, null],
      [older, new Date(since.getTime() - 1)],
      [same, since],
    ] as const)
      await sql`
        update notice_links set account_id = ${accountId}, undoes = false, channel_since = ${channelSince}
        where token_hash = ${tokenHash}`;
    await noticeRepo.deleteLinks(sql, accountId, { keepsUndo: true, keptBefore: since });
    const isKept = async ({ tokenHash }: typeof first) =>
      (await noticeRepo.findLink(sql, tokenHash)) !== undefined;
    expect([await isKept(first), await isKept(older), await isKept(same)]).toEqual([true, true, false]);
  });
});

const channelsOf = async (tx: Queryable, id: string) => {
  const owner = await findOwner(tx, id);
  return owner && [owner.formerPhones, owner.formerEmails, owner.hasNewChannel];
};
const loseAt = (tx: Queryable, id: string, interval: string) =>
  Promise.all([
    tx`update released_phones set released_at = now() - ${interval}::interval where account_id = ${id}`,
    tx`update former_emails set replaced_at = now() - ${interval}::interval where account_id = ${id}`,
  ]);

describe('the channels of an account', () => {
  it('include phones and addresses that were replaced within 30 days', async () => {
    await atOneMoment(server, async (tx) => {
      const [{ id }, other] = [await createAccount(server), await createAccount(server)];
      const phone = freshPhone();
      expect(await channelsOf(tx, id)).toEqual([[], [], false]);
      await tx`insert into released_phones (account_id, phone) values (${id}, ${phone})`;
      await tx`
        insert into former_emails (account_id, email, confirmed_at, expires_at)
        values (${id}, 'old@example.vn', now(), now() + interval '1 day')`;
      expect(await channelsOf(tx, id)).toEqual([[phone], ['old@example.vn'], true]);
      expect(await channelsOf(tx, other.id)).toEqual([[], [], false]);
      expect(await channelsOf(tx, 'acc_unknown')).toBeUndefined();
      await loseAt(tx, id, '30 days');
      expect(await channelsOf(tx, id)).toEqual([[], [], false]);
      await loseAt(tx, id, '29 days 23:59:59');
      expect(await channelsOf(tx, id)).toEqual([[phone], ['old@example.vn'], true]);
      await tx`
        insert into account_returns (account_id, way, returned_at, rights_since, sessions_ended, removed)
        values (${id}, 'lock-opened', now() - interval '2 days', now(), 0, '[]')`;
      expect(await channelsOf(tx, id)).toEqual([[phone], ['old@example.vn'], true]);
      await tx`update account_returns set proved_at = returned_at`;
      expect(await channelsOf(tx, id)).toEqual([[], [], false]);
      await tx`
        insert into account_returns (account_id, way, proved_at, rights_since, sessions_ended, removed)
        values (${other.id}, 'lock-opened', now() - interval '1 hour', now(), 0, '[]')`;
      await loseAt(tx, id, '2 days');
      expect(await channelsOf(tx, id)).toEqual([[], [], false]);
      await loseAt(tx, id, '1 day');
      expect(await channelsOf(tx, id)).toEqual([[phone], ['old@example.vn'], true]);
    });
  });

  it('K3 include a lost phone that another account got later', async () => {
    await atOneMoment(server, async (tx) => {
      const [{ id }, other] = [await createAccount(server), await createAccount(server)];
      const phone = freshPhone();
      await tx`
        insert into released_phones (account_id, phone, released_at) values (${id}, ${phone}, now() - interval '1 hour')`;
      const gets = (ago: string | null) => tx`
        update accounts set phone = ${phone}, phone_since = now() - ${ago}::interval,
          created_at = now() - interval '1 hour' where id = ${other.id}`;
      await gets('59 minutes');
      expect(await channelsOf(tx, id)).toEqual([[phone], [], true]);
      for (const ago of ['1 hour', '2 hours', null]) {
        await gets(ago);
        expect(await channelsOf(tx, id)).toEqual([[], [], false]);
      }
    });
  });

  it('are new for 30 days after an address was confirmed', async () => {
    await atOneMoment(server, async (tx) => {
      const { id, phone } = await createAccount(server);
      const confirm = (interval: string | null) => tx`
        update accounts set email = 'an@example.vn', email_confirmed_at = now() - ${interval}::interval where id = ${id}`;
      await confirm(null);
      expect(await findOwner(tx, id)).toMatchObject({ phone, email: null, hasNewChannel: false });
      await confirm('29 days 23:59:59');
      expect(await findOwner(tx, id)).toMatchObject({
        email: 'an@example.vn',
        hasNewChannel: true,
      });
      await confirm('30 days');
      expect(await findOwner(tx, id)).toMatchObject({
        email: 'an@example.vn',
        hasNewChannel: false,
      });
    });
  });

  it('are dated by when the account got them, except its first phone', async () => {
    await atOneMoment(server, async (tx) => {
      const [{ id, phone }, other] = [await createAccount(server), await createAccount(server)];
      const [first, second] = [freshPhone(), freshPhone()];
      const [a, b, c] = ['2026-01-01', '2026-02-02', '2026-03-03'].map((day) => new Date(day));
      expect([...(await noticeRepo.getChannelAges(tx, id))]).toEqual([[phone, null]]);
      await tx`update accounts set email = 'new@example.vn', phone_since = ${b ?? null} where id = ${id}`;
      expect([...(await noticeRepo.getChannelAges(tx, id))]).toEqual([[phone, b]]);
      await tx`update accounts set email_confirmed_at = ${c ?? null} where id = ${id}`;
      await tx`
        insert into released_phones (account_id, phone, held_since)
        values (${id}, ${first}, null), (${id}, ${second}, ${a ?? null})`;
      await tx`
        insert into former_emails (account_id, email, confirmed_at, expires_at)
        values (${id}, 'old@example.vn', ${a ?? null}, now())`;
      expect(await noticeRepo.getChannelAges(tx, id)).toEqual(
        new Map([
          [first, null],
          [second, a],
          [phone, b],
          ['old@example.vn', a],
          ['new@example.vn', c],
        ]),
      );
      expect([...(await noticeRepo.getChannelAges(tx, other.id))]).toEqual([[other.phone, null]]);
      await tx`update accounts set phone = null where id = ${other.id}`;
      expect((await noticeRepo.getChannelAges(tx, other.id)).size).toBe(0);
    });
  });
});
