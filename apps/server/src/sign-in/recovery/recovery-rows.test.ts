import { createAccount } from '@vid/testkit/accounts';
import { atOneMoment } from '@vid/testkit/database/one-moment';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Queryable } from '#database/connection.ts';
import type { RecoveryRequestChannel, RecoveryRequestStatus } from '#database/tables.ts';
import { createRecoveryRepo } from './recovery.repo.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

const origin = { userAgent: 'agent', address: '203.0.113.7', requestId: 'req_1' };
const hash = (n: number): Buffer => Buffer.alloc(32, n);
let count = 0;

/** `readyIn` and `expiresIn` are intervals from now. */
async function insert(
  tx: Queryable,
  accountId: string,
  row: {
    readonly status?: RecoveryRequestStatus;
    readonly channel?: RecoveryRequestChannel;
    readonly readyIn?: string;
    readonly expiresIn?: string;
    readonly tokenHash?: Buffer;
    readonly codeHash?: Buffer;
    readonly by?: string;
    readonly confirmedBy?: string;
  } = {},
): Promise<string> {
  count += 1;
  const id = `rec_${count}`;
  const { status = 'waiting', channel = 'mail', readyIn = '1 day', expiresIn = '2 days' } = row;
  await tx`
    insert into recovery_requests (id, status, channel, account_id, code_hash, token_hash, sealed_input, email_hash,
      user_agent, address, request_id, ready_at, expires_at, requested_by, confirmed_by)
    values (${id}, ${status}, ${channel}, ${accountId}, ${row.codeHash ?? null}, ${row.tokenHash ?? null},
      ${Buffer.from('sealed')}, ${hash(9)}, ${origin.userAgent}, ${origin.address}, ${origin.requestId},
      now() + ${readyIn}::interval, now() + ${expiresIn}::interval, ${row.by ?? null}, ${row.confirmedBy ?? null})`;
  return id;
}
const rowOf = async (tx: Queryable, id: string) => {
  const [row] = await tx`
    select status, token_hash, sealed_input, extract(epoch from expires_at - now())::int as expires_in
    from recovery_requests where id = ${id}`;
  return row;
};

describe('the recovery history of an account', () => {
  it('contains the open recovery and recoveries stopped in the last 30 days', async () => {
    await atOneMoment(server, async (tx) => {
      const repo = createRecoveryRepo(tx);
      const [{ id }, other] = [await createAccount(server), await createAccount(server)];
      const none = { open: null, stopped: [], isSupportStopped: false, isMailPaused: false };
      expect(await repo.getHistory(tx, id)).toEqual(none);
      await insert(tx, other.id, { status: 'stopped', channel: 'support' });
      await insert(tx, other.id);
      await insert(tx, id, { status: 'completed', channel: 'support' });
      await insert(tx, id, { status: 'stopped', channel: 'support', expiresIn: '0' });
      expect(await repo.getHistory(tx, id)).toEqual(none);
      await insert(tx, id, { status: 'stopped', channel: 'phone', expiresIn: '1 microsecond' });
      expect(await repo.getHistory(tx, id)).toEqual({ ...none, stopped: ['phone'] });
      await insert(tx, id, { status: 'stopped', channel: 'support', expiresIn: '1 microsecond' });
      expect(await repo.getHistory(tx, id)).toEqual({
        open: null,
        stopped: ['phone', 'support'],
        isSupportStopped: true,
        isMailPaused: false,
      });
      await insert(tx, other.id, { status: 'stopped', channel: 'mail', expiresIn: '28 days' });
      for (const [expiresIn, isMailPaused] of [
        ['27 days', false],
        ['27 days 1 microsecond', true],
      ] as const) {
        await insert(tx, id, { status: 'stopped', channel: 'mail', expiresIn });
        expect((await repo.getHistory(tx, id)).isMailPaused).toBe(isMailPaused);
      }
      await insert(tx, id, { status: 'ready', channel: 'code' });
      expect((await repo.getHistory(tx, id)).open).toBe('code');
    });
  });

  it.each(['waiting', 'ready'] as const)(
    'excludes a recovery that is %s once it has expired',
    async (status) => {
      await atOneMoment(server, async (tx) => {
        const repo = createRecoveryRepo(tx);
        const [{ id }, other] = [await createAccount(server), await createAccount(server)];
        const others = await insert(tx, other.id, { status, expiresIn: '0' });
        const stopped = await insert(tx, id, { status: 'stopped', expiresIn: '0' });
        const open = await insert(tx, id, { status, expiresIn: '1 microsecond' });
        expect((await repo.getHistory(tx, id)).open).toBe('mail');
        await tx`update recovery_requests set expires_at = now() where id = ${open}`;
        expect((await repo.getHistory(tx, id)).open).toBeNull();
        expect(await rowOf(tx, open)).toBeUndefined();
        expect([await rowOf(tx, others), await rowOf(tx, stopped)]).not.toContain(undefined);
      });
    },
  );
});

const openStates = ['waiting', 'ready'] as const;
const endedStates = ['stopped', 'completed'] as const;

describe('an open recovery', () => {
  it('is found and deleted only for its account, until it expires', async () => {
    await atOneMoment(server, async (tx) => {
      const repo = createRecoveryRepo(tx);
      const [{ id }, other] = [await createAccount(server), await createAccount(server)];
      for (const status of endedStates) await insert(tx, id, { status });
      for (const status of openStates) {
        const open = await insert(tx, id, { status, expiresIn: '1 microsecond' });
        expect(await repo.findOpen(id)).toBeDefined();
        expect(await repo.findOpenWithPeople(id)).toMatchObject({ status, channel: 'mail' });
        expect(await repo.findOpen(other.id)).toBeUndefined();
        expect(await repo.findOpenWithPeople(other.id)).toBeUndefined();
        expect(await repo.deleteOpen(tx, other.id)).toBe(false);
        await tx`update recovery_requests set expires_at = now() where id = ${open}`;
        expect(await repo.findOpen(id)).toBeUndefined();
        expect(await repo.findOpenWithPeople(id)).toBeUndefined();
        expect(await repo.deleteOpen(tx, id)).toBe(false);
        await tx`update recovery_requests set expires_at = now() + interval '1 microsecond' where id = ${open}`;
        expect(await repo.deleteOpen(tx, id)).toBe(true);
        expect(await rowOf(tx, open)).toBeUndefined();
      }
      expect(await tx`select from recovery_requests where account_id = ${id}`).toHaveLength(2);
    });
  });

  it('loses its token and input when it is stopped', async () => {
    await atOneMoment(server, async (tx) => {
      const repo = createRecoveryRepo(tx);
      const [{ id }, other] = [await createAccount(server), await createAccount(server)];
      const completed = await insert(tx, id, { status: 'completed' });
      const stop = (keepsSupport: boolean) => repo.stop(tx, id, { keepsSupport });
      for (const status of openStates) {
        const own = await insert(tx, id, { status, tokenHash: hash(count) });
        expect(await repo.stop(tx, other.id, { keepsSupport: false })).toBe(false);
        expect(await stop(true)).toBe(true);
        expect(await rowOf(tx, own)).toEqual({
          status: 'stopped',
          tokenHash: null,
          sealedInput: null,
          expiresIn: 2_592_000,
        });
        const support = await insert(tx, id, { status, channel: 'support' });
        expect(await stop(true)).toBe(false);
        expect(await rowOf(tx, support)).toMatchObject({ status });
        expect(await stop(false)).toBe(true);
        expect(await rowOf(tx, support)).toMatchObject({ status: 'stopped' });
      }
      expect(await rowOf(tx, completed)).toMatchObject({ status: 'completed' });
    });
  });

  it('is deleted by deleteOfAdministrator if that administrator requested or confirmed it', async () => {
    await atOneMoment(server, async (tx) => {
      const repo = createRecoveryRepo(tx);
      const [admin, second] = [await createAccount(server), await createAccount(server)];
      const { id: one } = await createAccount(server);
      const { id: two } = await createAccount(server);
      const { id: three } = await createAccount(server);
      await insert(tx, one, { channel: 'support', by: admin.id, confirmedBy: second.id });
      await insert(tx, two, { channel: 'support', status: 'ready', by: second.id, confirmedBy: admin.id });
      await insert(tx, three, { channel: 'support', by: second.id, confirmedBy: second.id });
      await insert(tx, three, { channel: 'support', status: 'stopped', by: admin.id });
      const deleted = await repo.deleteOfAdministrator(tx, admin.id);
      expect(deleted.map(({ accountId }) => accountId).toSorted()).toEqual([one, two].toSorted());
      expect(await repo.findOpen(three)).toBeDefined();
      expect(
        await tx`select from recovery_requests where status = 'stopped' and account_id = ${three}`,
      ).toHaveLength(1);
    });
  });
});

describe('a received request', () => {
  it('can be claimed until it expires, the oldest first', async () => {
    await atOneMoment(server, async (tx) => {
      const repo = createRecoveryRepo(tx);
      const receive = async (id: string, age: string, expiresIn: string) => {
        await repo.insertReceived({ id, sealedInput: Buffer.from(id), ...origin });
        expect(await rowOf(tx, id)).toMatchObject({ status: 'received', expiresIn: 86_400 });
        await tx`
          update recovery_requests set created_at = now() - ${age}::interval,
            expires_at = now() + ${expiresIn}::interval
          where id = ${id}`;
      };
      await receive('rec_expired', '3 hours', '0');
      await receive('rec_new', '1 hour', '1 microsecond');
      await receive('rec_old', '2 hours', '1 microsecond');
      const claimed = await repo.claimReceived(tx);
      expect(claimed).toEqual({ id: 'rec_old', sealedInput: Buffer.from('rec_old'), ...origin });
      await repo.delete(tx, 'rec_old');
      expect((await repo.claimReceived(tx))?.id).toBe('rec_new');
      await repo.delete(tx, 'rec_new');
      expect(await repo.claimReceived(tx)).toBeUndefined();
    });
  });

  it('is matched with the present account of the phone before the former', async () => {
    await atOneMoment(server, async (tx) => {
      const repo = createRecoveryRepo(tx);
      const [one, two] = [await createAccount(server), await createAccount(server)];
      const [first, second] = one.id < two.id ? [one, two] : [two, one];
      const email = 'shared@example.vn';
      await tx`
        update accounts set email = ${email}, email_confirmed_at = now() where id in (${one.id}, ${two.id})`;
      for (const [owner, former] of [
        [first, second],
        [second, first],
      ] as const) {
        await tx`
          insert into released_phones (account_id, phone, released_at) values (${former.id}, ${owner.phone}, now())`;
        const owners = await repo.listOwners(tx, { phone: owner.phone, email });
        expect(owners.map(({ id }) => id)).toEqual([owner.id, former.id]);
      }
    });
  });
});

describe('the wait of a recovery', () => {
  it('lasts 72 hours, and its row is kept for the time to continue', async () => {
    await atOneMoment(server, async (tx) => {
      const repo = createRecoveryRepo(tx);
      const [one, two] = [await createAccount(server), await createAccount(server)];
      const waitOf = async (id: string) => {
        const [row] = await tx`
          select status, extract(epoch from ready_at - now())::int as wait,
            extract(epoch from expires_at - now())::int as kept, sealed_input, email_hash
          from recovery_requests where id = ${id}`;
        return row;
      };
      await repo.insertReceived({ id: 'rec_mail', sealedInput: Buffer.from('x'), ...origin });
      await repo.startWait(tx, { id: 'rec_mail', accountId: one.id, emailHash: hash(9) });
      expect(await waitOf('rec_mail')).toEqual({
        status: 'waiting',
        wait: 259_200,
        kept: 2_851_200,
        sealedInput: null,
        emailHash: hash(9),
      });
      const waiting = { id: 'rec_code', accountId: two.id, channel: 'code', ...origin } as const;
      const end = await repo.insertWaiting(tx, { ...waiting, codeHash: hash(3) });
      expect(await repo.findByCode(tx, two.id, hash(3))).toEqual(end);
      expect(await waitOf('rec_code')).toMatchObject({ status: 'waiting', wait: 259_200, kept: 864_000 });
      expect(await repo.findOpen(two.id)).toMatchObject({
        readyAt: end,
        userAgent: 'agent',
        address: '203.0.113.7',
      });
    });
  });

  it('ends once, at its due time', async () => {
    await atOneMoment(server, async (tx) => {
      const repo = createRecoveryRepo(tx);
      const [one, two, three] = [
        await createAccount(server),
        await createAccount(server),
        await createAccount(server),
      ];
      await insert(tx, one.id, { channel: 'code', readyIn: '-1 day' });
      await insert(tx, one.id, { status: 'stopped', readyIn: '-1 day' });
      const later = await insert(tx, two.id, { readyIn: '1 microsecond' });
      expect(await repo.findDue(tx)).toBeUndefined();
      expect(await repo.setReady(tx, later, hash(1))).toBeUndefined();
      await tx`update recovery_requests set ready_at = now() where id = ${later}`;
      expect(await repo.findDue(tx)).toEqual({ id: later, accountId: two.id });
      const earlier = await insert(tx, three.id, { readyIn: '-1 second' });
      expect(await repo.findDue(tx)).toEqual({ id: earlier, accountId: three.id });
      expect(await repo.setReady(tx, later, hash(1))).toEqual({
        id: later,
        accountId: two.id,
        channel: 'mail',
        emailHash: hash(9),
        sealedInput: Buffer.from('sealed'),
        ...origin,
      });
      expect(await repo.setReady(tx, later, hash(2))).toBeUndefined();
      expect(await rowOf(tx, later)).toEqual({
        status: 'ready',
        tokenHash: hash(1),
        sealedInput: null,
        expiresIn: 172_800,
      });
      expect(await rowOf(tx, earlier)).toMatchObject({ status: 'waiting' });
    });
  });

  it('ends only with the recovery code that started it', async () => {
    await atOneMoment(server, async (tx) => {
      const repo = createRecoveryRepo(tx);
      const [{ id }, other] = [await createAccount(server), await createAccount(server)];
      const [codeHash, tokenHash] = [hash(3), hash(4)];
      await insert(tx, id, { status: 'stopped', channel: 'code', codeHash, readyIn: '-1 day' });
      await insert(tx, id, { status: 'completed', channel: 'code', codeHash, readyIn: '-1 day' });
      expect(await repo.findByCode(tx, id, codeHash)).toBeUndefined();
      const open = await insert(tx, id, {
        channel: 'code',
        codeHash,
        readyIn: '1 microsecond',
        expiresIn: '2 microseconds',
      });
      const set = (change: { accountId?: string; codeHash?: Buffer } = {}) =>
        repo.setReadyByCode(tx, { accountId: id, codeHash, tokenHash, ...change });
      expect(await repo.findByCode(tx, id, codeHash)).toBeInstanceOf(Date);
      expect(await repo.findByCode(tx, id, hash(5))).toBeUndefined();
      expect(await repo.findByCode(tx, other.id, codeHash)).toBeUndefined();
      expect(await set()).toBe(false);
      await tx`update recovery_requests set ready_at = now() where id = ${open}`;
      expect(await set({ codeHash: hash(5) })).toBe(false);
      expect(await set({ accountId: other.id })).toBe(false);
      expect(await set()).toBe(true);
      expect(await rowOf(tx, open)).toMatchObject({ status: 'ready', tokenHash });
      expect(await set()).toBe(true);
      expect(await repo.findByCode(tx, id, codeHash)).toBeInstanceOf(Date);
      await tx`update recovery_requests set expires_at = now() where id = ${open}`;
      expect(await repo.findByCode(tx, id, codeHash)).toBeUndefined();
      expect(await set()).toBe(false);
    });
  });
});

describe('the token of a recovery', () => {
  it('can be found and completes the recovery once, until it expires', async () => {
    await atOneMoment(server, async (tx) => {
      const repo = createRecoveryRepo(tx);
      const [{ id }, other] = [await createAccount(server), await createAccount(server)];
      const tokenHash = hash(6);
      const open = await insert(tx, id, {
        status: 'ready',
        channel: 'phone',
        tokenHash,
        expiresIn: '1 microsecond',
      });
      const others = await insert(tx, other.id, { status: 'ready', tokenHash: hash(7) });
      expect(await repo.findReady(tokenHash)).toEqual({ accountId: id, expiresIn: 1 });
      await tx`update recovery_requests set expires_at = now() where id = ${open}`;
      expect(await repo.findReady(tokenHash)).toBeUndefined();
      expect(await repo.complete(tx, tokenHash)).toBeUndefined();
      await tx`
        update recovery_requests set expires_at = now() + interval '1 microsecond', status = 'waiting' where id = ${open}`;
      expect(await repo.findReady(tokenHash)).toBeUndefined();
      expect(await repo.complete(tx, tokenHash)).toBeUndefined();
      await tx`update recovery_requests set status = 'ready' where id = ${open}`;
      expect((await repo.complete(tx, tokenHash))?.channel).toBe('phone');
      expect(await repo.complete(tx, tokenHash)).toBeUndefined();
      expect(await rowOf(tx, open)).toMatchObject({
        status: 'completed',
        tokenHash: null,
        expiresIn: 2_592_000,
      });
      expect(await rowOf(tx, others)).toMatchObject({ status: 'ready' });
    });
  });

  it('issued without a wait replaces the open recovery of its account', async () => {
    await atOneMoment(server, async (tx) => {
      const repo = createRecoveryRepo(tx);
      const [{ id }, other] = [await createAccount(server), await createAccount(server)];
      const stopped = await insert(tx, id, { status: 'stopped' });
      const others = await insert(tx, other.id);
      for (const status of openStates) {
        const open = await insert(tx, id, { status });
        await repo.replaceWithReady(tx, {
          id: `rec_new_${status}`,
          accountId: id,
          tokenHash: hash(count),
          ...origin,
        });
        expect(await rowOf(tx, open)).toBeUndefined();
        expect(await rowOf(tx, `rec_new_${status}`)).toMatchObject({ status: 'ready', expiresIn: 3_600 });
        await repo.deleteOpen(tx, id);
      }
      expect([await rowOf(tx, stopped), await rowOf(tx, others)]).not.toContain(undefined);
    });
  });
});
