import { createAccount } from '@vid/testkit/accounts';
import { createApplication } from '@vid/testkit/applications';
import { atOneMoment } from '@vid/testkit/database/one-moment';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Queryable, Sql } from '#database/connection.ts';
import {
  listAddedManagers,
  listChanges,
  listGivenPermissions,
  listGivenRights,
  readChanges,
  recordRightChanges,
  type Giver,
} from './right-changes.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

type Kind = Parameters<typeof recordRightChanges>[1]['kind'];
type Seed = {
  readonly by: string | null;
  readonly app: string | null;
  readonly kind?: Kind;
  readonly target?: string;
  readonly ago?: string;
  readonly former?: unknown;
};

async function insert(
  tx: Sql,
  { by, app, kind = 'manager', target = 'acc_x', ago = '0', former = null }: Seed,
) {
  const [row] = await tx<{ id: string }[]>`
    insert into right_changes (account_id, application_id, kind, target, former, changed_at)
    values (${by}, ${app}, ${kind}, ${target}, ${JSON.stringify(former)}::text::jsonb, now() - ${ago}::interval) returning id`;
  return row?.id ?? '';
}

/** Returns a past time in whole milliseconds, because a `Date` has no microseconds. */
async function momentOf(tx: Queryable, ago: string): Promise<Date> {
  const [row] = await tx<{ at: Date }[]>`
    select date_trunc('milliseconds', now()) - ${ago}::interval as at`;
  if (!row) throw new Error('no moment');
  return row.at;
}

const withSetup = (
  work: (setup: {
    tx: Sql;
    one: string;
    two: string;
    app: string;
    other: string;
    giver: (change?: Partial<Giver>) => Promise<Giver>;
  }) => Promise<void>,
) =>
  atOneMoment(server, async (tx) => {
    const [one, two] = [await createAccount(server), await createAccount(server)];
    const [app, other] = [await createApplication(server), await createApplication(server)];
    const giver = async (change: Partial<Giver> = {}): Promise<Giver> => ({
      accountId: one.id,
      since: await momentOf(tx, '1 hour'),
      until: null,
      applicationId: null,
      ...change,
    });
    await work({ tx, one: one.id, two: two.id, app: app.id, other: other.id, giver });
  });

const isRecorded = async (
  tx: Sql,
  change: Parameters<typeof recordRightChanges>[1],
  target = 'acc_x',
): Promise<boolean> => {
  const before = (await tx`select from right_changes`).count;
  await recordRightChanges(tx, change, [target, target], (name) => tx`select to_jsonb(${name})`);
  const count = (await tx`select from right_changes`).count - before;
  expect(count).toBeLessThanOrEqual(1);
  return count === 1;
};

describe('a change to a right', () => {
  it('is recorded once with the previous value', async () => {
    await withSetup(async ({ tx, one, app }) => {
      const change = { kind: 'manager', applicationId: app, accountId: one } as const;
      await recordRightChanges(
        tx,
        change,
        ['a', 'b', 'a'],
        (target) => tx`
        select to_jsonb(f) from (values ('b', 'value')) f (name, value) where f.name = ${target}`,
      );
      const rows = await tx`
        select target, former, account_id, application_id, kind from right_changes where account_id = ${one}
        order by target`;
      const same = { accountId: one, applicationId: app, kind: 'manager' };
      expect(rows).toEqual([
        { target: 'a', former: null, ...same },
        { target: 'b', former: { name: 'b', value: 'value' }, ...same },
      ]);
    });
  });

  it('is not recorded again if its account repeats it within a day', async () => {
    await withSetup(async ({ tx, one, two, app, other }) => {
      const change = { kind: 'manager', applicationId: app, accountId: one } as const;
      const age = (ago: string) => tx`update right_changes set changed_at = now() - ${ago}::interval`;
      expect(await isRecorded(tx, change)).toBe(true);
      expect(await isRecorded(tx, change)).toBe(false);
      expect(await isRecorded(tx, { ...change, applicationId: other })).toBe(true);
      expect(await isRecorded(tx, { ...change, kind: 'permission' })).toBe(true);
      expect(await isRecorded(tx, change, 'acc_y')).toBe(true);
      await age('23:59:59');
      expect(await isRecorded(tx, change)).toBe(false);
      await age('1 day');
      expect(await isRecorded(tx, change)).toBe(true);
      expect(await isRecorded(tx, { ...change, accountId: two })).toBe(true);
      expect(await isRecorded(tx, { ...change, accountId: null })).toBe(true);
      expect(await isRecorded(tx, { ...change, accountId: null })).toBe(false);
      expect(await isRecorded(tx, change)).toBe(true);
    });
  });

  it('is not recorded twice for a client or the association’s webhook', async () => {
    await withSetup(async ({ tx, one, app }) => {
      const change = { kind: 'client', applicationId: app, accountId: one } as const;
      expect(await isRecorded(tx, change)).toBe(true);
      expect(await isRecorded(tx, change)).toBe(false);
      const webhook = { kind: 'webhook', applicationId: null, accountId: one } as const;
      expect(await isRecorded(tx, webhook)).toBe(true);
      expect(await isRecorded(tx, webhook)).toBe(false);
    });
  });

  it('is recorded again after the account has returned to its owner', async () => {
    await withSetup(async ({ tx, one, app }) => {
      const change = { kind: 'manager', applicationId: app, accountId: one } as const;
      const returnAt = (ago: string) => tx`
        insert into account_returns (account_id, way, returned_at, rights_since, sessions_ended, removed)
        values (${one}, 'lock-opened', now() - ${ago}::interval, now(), 0, '[]')
        on conflict (account_id) do update set returned_at = excluded.returned_at`;
      expect(await isRecorded(tx, change)).toBe(true);
      await returnAt('1 hour');
      expect(await isRecorded(tx, change)).toBe(false);
      await returnAt('0');
      expect(await isRecorded(tx, change)).toBe(true);
    });
  });
});

describe('the changes to rights that an account made', () => {
  it('include only the given kinds in the given period', async () => {
    await withSetup(async ({ tx, one, two, app, other, giver }) => {
      const since = await momentOf(tx, '1 hour');
      const until = await momentOf(tx, '10 minutes');
      const at = async (target: string, seed: Partial<Seed>, moment?: Date) => {
        const id = await insert(tx, { by: one, app, target, ago: '30 minutes', ...seed });
        if (moment) await tx`update right_changes set changed_at = ${moment} where id = ${id}`;
      };
      await at('within', {});
      await at('twice', {});
      await at('twice', {});
      await at('at-the-beginning', {}, since);
      await at('at-the-end', {}, until);
      await at('later', { ago: '9 minutes' });
      await at('by-another', { by: two });
      await at('by-operator', { by: null });
      await at('elsewhere', { app: other });
      await at('of-the-association', { app: null, kind: 'webhook' });
      await at('permission', { kind: 'permission' });
      const targets = async (change: Partial<Giver>, kinds: readonly Kind[] = ['manager', 'webhook']) =>
        (await listGivenRights(tx, [await giver({ since, ...change })], kinds))
          .map(({ target }) => target)
          .toSorted();
      const always = ['at-the-end', 'elsewhere', 'of-the-association', 'twice', 'within'];
      expect(await targets({ until })).toEqual(always);
      expect(await targets({})).toEqual([...always, 'later'].toSorted());
      expect(await targets({ until, applicationId: app })).toEqual(['at-the-end', 'twice', 'within']);
      expect(await targets({ until }, ['webhook'])).toEqual(['of-the-association']);
      expect(await listGivenRights(tx, [], ['manager'])).toEqual([]);
    });
  });

  it('include changed permissions page by page in order of recording', async () => {
    await withSetup(async ({ tx, one, app, giver }) => {
      const seeds = ['a', 'b', 'c', 'd'].map(
        (target) => ({ by: one, app, kind: 'permission', target }) as const,
      );
      const ids: string[] = [];
      for (const seed of seeds) ids.push(await insert(tx, seed));
      await insert(tx, { by: one, app, kind: 'manager', target: 'e' });
      const page = async (after: string, limit: number) =>
        (await listGivenPermissions(tx, [await giver()], { after, limit })).map(({ id }) => id);
      expect(await page('0', 10)).toEqual(ids);
      expect(await page('0', 2)).toEqual(ids.slice(0, 2));
      expect(await page(ids[1] ?? '', 10)).toEqual(ids.slice(2));
    });
  });

  it('include managers that the account added, but not those it removed', async () => {
    await withSetup(async ({ tx, one, two, app, other, giver }) => {
      const first = await momentOf(tx, '20 minutes');
      const id = await insert(tx, { by: one, app, target: two });
      await tx`update right_changes set changed_at = ${first} where id = ${id}`;
      await insert(tx, { by: one, app, target: two });
      await insert(tx, { by: one, app, target: 'acc_removed', former: { account_id: 'acc_removed' } });
      await insert(tx, { by: one, app: other, kind: 'permission', target: two });
      expect(await listAddedManagers(tx, [await giver()])).toEqual([
        { accountId: two, applicationId: app, since: first },
      ]);
    });
  });
});

describe('the list of changes to rights', () => {
  it('contains changes to one right by any account, with undone ones marked', async () => {
    await withSetup(async ({ tx, one, two, app, other }) => {
      const [since, end] = [await momentOf(tx, '2 hours'), await momentOf(tx, '1 hour')];
      await tx`
        insert into account_returns (account_id, way, returned_at, rights_since, sessions_ended, removed)
        values (${one}, 'lock-opened', ${end}, ${since}, 0, '[]')`;
      const at = async (by: string | null, moment: Date | string) => {
        const id = await insert(tx, { by, app, ...(typeof moment === 'string' && { ago: moment }) });
        if (typeof moment !== 'string')
          await tx`update right_changes set changed_at = ${moment} where id = ${id}`;
        return id;
      };
      const expected = [
        [await at(one, '90 minutes'), true],
        [await at(one, since), false],
        [await at(one, end), true],
        [await at(one, '30 minutes'), false],
        [await at(two, '90 minutes'), false],
        [await at(null, '90 minutes'), false],
      ];
      await insert(tx, { by: one, app: other });
      await insert(tx, { by: one, app, target: 'acc_y' });
      await insert(tx, { by: one, app, kind: 'permission' });
      const hook = await insert(tx, { by: one, app: null, kind: 'webhook', target: 'hook' });
      const right = { kind: 'manager', applicationId: app, target: 'acc_x' } as const;
      const found = await listChanges(tx, [right]);
      expect(found.map(({ id, isUndone }) => [id, isUndone])).toEqual(expected);
      expect(found[4]).toMatchObject({ ...right, accountId: two });
      const ofAssociation = { kind: 'webhook', applicationId: null, target: 'hook' } as const;
      expect((await listChanges(tx, [ofAssociation])).map(({ id }) => id)).toEqual([hook]);
    });
  });

  it('contains the former values, in the order of the rights', async () => {
    await withSetup(async ({ tx, one, app }) => {
      const b = await insert(tx, { by: one, app, target: 'b', former: { n: 1 } });
      const a = await insert(tx, { by: one, app, target: 'a' });
      await insert(tx, { by: one, app, target: 'c' });
      const client = await insert(tx, { by: one, app, kind: 'client', target: 'z' });
      const read = await readChanges(tx, [b, a, client]);
      expect(read.map(({ id, former }) => [id, former])).toEqual([
        [client, null],
        [a, null],
        [b, { n: 1 }],
      ]);
    });
  });
});
