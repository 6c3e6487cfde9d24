import { toCredential } from '#account/credentials/foreign/foreign-credential.ts';
import { importedAccounts, type ImportedAccount } from '#account/imports/imported-accounts.repo.ts';
import { newReferralCode } from '#account/referral/referral.policy.ts';
import type { Queryable } from '#database/connection.ts';
import { newId } from '#lib/ids.ts';
import { insertAuditAbout } from '#platform/audit/audit.ts';
import { publishWebhooks } from '#platform/webhooks/publish.ts';
import type { ImportDeps } from '../import-file.ts';
import type { OutcomeChange } from '../import-rows.repo.ts';
import type { ValueNote } from '../map/field-reader.ts';
import { openRow, sealRow } from '../sealed-row.ts';
import { lockImport } from '#admin/import/imports.repo.ts';
import { createMayContinue } from './may-continue.ts';

/** A larger batch could exceed the time limit of transactions on a busy machine. */
const batchSize = 200;

/**
 * Adds the accounts of the next rows of an import, and marks the rows, in one transaction. Returns false if
 * no rows are left, if the import was cancelled, or if another process is adding its rows.
 */
export function createMemberAddition(parts: ImportDeps) {
  const { sql, keys, repo, rowsRepo } = parts;
  const mayContinue = createMayContinue(parts);
  const open = (sealed: Uint8Array | null): { account: ImportedAccount; notes: readonly ValueNote[] } => {
    const content = sealed && openRow(keys, sealed);
    if (!content?.member) throw new Error('a row to be added has no member');
    const { member, hash = null, notes } = content;
    const passwordHash = hash && toCredential(keys, hash);
    return { account: { ...member, id: newId('acc'), referralCode: newReferralCode(), passwordHash }, notes };
  };

  const add = async (tx: Queryable, importId: string, actorId: string | null): Promise<boolean> => {
    const rows = await rowsRepo.listNext(tx, importId, 'new', batchSize);
    if (rows.length === 0) return false;
    const given = rows.map(({ row, sealedRow }) => ({ row, ...open(sealedRow) }));
    const added = await importedAccounts.insert(
      tx,
      given.map(({ account }) => account),
    );
    const left = given.filter(({ account }) => !added.has(account.id)).map(({ account }) => account.phone);
    const taken = left.length === 0 ? new Set() : await importedAccounts.findPhones(tx, left);
    const changes = given.flatMap(({ row, account, notes }): OutcomeChange[] => {
      const sealedRow = notes.length > 0 ? sealRow(keys, { notes }) : null;
      if (added.has(account.id)) return [{ row, outcome: 'added', accountId: account.id, sealedRow }];
      // If the row's referral code was taken, the next batch tries another code.
      return taken.has(account.phone) ? [{ row, outcome: 'exists', accountId: null }] : [];
    });
    await rowsRepo.change(tx, importId, changes);
    const event = {
      kind: 'account.created',
      actorId,
      caller: { address: 'local', requestId: importId },
      details: { by: 'import', import: importId },
    } as const;
    await tx`${insertAuditAbout(tx, event, tx`unnest(${[...added]}::text[]) as added (id)`)}`;
    const created = given.flatMap(({ account: { id, kind } }) =>
      added.has(id) ? [{ event: 'account.created' as const, accountId: id, kind }] : [],
    );
    await publishWebhooks(tx, ...created);
    return true;
  };

  return (importId: string): Promise<boolean> =>
    sql.begin(async (tx) => {
      const locked = await lockImport(tx, importId, 'running');
      if (!locked || !(await mayContinue(tx, importId, locked))) return false;
      if (await add(tx, importId, locked.requestedBy)) return true;
      await repo.finish(tx, importId, 'done');
      return false;
    });
}
