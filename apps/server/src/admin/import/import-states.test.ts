import { createAccount } from '@vid/testkit/accounts';
import { atOneMoment } from '@vid/testkit/database/one-moment';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Sql } from '#database/connection.ts';
import { createImportRowsRepo } from './import-rows.repo.ts';
import { createImportRepo, lockImport, lockImportsOf } from './imports.repo.ts';
import { createCheckClaims } from './run/check-claims.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

const statuses = [
  'uploading',
  'checking',
  'checked',
  'running',
  'cancelled',
  'done',
  'undoing',
  'undone',
  'failed',
] as const;
const sealed = Buffer.from('x');

/** Inserts two imports. A statement under test must change only the first. */
async function insert(tx: Sql, status: string, expiresIn = '1 day'): Promise<void> {
  await tx`delete from imports where id in ('imp_a', 'imp_b')`;
  for (const id of ['imp_a', 'imp_b'])
    await tx`
      insert into imports (id, file_name, file_type, file_bytes, status, expires_at, check_id, check_attempts,
        claimed_at, problem)
      values (${id}, 'a.csv', 'csv', 10, ${status}, now() + ${expiresIn}::interval, 'chk', 2, now(), 'fileTime')`;
}
const rowOf = async (tx: Sql, id: string) => {
  const [row] = await tx`
    select status, problem, check_id, check_attempts, claimed_at, extract(epoch from expires_at - now())::int as expires_in,
      finished_at = now() as is_finished, parts_stored, title_row, hash_format
    from imports where id = ${id}`;
  return row;
};
/**
 * Returns the statuses in which a change to the first import succeeds. Checks that the second import never
 * changes.
 */
async function statusesOf(tx: Sql, change: () => Promise<boolean>): Promise<readonly string[]> {
  const allowed: string[] = [];
  for (const status of statuses) {
    await insert(tx, status);
    const before = await rowOf(tx, 'imp_b');
    if (await change()) allowed.push(status);
    expect(await rowOf(tx, 'imp_b')).toEqual(before);
  }
  return allowed;
}

describe('an import', () => {
  it('can be discarded before it adds accounts, and is then hidden', async () => {
    await atOneMoment(server, async (tx) => {
      const repo = createImportRepo(tx);
      expect(await statusesOf(tx, () => repo.discard(tx, 'imp_a'))).toEqual([
        'uploading',
        'checking',
        'checked',
        'failed',
      ]);
      await insert(tx, 'checked');
      await repo.discard(tx, 'imp_a');
      expect(await rowOf(tx, 'imp_a')).toMatchObject({ status: 'failed', expiresIn: 0 });
      expect(await repo.find('imp_a')).toBeUndefined();
      expect((await repo.find('imp_b'))?.status).toBe('checked');
      expect((await repo.list({ after: undefined, limit: 10 })).map(({ id }) => id)).toEqual(['imp_b']);
    });
  });

  it('can be checked until it expires, before its accounts are added', async () => {
    await atOneMoment(server, async (tx) => {
      const repo = createImportRepo(tx);
      const asked = {
        mapping: { phone: 0 },
        hashFormat: 'self-described',
        titleRow: 3,
        sealedHashParameters: null,
      };
      const check = () => repo.startCheck(tx, 'imp_a', asked);
      expect(await statusesOf(tx, check)).toEqual(['uploading', 'checked', 'failed']);
      await insert(tx, 'failed');
      await check();
      expect(await rowOf(tx, 'imp_a')).toMatchObject({
        status: 'checking',
        problem: null,
        checkId: null,
        checkAttempts: 0,
        claimedAt: null,
        titleRow: 3,
        hashFormat: 'self-described',
      });
      await insert(tx, 'uploading', '0');
      expect(await check()).toBe(false);
    });
  });

  it('is checked after imports that began earlier', async () => {
    await atOneMoment(server, async (tx) => {
      await insert(tx, 'checking');
      await tx`
        update imports set claimed_at = null, created_at = now() - interval '1 day' where id = 'imp_b'`;
      await tx`update imports set claimed_at = null where id = 'imp_a'`;
      const claims = createCheckClaims(tx);
      expect([(await claims.next())?.id, (await claims.next())?.id]).toEqual(['imp_b', 'imp_a']);
      expect(await claims.next()).toBeUndefined();
    });
  });

  it('changes only from the allowed statuses', async () => {
    await atOneMoment(server, async (tx) => {
      const repo = createImportRepo(tx);
      const move = () => repo.move(tx, 'imp_a', ['checked', 'cancelled'], 'running');
      expect(await statusesOf(tx, move)).toEqual(['checked', 'cancelled']);
      for (const [expiresIn, seconds] of [
        ['1 hour', 86_400],
        ['2 days', 172_800],
      ] as const) {
        await insert(tx, 'checked', expiresIn);
        await repo.finish(tx, 'imp_a', 'cancelled');
        await move();
        expect(await rowOf(tx, 'imp_a')).toMatchObject({
          status: 'running',
          isFinished: null,
          expiresIn: seconds,
        });
      }
      await insert(tx, 'checked', '0');
      expect(await move()).toBe(false);
    });
  });

  it('stores its counts at the end', async () => {
    await atOneMoment(server, async (tx) => {
      const repo = createImportRepo(tx);
      const rows = createImportRowsRepo(tx);
      await insert(tx, 'running');
      const row = { notes: [], sealedRow: sealed };
      await rows.insert(tx, 'imp_a', [
        { ...row, row: 2, outcome: 'new' },
        { ...row, row: 3, outcome: 'invalid' },
      ]);
      await rows.insert(tx, 'imp_b', [{ ...row, row: 2, outcome: 'new' }]);
      expect(await repo.finish(tx, 'imp_a', 'done')).toMatchObject({ new: 1, invalid: 1, added: 0 });
      expect(await rowOf(tx, 'imp_a')).toMatchObject({
        status: 'done',
        problem: null,
        isFinished: true,
      });
      expect(await rowOf(tx, 'imp_b')).toMatchObject({ status: 'running', checkId: 'chk', isFinished: null });
      await repo.finish(tx, 'imp_b', 'checked', 'fileRows');
      expect(await rowOf(tx, 'imp_b')).toMatchObject({
        status: 'checked',
        problem: 'fileRows',
        isFinished: null,
      });
      expect((await repo.find('imp_a'))?.counts).toMatchObject({ new: 1, invalid: 1 });
    });
  });

  it('accepts parts only during the upload', async () => {
    await atOneMoment(server, async (tx) => {
      const repo = createImportRepo(tx);
      expect(await statusesOf(tx, () => repo.putPart('imp_a', 0, sealed))).toEqual(['uploading']);
      await insert(tx, 'uploading', '0');
      expect(await repo.putPart('imp_a', 0, sealed)).toBe(false);
      await insert(tx, 'uploading');
      await repo.putPart('imp_a', 0, Buffer.from('first'));
      await repo.putPart('imp_b', 0, Buffer.from('other'));
      const head = { sealedHead: sealed, problem: null };
      await repo.storeHead({ id: 'imp_a', partsStored: 1 }, head);
      expect((await repo.findHead('imp_a'))?.sealedHead).toEqual(sealed);
      expect((await repo.findHead('imp_b'))?.sealedHead).toBeNull();
      await repo.putPart('imp_a', 0, Buffer.from('second'));
      expect((await repo.findHead('imp_a'))?.sealedHead).toBeNull();
      expect(String(await repo.findPart('imp_a', 0))).toBe('second');
      expect(String(await repo.findPart('imp_b', 0))).toBe('other');
      expect(await repo.findPart('imp_a', 1)).toBeUndefined();
      // A part was replaced after these first rows were read, so they are not stored.
      await repo.storeHead({ id: 'imp_a', partsStored: 1 }, head);
      expect((await repo.findHead('imp_a'))?.sealedHead).toBeNull();
      await repo.storeHead({ id: 'imp_a', partsStored: 2 }, { sealedHead: null, problem: 'fileRows' });
      expect((await repo.findHead('imp_a'))?.headProblem).toBe('fileRows');
      await repo.putPart('imp_a', 0, sealed);
      expect(await repo.findHead('imp_a')).toEqual({ sealedHead: null, headProblem: null });
      for (const id of ['imp_a', 'imp_b']) {
        const partsStored = (await repo.find(id))?.partsStored ?? 0;
        await repo.storeHead({ id, partsStored }, head);
      }
      await repo.deleteParts(tx, 'imp_a');
      expect((await repo.findHead('imp_a'))?.sealedHead).toBeNull();
      expect((await repo.findHead('imp_b'))?.sealedHead).toEqual(sealed);
      expect([await repo.findPart('imp_a', 0), String(await repo.findPart('imp_b', 0))]).toEqual([
        undefined,
        'other',
      ]);
    });
  });

  it('is listed before older imports', async () => {
    await atOneMoment(server, async (tx) => {
      const repo = createImportRepo(tx);
      await insert(tx, 'checked');
      const ids = async () => (await repo.list({ after: undefined, limit: 10 })).map(({ id }) => id);
      expect(await ids()).toEqual(['imp_b', 'imp_a']);
      await tx`update imports set created_at = now() + interval '1 second' where id = 'imp_a'`;
      expect(await ids()).toEqual(['imp_a', 'imp_b']);
    });
  });

  it('counts its rows only while the server changes them', async () => {
    await atOneMoment(server, async (tx) => {
      const repo = createImportRepo(tx);
      const counted: string[] = [];
      for (const status of statuses) {
        await insert(tx, status);
        await createImportRowsRepo(tx).insert(tx, 'imp_a', [
          { row: 2, outcome: 'new', notes: ['phone:upgraded'], sealedRow: sealed },
        ]);
        const { counts } = (await repo.find('imp_a')) ?? {};
        counted.push(`${status} ${counts?.new} ${counts?.added} ${counts?.changed}`);
      }
      expect(counted).toEqual(
        statuses.map((status) =>
          ['checking', 'running', 'undoing'].includes(status)
            ? `${status} 1 0 1`
            : `${status} undefined undefined undefined`,
        ),
      );
    });
  });

  it('stores its unused columns, and not those of another import', async () => {
    await atOneMoment(server, async (tx) => {
      const repo = createImportRepo(tx);
      await insert(tx, 'checking');
      await repo.setLeftOut(tx, 'imp_a', sealed);
      expect((await repo.find('imp_a'))?.sealedLeftOut).toEqual(sealed);
      expect((await repo.find('imp_b'))?.sealedLeftOut).toBeNull();
    });
  });

  it('K1 is stopped by a return only in the status running or undoing', async () => {
    const { id: accountId } = await createAccount(server);
    await atOneMoment(server, async (tx) => {
      const stopped: string[] = [];
      for (const status of statuses) {
        await insert(tx, status);
        await tx`update imports set requested_by = ${accountId} where id = 'imp_a'`;
        for (const { id } of await lockImportsOf(tx, accountId)) stopped.push(`${id} ${status}`);
      }
      expect(stopped).toEqual(['imp_a running', 'imp_a undoing']);
    });
  });

  it('is open in the status running or undoing', async () => {
    await atOneMoment(server, async (tx) => {
      const repo = createImportRepo(tx);
      const open: string[] = [];
      for (const status of statuses) {
        await insert(tx, status);
        if ((await repo.listOpen()).some(({ id }) => id === 'imp_a')) open.push(status);
      }
      expect(open).toEqual(['running', 'undoing']);
      await insert(tx, 'running');
      await tx`update imports set created_at = now() - interval '1 day' where id = 'imp_b'`;
      expect(await repo.listOpen()).toEqual([
        { id: 'imp_b', status: 'running' },
        { id: 'imp_a', status: 'running' },
      ]);
      expect(await lockImport(tx, 'imp_a', 'running')).toBeDefined();
      expect(await lockImport(tx, 'imp_a', 'undoing')).toBeUndefined();
      expect(await lockImport(tx, 'imp_x', 'running')).toBeUndefined();
    });
  });
});

describe('the rows of an import', () => {
  it('are listed by outcome, note and position', async () => {
    await atOneMoment(server, async (tx) => {
      const { id: accountId, phone } = await createAccount(server, { name: 'An' });
      const repo = createImportRowsRepo(tx);
      await insert(tx, 'checked');
      const row = (n: number, outcome: 'new' | 'invalid', notes: readonly string[] = []) => ({
        row: n,
        outcome,
        notes,
        sealedRow: sealed,
      });
      const all = [
        row(2, 'new', ['taxCode:padded']),
        row(3, 'invalid', ['phone:format', 'taxCode:padded']),
        row(4, 'new'),
      ];
      for (const id of ['imp_a', 'imp_b']) await repo.insert(tx, id, all.toReversed());
      await repo.insert(tx, 'imp_a', [row(2, 'invalid'), row(5, 'new')]);
      const list = async (change: Partial<Parameters<typeof repo.list>[0]>) =>
        (
          await repo.list({
            importId: 'imp_a',
            outcome: undefined,
            noted: undefined,
            afterRow: 0,
            limit: 10,
            ...change,
          })
        ).map((found) => found.row);
      expect(await list({})).toEqual([2, 3, 4, 5]);
      expect(await list({ limit: 2 })).toEqual([2, 3]);
      expect(await list({ afterRow: 3 })).toEqual([4, 5]);
      expect(await list({ outcome: 'new' })).toEqual([2, 4, 5]);
      expect(await list({ noted: 'guessed' })).toEqual([2]);
      expect(await list({ importId: 'imp_b' })).toEqual([2, 3, 4]);
      expect((await repo.listNext(tx, 'imp_a', 'new', 2)).map((next) => next.row)).toEqual([2, 4]);
      await repo.change(tx, 'imp_a', [
        { row: 2, outcome: 'added', accountId, sealedRow: null },
        { row: 4, outcome: 'exists', accountId: null, sealedRow: null },
      ]);
      const [added, , exists] = await repo.list({
        importId: 'imp_a',
        outcome: undefined,
        noted: undefined,
        afterRow: 0,
        limit: 10,
      });
      expect(added).toMatchObject({ outcome: 'added', accountId, phone, name: 'An', sealedRow: null });
      expect(exists).toMatchObject({ outcome: 'exists', accountId: null, sealedRow: sealed });
      expect((await repo.listNext(tx, 'imp_b', 'new', 9)).map((next) => next.row)).toEqual([2, 4]);
      expect(await repo.deleteSome(tx, 'imp_a')).toBe(4);
      expect(await list({ importId: 'imp_b' })).toEqual([2, 3, 4]);
      await tx`
        insert into import_rows (import_id, row, outcome)
        select 'imp_b', n, 'new' from generate_series(5, 10_004) n`;
      await repo.insert(tx, 'imp_a', [row(20_000, 'new')]);
      expect(await repo.deleteSome(tx, 'imp_a')).toBe(1);
      expect(await repo.deleteSome(tx, 'imp_b')).toBe(10_000);
      expect(await repo.deleteSome(tx, 'imp_b')).toBe(3);
    });
  });
});
