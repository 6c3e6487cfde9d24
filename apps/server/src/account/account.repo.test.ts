import { createAccount } from '@vid/testkit/accounts';
import { freshPhone } from '@vid/testkit/flows';
import { atOneMoment } from '@vid/testkit/database/one-moment';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import type { Sql } from '#database/connection.ts';
import { isGuardedPhone } from './account-sql.ts';
import { createAccountRepo, localeOfAccount } from './account.repo.ts';
import { isActiveAdmin, requireOtherAdmin } from './administrators.ts';
import { createPasswordRepo } from './credentials/password.repo.ts';
import { findVerification } from './enterprises/enterprise-state.ts';
import { importedAccounts } from './imports/imported-accounts.repo.ts';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Queryable } from '#database/connection.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

describe('account rows', () => {
  it('are read with all columns except ownerLockedAt', async () => {
    const { accounts, sql } = server.deps;
    const { id, phone } = await createAccount(server, { kind: 'enterprise' });
    // `lockRow` does not select `ownerLockedAt`, which only a refused sign-in reads.
    const [{ ownerLockedAt: _lockedAt, ...all } = {}] = await sql`select * from accounts where id = ${id}`;
    const [enterprise] = await sql`
      select account_id, name, short_name, tax_code, representative, verified_at from enterprises where account_id = ${id}`;
    expect(await accounts.lockRow(sql, id)).toEqual({ ...all, holdSeconds: 0 });
    expect(await accounts.lockByPhone(sql, phone)).toEqual({ ...all, holdSeconds: 0 });
    const read = await sql.begin((tx) => accounts.updateEnterprise(tx, id, {}));
    expect(read.enterprise).toEqual(enterprise);
  });

  it('R8 D10 can be read and changed after columns are added', async () => {
    const { accounts, sql } = server.deps;
    const { id, phone } = await createAccount(server, { kind: 'enterprise' });
    const useAll = async (tx: Queryable, name: string) => {
      await accounts.lockRow(tx, id);
      await accounts.lockByPhone(tx, phone);
      await accounts.update(tx, id, { name });
      await accounts.setStatus(tx, id, 'locked');
      await accounts.setStatus(tx, id, 'active');
      await accounts.updateEnterprise(tx, id, { name });
    };
    // Use one transaction, so that its connection prepares the statements and runs them again after the
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

const withAccounts = (
  work: (input: {
    tx: Sql;
    repo: ReturnType<typeof createAccountRepo>;
    id: string;
    phone: string;
    otherId: string;
  }) => Promise<void>,
) =>
  atOneMoment(server, async (tx) => {
    const [{ id, phone }, other] = [await createAccount(server), await createAccount(server)];
    await work({ tx, repo: createAccountRepo(tx), id, phone, otherId: other.id });
  });
const formerPhones = (tx: Queryable, id: string) => tx`
  select phone, held_since, released_at = now() as is_now from released_phones where account_id = ${id} order by phone`;

const state = {
  opens: false,
  wakes: false,
  keepsFormer: true,
  keepsDoubt: false,
  castsDoubt: false,
  holdSeconds: 60,
};
const columns = (tx: Queryable, id: string) => tx`
  select phone, (now() - phone_since)::text as phone_age, phone_in_doubt, disputed_at, status, locked_by_owner,
    owner_locked_at, (sensitive_hold_until - now())::text as hold, (now() - last_sign_in_at)::text as asleep
  from accounts where id = ${id}`;

describe('an account that has returned to its owner', () => {
  it('keeps its lock and last sign-in unless the return changes them', () =>
    withAccounts(async ({ tx, repo, id, phone }) => {
      await tx`
        update accounts set phone_since = now() - interval '5 days', phone_in_doubt = true, disputed_at = now(),
          status = 'locked', locked_by_owner = true, owner_locked_at = ${new Date(0)},
          last_sign_in_at = now() - interval '200 days'
        where id = ${id}`;
      await repo.giveBack(tx, { id, phone }, { ...state, phone, keepsDoubt: true });
      const locked = { phone, phoneAge: '5 days', disputedAt: null, status: 'locked', lockedByOwner: true };
      const asleep = { ownerLockedAt: new Date(0), hold: '00:01:00', asleep: '200 days' };
      expect(await columns(tx, id)).toEqual([{ ...locked, ...asleep, phoneInDoubt: true }]);
      await repo.giveBack(tx, { id, phone }, { ...state, phone });
      expect(await columns(tx, id)).toEqual([{ ...locked, ...asleep, phoneInDoubt: false }]);
      await repo.giveBack(tx, { id, phone }, { ...state, phone, castsDoubt: true, opens: true, wakes: true });
      expect(await columns(tx, id)).toEqual([
        {
          ...locked,
          status: 'active',
          lockedByOwner: false,
          ownerLockedAt: null,
          hold: '00:01:00',
          asleep: '00:00:00',
          phoneInDoubt: true,
        },
      ]);
      expect(await formerPhones(tx, id)).toEqual([]);
    }));

  it('keeps its replaced phone as a former phone if requested', () =>
    withAccounts(async ({ tx, repo, id, phone }) => {
      const since = new Date('2026-01-02T00:00:00Z');
      const newer = freshPhone();
      await tx`update accounts set phone_since = ${since} where id = ${id}`;
      await repo.giveBack(tx, { id, phone }, { ...state, phone: newer });
      expect(await columns(tx, id)).toMatchObject([{ phone: newer, phoneAge: '00:00:00' }]);
      expect(await formerPhones(tx, id)).toEqual([{ phone, heldSince: since, isNow: true }]);
      await tx`
        update released_phones set held_since = now() - interval '50 days', released_at = now() - interval '10 days'
        where account_id = ${id}`;
      await repo.giveBack(tx, { id, phone: newer }, { ...state, phone, keepsFormer: false });
      expect(await columns(tx, id)).toMatchObject([{ phone, phoneAge: '40 days' }]);
      expect(await formerPhones(tx, id)).toEqual([]);
      await repo.giveBack(tx, { id, phone }, { ...state, phone: null });
      expect(await columns(tx, id)).toMatchObject([{ phone: null }]);
    }));
});

const lockOf = (tx: Queryable, id: string) => tx`
  select status, locked_by_owner, owner_locked_at is not null as has_time, phone_in_doubt from accounts where id = ${id}`;

describe('the lock of an account', () => {
  it('cannot be set by the owner on a locked account', () =>
    withAccounts(async ({ tx, repo, id, otherId }) => {
      await repo.doubtPhone(tx, id);
      expect(await lockOf(tx, id)).toMatchObject([{ phoneInDoubt: false }]);
      await tx`update accounts set phone_in_doubt = true where id = ${id}`;
      const lock = () => repo.lockForOwner(tx, id, { phoneInDoubt: false });
      expect([await lock(), await lock()]).toEqual([true, false]);
      expect(await lockOf(tx, id)).toEqual([
        { status: 'locked', lockedByOwner: true, hasTime: true, phoneInDoubt: true },
      ]);
      await repo.lockForOwner(tx, otherId, { phoneInDoubt: false });
      expect(await lockOf(tx, otherId)).toMatchObject([{ phoneInDoubt: false }]);
      await repo.doubtPhone(tx, otherId);
      expect(await lockOf(tx, otherId)).toMatchObject([{ phoneInDoubt: true }]);
    }));

  it('set by its owner is replaced by the association’s lock', () =>
    withAccounts(async ({ tx, repo, id }) => {
      const changes = async (status: 'active' | 'locked') =>
        (await repo.setStatus(tx, id, status)) !== undefined;
      expect([await changes('active'), await changes('locked'), await changes('locked')]).toEqual([
        false,
        true,
        false,
      ]);
      await tx`update accounts set locked_by_owner = true, owner_locked_at = now() where id = ${id}`;
      expect(await changes('locked')).toBe(true);
      expect(await lockOf(tx, id)).toMatchObject([
        { status: 'locked', lockedByOwner: false, hasTime: false },
      ]);
    }));

  it('keeps the time of the earliest event that the owner reported', () =>
    withAccounts(async ({ tx, repo, id, otherId }) => {
      const days = ['2026-02-02', '2026-01-01', '2026-03-03'].map((day) => new Date(day));
      for (const day of days) await repo.dispute(tx, id, day);
      expect(await tx`select disputed_at from accounts where id = ${id}`).toEqual([{ disputedAt: days[1] }]);
      expect(await tx`select disputed_at from accounts where id = ${otherId}`).toEqual([
        { disputedAt: null },
      ]);
    }));
});

describe('the phone of an account', () => {
  it('is released from a member after more than 180 days without sign-in', () =>
    withAccounts(async ({ tx, repo, id, phone }) => {
      const sleep = (interval: string) =>
        tx`update accounts set last_sign_in_at = now() - ${interval}::interval where id = ${id}`;
      const isDormant = async () => [
        await repo.isDormant(tx, id),
        await repo.isPhoneDormant(phone),
        (await repo.findNonDormantByPhone(phone)) === undefined,
        (await repo.lockNonDormantByPhone(tx, phone)) === undefined,
      ];
      await sleep('180 days');
      expect(await isDormant()).toEqual([false, false, false, false]);
      expect(await repo.releasePhone(tx, phone)).toBeUndefined();
      await sleep('180 days 1 microsecond');
      await tx`update accounts set role = 'admin' where id = ${id}`;
      expect(await isDormant()).toEqual([false, false, false, false]);
      await tx`update accounts set role = 'user' where id = ${id}`;
      expect(await isDormant()).toEqual([true, true, true, true]);
      expect(await repo.releasePhone(tx, phone)).toEqual({ id });
      expect(await tx`select phone from accounts where id = ${id}`).toEqual([{ phone: null }]);
      expect(await formerPhones(tx, id)).toEqual([{ phone, heldSince: null, isNow: true }]);
    }));

  it('is taken back only from an account that got it after its loss', () =>
    withAccounts(async ({ tx, repo, id, phone }) => {
      const [{ at } = { at: new Date() }] = await tx<{ at: Date }[]>`
        update accounts set phone_since = date_trunc('milliseconds', now()) where id = ${id} returning phone_since as at`;
      expect(await repo.takePhone(tx, phone, at)).toBeUndefined();
      expect(await repo.takePhone(tx, phone, new Date(at.getTime() - 1))).toEqual({ id });
      expect(await repo.findByPhone(phone)).toBeUndefined();
    }));

  it('counts as lost for 30 days', () =>
    withAccounts(async ({ tx, repo, id, phone, otherId }) => {
      await repo.changePhone(tx, { accountId: id, phone: freshPhone(), holdSeconds: 0 });
      const lossAt = async (age: string, of = id, lost = phone) => {
        await tx`update released_phones set released_at = now() - ${age}::interval where account_id = ${id}`;
        return await repo.findPhoneLoss(tx, of, lost);
      };
      expect(await lossAt('30 days')).toBeUndefined();
      expect(await lossAt('30 days -1 second')).toBeInstanceOf(Date);
      expect(await lossAt('1 day', otherId)).toBeUndefined();
      expect(await lossAt('1 day', id, freshPhone())).toBeUndefined();
    }));

  it('becomes a former phone with its age when it is replaced', () =>
    withAccounts(async ({ tx, repo, id, phone }) => {
      await tx`update accounts set phone_in_doubt = true where id = ${id}`;
      const newer = freshPhone();
      await repo.changePhone(tx, { accountId: id, phone: newer, holdSeconds: 60 });
      expect(
        await tx`
        select phone, phone_since = now() as is_new, phone_in_doubt, (sensitive_hold_until - now())::text as hold
        from accounts where id = ${id}`,
      ).toEqual([{ phone: newer, isNew: true, phoneInDoubt: false, hold: '00:01:00' }]);
      expect(await formerPhones(tx, id)).toEqual([{ phone, heldSince: null, isNow: true }]);
      const since = new Date('2026-01-02T00:00:00Z');
      await tx`update released_phones set released_at = ${since} where account_id = ${id}`;
      await tx`update accounts set phone = ${phone}, phone_since = ${since} where id = ${id}`;
      await repo.changePhone(tx, { accountId: id, phone: freshPhone(), holdSeconds: 0 });
      expect(await formerPhones(tx, id)).toEqual([{ phone, heldSince: since, isNow: true }]);
    }));
});

const emailOf = (tx: Queryable, id: string) => tx`
  select email, email_confirmed_at, is_email_imported from accounts where id = ${id}`;

describe('the e-mail address of an account', () => {
  it('counts as imported until the account changes it', () =>
    withAccounts(async ({ tx, repo, id }) => {
      await tx`update accounts set email = 'an@example.vn', is_email_imported = true where id = ${id}`;
      await repo.update(tx, id, { name: 'An' });
      await repo.update(tx, id, { email: 'an@example.vn' });
      expect(await emailOf(tx, id)).toMatchObject([{ isEmailImported: true }]);
      await repo.confirmEmail(tx, id, 'binh@example.vn');
      expect(await emailOf(tx, id)).toMatchObject([{ emailConfirmedAt: null }]);
      await repo.confirmEmail(tx, id, 'an@example.vn');
      await tx`update accounts set email_confirmed_at = ${new Date(0)} where id = ${id}`;
      await repo.confirmEmail(tx, id, 'an@example.vn');
      expect(await emailOf(tx, id)).toMatchObject([{ emailConfirmedAt: new Date(0) }]);
      await repo.update(tx, id, { email: 'binh@example.vn' });
      expect(await emailOf(tx, id)).toMatchObject([{ isEmailImported: false }]);
      await tx`update accounts set is_email_imported = true where id = ${id}`;
      await repo.restoreEmail(tx, id, { email: 'cuc@example.vn', addedAt: new Date(1) });
      expect(await emailOf(tx, id)).toEqual([
        { email: 'cuc@example.vn', emailConfirmedAt: new Date(1), isEmailImported: false },
      ]);
      await tx`update accounts set is_email_imported = true where id = ${id}`;
      await repo.removeEmail(tx, id);
      expect(await emailOf(tx, id)).toEqual([
        { email: null, emailConfirmedAt: null, isEmailImported: false },
      ]);
    }));

  it('is kept for 30 days after it is replaced', () =>
    withAccounts(async ({ tx, repo, id, otherId }) => {
      const keep = async (email: string, confirmedDaysAgo: number, of = id) => {
        await tx`
          update accounts set email_confirmed_at = now() - make_interval(days => ${confirmedDaysAgo}) where id = ${of}`;
        await repo.keepFormerEmail(tx, of, email);
      };
      await keep('other@example.vn', 1, otherId);
      for (let n = 1; n <= 11; n += 1) await keep(`${n}@example.vn`, n);
      const kept = await tx<{ email: string }[]>`
        select email from former_emails where account_id = ${id} order by confirmed_at desc`;
      expect(kept.map(({ email }) => email)).toEqual(
        Array.from({ length: 10 }, (_, n) => `${n + 2}@example.vn`),
      );
      await tx`update former_emails set replaced_at = ${new Date(0)}, expires_at = now() where account_id = ${id}`;
      await keep('2@example.vn', 20);
      expect(
        await tx`
          select (now() - confirmed_at)::text as age, replaced_at = now() as is_now, (expires_at - now())::text as ends
          from former_emails where account_id = ${id} and email = '2@example.vn'`,
      ).toEqual([{ age: '20 days', isNow: true, ends: '30 days' }]);
      expect(await tx`select from former_emails where account_id = ${otherId}`).toHaveLength(1);
    }));
});

describe('the password of an account', () => {
  it('must be changed if it is temporary', () =>
    withAccounts(async ({ tx, id, otherId }) => {
      const repo = createPasswordRepo(tx);
      await repo.delete(tx, otherId);
      expect([
        await repo.demandChange(tx, otherId),
        await repo.demandChange(tx, id),
        await repo.demandChange(tx, id),
      ]).toEqual([false, true, false]);
      const mustChange = () => tx`select must_change_password from accounts where id = ${id}`;
      await repo.set(tx, id, 'a');
      expect(await mustChange()).toEqual([{ mustChangePassword: false }]);
      await repo.setTemporary(tx, id, 'b');
      expect(await mustChange()).toEqual([{ mustChangePassword: true }]);
      const change = (oldHash: string) => repo.change(tx, { accountId: id, oldHash, newHash: 'c' });
      expect(await change('a')).toBe(false);
      expect(await mustChange()).toEqual([{ mustChangePassword: true }]);
      await tx`update password_credentials set changed_at = now() - interval '1 day' where account_id = ${id}`;
      expect(await change('b')).toBe(true);
      expect(await mustChange()).toEqual([{ mustChangePassword: false }]);
      expect([await repo.hasHash(tx, id, 'c'), await repo.hasHash(tx, otherId, 'c')]).toEqual([true, false]);
    }));

  it('keeps the time of its last change when only its hash is replaced', () =>
    withAccounts(async ({ tx, id }) => {
      const repo = createPasswordRepo(tx);
      await repo.set(tx, id, 'a');
      const recent = async (seconds: number) => (await repo.findRecentChange(id, seconds)) !== undefined;
      await tx`update password_credentials set changed_at = now() - interval '60 seconds' where account_id = ${id}`;
      await repo.replaceHash(id, 'other', 'b');
      expect(await repo.findHash(id)).toBe('a');
      await repo.replaceHash(id, 'a', 'b');
      expect(await repo.findHash(id)).toBe('b');
      expect([await recent(60), await recent(61)]).toEqual([false, true]);
      await repo.set(tx, id, 'c');
      expect(await recent(1)).toBe(true);
    }));
});

it('the last replacement of a password counts', () =>
  withAccounts(async ({ tx, id, otherId }) => {
    const repo = createPasswordRepo(tx);
    const audit = (kind: string, age: string, of = id) => tx`
      insert into audit_events (kind, account_id, actor_id, address, request_id, at)
      values (${kind}, ${of}, ${of}, '', 'test', now() - ${age}::interval)`;
    const ageOf = async (seconds = 3_600) => {
      const found = await repo.findReplacement(tx, id, seconds);
      return found && Math.round((found.now.getTime() - found.changedAt.getTime()) / 1_000);
    };
    await audit('password.reset', '1 minute', otherId);
    await audit('password.change-forced', '1 minute');
    expect(await ageOf()).toBeUndefined();
    await audit('password.reset', '50 minutes');
    expect([await ageOf(), await ageOf(3_000)]).toEqual([3_000, undefined]);
    await audit('password.changed', '30 minutes');
    expect(await ageOf()).toBe(1_800);
  }));

const row = (tx: Queryable, id: string) => tx`
  select revision, declared_at = now() as is_declared, refused_at, refusal, verified_at, checked_by, checked_at
  from enterprises where account_id = ${id}`;

describe('the enterprise of an account', () => {
  it('loses its verification when its name changes', () =>
    withAccounts(async ({ tx, repo, id, otherId }) => {
      const at = new Date('2026-01-02T00:00:00Z');
      await tx`insert into enterprises (account_id, name, tax_code) values (${id}, 'A', '1'), (${otherId}, 'B', '1')`;
      const decide = (change: Readonly<Record<string, unknown>>) => tx`
        update enterprises set ${tx({
          declaredAt: at,
          revision: 1,
          verifiedAt: null,
          refusedAt: null,
          refusal: null,
          checkedBy: otherId,
          checkedAt: at,
          ...change,
        })} where account_id = ${id}`;
      const kept = { revision: 1, isDeclared: false, verifiedAt: null, refusedAt: null, refusal: null };
      const changed = { ...kept, revision: 2, isDeclared: true };
      const unchecked = { checkedBy: null, checkedAt: null };
      const checked = { checkedBy: otherId, checkedAt: at };
      await decide({ refusedAt: at, refusal: 'no' });
      expect(await repo.updateEnterprise(tx, id, { name: 'A' })).toMatchObject({ isRenamed: false });
      expect(await row(tx, id)).toEqual([{ ...kept, ...checked, refusedAt: at, refusal: 'no' }]);
      await repo.updateEnterprise(tx, id, { shortName: 'a' });
      expect(await row(tx, id)).toEqual([{ ...changed, ...unchecked }]);
      await decide({ verifiedAt: at });
      expect(await repo.updateEnterprise(tx, id, { shortName: 'b' })).toMatchObject({
        lostVerification: false,
      });
      expect(await row(tx, id)).toEqual([{ ...changed, ...checked, verifiedAt: at }]);
      await decide({ verifiedAt: at });
      expect(await repo.updateEnterprise(tx, id, { name: 'C' })).toMatchObject({
        enterprise: { name: 'C', verifiedAt: null },
        isRenamed: true,
        lostVerification: true,
      });
      expect(await row(tx, id)).toEqual([{ ...changed, ...unchecked }]);
    }));

  it('shows when the association checked or verified it', () =>
    withAccounts(async ({ tx, id, otherId }) => {
      const [checkedAt, verifiedAt] = [new Date('2026-01-02'), new Date('2026-01-01')];
      await tx`
        insert into enterprises (account_id, checked_at, verified_at)
        values (${id}, ${checkedAt}, ${verifiedAt}), (${otherId}, null, ${verifiedAt})`;
      expect(await findVerification(tx, id)).toEqual({ state: 'verified', reason: null, checkedAt });
      expect(await findVerification(tx, otherId)).toEqual({
        state: 'verified',
        reason: null,
        checkedAt: verifiedAt,
      });
    }));

  it('is found by its tax code only while verified and active', () =>
    withAccounts(async ({ tx, repo, id, otherId }) => {
      await tx`insert into enterprises (account_id, tax_code) values (${id}, '0101'), (${otherId}, '0101')`;
      const found = () => repo.findVerifiedEnterprise('0101');
      expect(await found()).toBeUndefined();
      await tx`update enterprises set verified_at = now() - make_interval(days => (account_id = ${otherId})::int)`;
      expect(await found()).toBe(otherId);
      await tx`update accounts set status = 'locked' where id = ${otherId}`;
      expect(await found()).toBe(id);
      const byReferral = () => repo.findEnterpriseByReferralCode('REFERRAL1');
      await tx`update accounts set referral_code = 'REFERRAL1' where id = ${id}`;
      expect(await byReferral()).toBeUndefined();
      await tx`update accounts set kind = 'enterprise' where id = ${id}`;
      expect(await byReferral()).toBe(id);
      await tx`update accounts set status = 'locked' where id = ${id}`;
      expect(await byReferral()).toBeUndefined();
    }));
});

describe('imported accounts', () => {
  const plain = {
    kind: 'personal' as const,
    name: null,
    email: null,
    memberObject: null,
    province: null,
    enterprise: null,
    certificate: null,
    passwordHash: null,
  };

  it('are stored with their enterprise, certificate and password', () =>
    atOneMoment(server, async (tx) => {
      const enterprise = {
        name: 'Đất Vàng',
        shortName: 'ĐV',
        taxCode: '0100109106',
        representative: 'Lê Ổn',
      };
      const certificate = { number: 'HN-1', province: '01', issuedOn: '2024-05-06', expiresOn: '2029-05-05' };
      const company = { kind: 'enterprise' as const, phone: freshPhone(), name: 'Đất Vàng' };
      const broker = {
        kind: 'personal' as const,
        phone: freshPhone(),
        name: 'Lê An',
        email: 'an@example.vn',
        memberObject: 'broker' as const,
        province: '79',
      };
      const added = await importedAccounts.insert(tx, [
        { ...plain, ...company, id: 'acc_company', referralCode: 'IMPORTED01', enterprise },
        {
          ...plain,
          ...broker,
          id: 'acc_broker',
          referralCode: 'IMPORTED02',
          certificate,
          passwordHash: 'hash',
        },
        { ...plain, phone: broker.phone, id: 'acc_twice', referralCode: 'IMPORTED03', passwordHash: 'hash' },
      ]);
      expect(added).toEqual(new Set(['acc_company', 'acc_broker']));
      expect(
        await tx`
          select kind, phone, name, email, member_object, province, referral_code from accounts
          where id in ('acc_company', 'acc_broker') order by referral_code`,
      ).toEqual([
        { ...company, email: null, memberObject: null, province: null, referralCode: 'IMPORTED01' },
        { ...broker, referralCode: 'IMPORTED02' },
      ]);
      expect(
        await tx`
          select name, short_name, tax_code, representative from enterprises where account_id = 'acc_company'`,
      ).toEqual([enterprise]);
      expect(
        await tx`
          select number, province, issued_on::text, expires_on::text from broker_certificates
          where account_id = 'acc_broker'`,
      ).toEqual([certificate]);
      expect(
        await tx`
          select account_id, hash from password_credentials where account_id in ('acc_company', 'acc_broker', 'acc_twice')`,
      ).toEqual([{ accountId: 'acc_broker', hash: 'hash' }]);
    }));
});

it('an account’s sort name follows its name', () =>
  withAccounts(async ({ tx, repo, id }) => {
    for (const name of ['Lê An', 'Trần Bình']) {
      await repo.update(tx, id, { name });
      expect(await tx`select sort_name from accounts where id = ${id}`).toEqual([{ sortName: name }]);
    }
  }));

type Repo = ReturnType<typeof createAccountRepo>;
type Held = { readonly id: string; readonly phone: string };
const opened = { ...state, phone: null };

it.each<[string, (tx: Sql, repo: Repo, account: Held) => Promise<unknown>]>([
  ['update', (tx, repo, { id }) => repo.update(tx, id, { name: 'An' })],
  [
    'changePhone',
    (tx, repo, { id }) => repo.changePhone(tx, { accountId: id, phone: freshPhone(), holdSeconds: 1 }),
  ],
  ['confirmEmail', (tx, repo, { id }) => repo.confirmEmail(tx, id, 'an@example.vn')],
  ['setStatus', (tx, repo, { id }) => repo.setStatus(tx, id, 'locked')],
  ['setRole', (tx, repo, { id }) => repo.setRole(tx, id, 'admin')],
  ['lockForOwner', (tx, repo, { id }) => repo.lockForOwner(tx, id, { phoneInDoubt: false })],
  ['takePhone', (tx, repo, { phone }) => repo.takePhone(tx, phone, new Date(0))],
  ['giveBack', (tx, repo, account) => repo.giveBack(tx, account, opened)],
  [
    'restoreEmail',
    (tx, repo, { id }) => repo.restoreEmail(tx, id, { email: 'b@example.vn', addedAt: new Date() }),
  ],
  ['removeEmail', (tx, repo, { id }) => repo.removeEmail(tx, id)],
  ['hideNavItems', (tx, repo, { id }) => repo.hideNavItems(tx, id, ['qr'])],
  ['demandChange', (tx, _repo, { id }) => createPasswordRepo(tx).demandChange(tx, id)],
])('%s renews the time of the last update of an account', (_method, change) =>
  withAccounts(async ({ tx, repo, id, phone, otherId }) => {
    await tx`update accounts set updated_at = ${new Date(0)}, email = 'an@example.vn' where id in (${id}, ${otherId})`;
    await change(tx, repo, { id, phone });
    const isNew = async (of: string) =>
      (await tx`select updated_at = now() as is_new from accounts where id = ${of}`)[0]?.['isNew'];
    expect([await isNew(id), await isNew(otherId)]).toEqual([true, false]);
  }),
);

it('an account keeps the time of its last update if its role stays', () =>
  withAccounts(async ({ tx, repo, id }) => {
    await tx`update accounts set updated_at = ${new Date(0)} where id = ${id}`;
    await repo.setRole(tx, id, 'user');
    expect(await tx`select updated_at from accounts where id = ${id}`).toEqual([{ updatedAt: new Date(0) }]);
  }));

it('the hold of an account is rounded up to full seconds', () =>
  withAccounts(async ({ tx, repo, id }) => {
    const holdOf = async (left: string) => {
      await tx`update accounts set sensitive_hold_until = now() + ${left}::interval where id = ${id}`;
      return (await repo.lockRow(tx, id))?.holdSeconds;
    };
    expect([await holdOf('1.2 seconds'), await holdOf('0'), await holdOf('-1 hour')]).toEqual([2, 0, -3_600]);
  }));

it('an account without hidden items stores null', () =>
  withAccounts(async ({ tx, repo, id }) => {
    const hiddenAfter = async (ids: readonly string[]) => {
      await repo.hideNavItems(tx, id, ids);
      return (await tx`select hidden_nav_ids from accounts where id = ${id}`)[0]?.['hiddenNavIds'];
    };
    expect([await hiddenAfter(['qr']), await hiddenAfter([])]).toEqual([['qr'], null]);
  }));

it('an unknown locale of an account counts as Vietnamese', () => {
  expect(['vi', 'en', 'fr'].map((locale) => localeOfAccount({ locale }))).toEqual(['vi', 'en', 'vi']);
});

describe('another administrator', () => {
  it('is required before an administrator loses the role', () =>
    withAccounts(async ({ tx, id, otherId }) => {
      await tx`update accounts set role = 'user' where role = 'admin'`;
      await tx`update accounts set role = 'admin' where id in (${id}, ${otherId})`;
      await expect(requireOtherAdmin(tx, id)).resolves.toBeUndefined();
      await tx`insert into account_deletions (account_id, erase_at) values (${otherId}, now())`;
      await expect(requireOtherAdmin(tx, id)).rejects.toMatchObject({ code: 'LAST_ADMIN' });
      await tx`delete from account_deletions`;
      await tx`update accounts set status = 'locked' where id = ${otherId}`;
      await expect(requireOtherAdmin(tx, id)).rejects.toMatchObject({ code: 'LAST_ADMIN' });
      expect([await isActiveAdmin(tx, id), await isActiveAdmin(tx, otherId)]).toEqual([true, false]);
      await tx`update accounts set role = 'user', status = 'active' where id = ${otherId}`;
      await expect(requireOtherAdmin(tx, id)).rejects.toMatchObject({ code: 'LAST_ADMIN' });
      expect(await isActiveAdmin(tx, otherId)).toBe(false);
    }));
});

it('the phone of a dormant member or of an administrator is guarded', () =>
  withAccounts(async ({ tx, id, phone }) => {
    const isGuarded = async (role: string, days: number, of = phone) => {
      await tx`
        update accounts set role = ${role}, last_sign_in_at = now() - make_interval(days => ${days}) where id = ${id}`;
      return (await tx`select ${isGuardedPhone(tx, of)} as is_guarded`)[0]?.['isGuarded'];
    };
    expect([await isGuarded('user', 1), await isGuarded('user', 181)]).toEqual([false, true]);
    expect([await isGuarded('admin', 1), await isGuarded('admin', 1, freshPhone())]).toEqual([true, false]);
  }));
