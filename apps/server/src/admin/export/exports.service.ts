import type { ExportColumn } from '@vid/contract/endpoints/admin/transfers/export-shapes';
import type { Body } from '@vid/contract/endpoints/index';
import { findOwnApproval, useApproval } from '#admin/approvals/use-approval.ts';
import type { Actor, AdminActor } from '#account/actor.ts';
import { isUniqueViolation } from '#database/availability/outage.ts';
import { AppError } from '#lib/app-error.ts';
import { newId } from '#lib/ids.ts';
import { beginAs } from '#platform/begin-as.ts';
import type { Platform } from '#platform/platform.ts';
import { chosenColumns } from './export-members.ts';
import { partPurpose } from './export-worker.ts';
import { createMemberExportRepo, type ExportRecord } from './exports.repo.ts';

type Start = Body<'POST /vid/api/admin/exports'>;

type Reader = { readonly by: AdminActor; readonly sessionId: string };

/** Exports all members to sealed files in a job. Only the requester of a file can download it. */
export function createMemberExportService({ sql, keys, audit }: Platform) {
  const repo = createMemberExportRepo(sql);
  return {
    async list(accountId: string) {
      const [rows, approval] = await Promise.all([
        repo.list(),
        findOwnApproval(sql, accountId, 'export-hashes'),
      ]);
      return {
        items: rows.map((row) => toExport(row, accountId)),
        approval: approval ?? null,
      };
    },

    /**
     * Starts the job. An export with hashes uses up an approval by two administrators.
     * @throws AppError APPROVAL_CLOSED; EXPORT_LIMIT if an export of the administrator is running, or if the
     *   administrator has the maximum number of files
     */
    async start({ format, columns, approvalId }: Start, by: AdminActor) {
      const id = newId('mex');
      const withHashes = approvalId !== undefined;
      const chosen = chosenColumns(columns);
      try {
        await beginAs(sql, by, async (tx) => {
          if (withHashes) {
            const use = { id: approvalId, kind: 'export-hashes', requestedBy: by.actorId } as const;
            if (!(await useApproval(tx, use))) throw new AppError('APPROVAL_CLOSED');
          }
          if (!(await repo.insert(tx, { id, format, withHashes, columns: chosen, requestedBy: by.actorId })))
            throw new AppError('EXPORT_LIMIT');
          const details = {
            export: id,
            format,
            withHashes,
            ...(columns && { fields: chosen.join(', ') }),
            ...(withHashes && { approval: approvalId }),
          };
          await audit.write(tx, { kind: 'accounts.exported', ...by, details });
        });
      } catch (error) {
        if (!isUniqueViolation(error, 'member_exports_running_key')) throw error;
        throw new AppError('EXPORT_LIMIT', { cause: error });
      }
      const row = await repo.find(id);
      if (!row) throw new Error('the export was not written');
      return toExport(row, by.actorId);
    },

    /**
     * Lets the session read the parts of its account's file. The download is audited.
     * @throws AppError NOT_FOUND
     */
    async download(id: string, { by, sessionId }: Reader): Promise<{ parts: number }> {
      return beginAs(sql, by, async (tx) => {
        const parts = await repo.allowDownload(tx, { id, requestedBy: by.actorId, sessionId });
        if (parts === undefined) throw new AppError('NOT_FOUND');
        const details = { export: id };
        await audit.write(tx, { kind: 'accounts.export-downloaded', ...by, details });
        return { parts };
      });
    },

    /**
     * Returns a part of a file.
     * @throws AppError NOT_FOUND unless `download` allowed the session to read the parts
     */
    async readPart(id: string, part: string, sessionId: string): Promise<{ content: string }> {
      if (!/^\d{1,6}$/u.test(part)) throw new AppError('NOT_FOUND');
      const sealed = await repo.findPart({ id, part: Number(part), sessionId });
      if (!sealed) throw new AppError('NOT_FOUND');
      return { content: keys.open(partPurpose, sealed) };
    },

    /** @throws AppError NOT_FOUND */
    async remove(id: string, by: AdminActor): Promise<void> {
      await beginAs(sql, by, async (tx) => {
        if (!(await repo.remove(tx, id, by.actorId))) throw new AppError('NOT_FOUND');
        await audit.write(tx, { kind: 'accounts.export-deleted', ...by, details: { export: id } });
      });
    },

    /**
     * Audits an export to a file by `vid accounts export`. An export of password hashes uses up its approval.
     * @throws AppError APPROVAL_CLOSED
     */
    async recordOperatorExport(
      {
        format,
        columns,
        withHashes,
        approvalId,
      }: Pick<ExportRecord, 'format' | 'withHashes'> & {
        columns?: readonly ExportColumn[] | undefined;
        approvalId: string | null;
      },
      by: Actor,
    ): Promise<void> {
      await beginAs(sql, by, async (tx) => {
        if (withHashes) {
          const use = { id: approvalId ?? '', kind: 'export-hashes', requestedBy: null } as const;
          if (!(await useApproval(tx, use))) throw new AppError('APPROVAL_CLOSED');
        }
        const details = {
          format,
          withHashes,
          ...(columns && { fields: columns.join(', ') }),
          ...(withHashes && { approval: approvalId }),
        };
        await audit.write(tx, { kind: 'accounts.exported', ...by, details });
      });
    },

    /**
     * Audits that the operator sees the secret of an export's hashes.
     * @throws AppError NOT_FOUND unless the export has hashes
     */
    async recordSecretShown(id: string, by: Actor): Promise<void> {
      const found = await repo.find(id);
      if (found?.withHashes !== true) throw new AppError('NOT_FOUND');
      await audit.write(sql, { kind: 'accounts.export-secret-shown', ...by, details: { export: id } });
    },
  };
}

const toExport = (row: ExportRecord, accountId: string) => ({
  ...row,
  requestedBy: row.requesterName,
  isOwn: row.requestedBy === accountId,
});
