import {
  fileProblems,
  importFields,
  importLimits,
  rowOutcomes,
  type ImportField,
  type ImportStatus,
} from '@vid/contract/endpoints/admin/transfers/import-shapes';
import type { Body, Data, Query } from '@vid/contract/endpoints/index';
import type { Queryable } from '#database/connection.ts';
import type { Keys } from '#lib/keys.ts';
import { readCursor, toPage } from '#database/page.ts';
import { AppError } from '#lib/app-error.ts';
import { newId } from '#lib/ids.ts';
import { cleanText } from '#lib/text/text.ts';
import type { AuditKind } from '#platform/audit/audit.ts';
import type { Actor } from '#account/actor.ts';
import { beginAs } from '#platform/begin-as.ts';
import { sealParameters } from './hash-parameters.ts';
import type { ImportDeps } from './import-file.ts';
import type { ImportHeads } from './import-heads.ts';
import type { ImportRecord } from './imports.repo.ts';
import { cleanCell } from '#admin/import/map/cell-text.ts';
import { columnsOf, guessHashFormat, guessMapping } from './map/columns.policy.ts';
import type { FileRow } from './read-limits.ts';
import { openTitles } from './sealed-row.ts';

type Import = Data<'GET /vid/api/admin/imports/:importId'>;
type Columns = Data<'GET /vid/api/admin/imports/:importId/columns'>;
type ColumnsQuery = Query<'GET /vid/api/admin/imports/:importId/columns'>;
type NewFile = Body<'POST /vid/api/admin/imports'>;
type Check = Body<'POST /vid/api/admin/imports/:importId/check'>;
type List = Data<'GET /vid/api/admin/imports'>;
type ListQuery = Query<'GET /vid/api/admin/imports'>;

const defaultLimit = 20;
const exampleRows = 3;

/** Starts and stops the task (`run/`) that checks, adds and removes the members of a file. */
export function createImportService({
  sql,
  keys,
  repo,
  files,
  heads,
  audit,
}: ImportDeps & { readonly heads: ImportHeads }) {
  const get = async (id: string): Promise<ImportRecord> => {
    const found = await repo.find(id);
    if (!found) throw new AppError('NOT_FOUND');
    return found;
  };

  const change = async (
    id: string,
    kind: AuditKind,
    by: Actor,
    move: (tx: Queryable) => Promise<boolean>,
  ): Promise<Import> => {
    const { fileName } = await get(id);
    await beginAs(sql, by, async (tx) => {
      if (!(await move(tx))) throw new AppError('IMPORT_STATE');
      await audit.write(tx, { kind, ...by, details: { import: id, file: fileName } });
      await repo.queue(tx);
    });
    return toImport(keys, await get(id));
  };

  const run = async (
    tx: Queryable,
    id: string,
    { from, to, by }: { from: readonly ImportStatus[]; to: ImportStatus; by: Actor },
  ): Promise<boolean> => {
    if (!(await repo.move(tx, id, from, to))) return false;
    await repo.setActor(tx, id, by.actorId);
    return true;
  };

  return {
    async list(query: ListQuery): Promise<List> {
      const limit = query.limit ?? defaultLimit;
      const rows = await repo.list({ after: readCursor(query.after), limit: limit + 1 });
      const { items, next } = toPage(rows, limit, ({ key, id }) => [key, id]);
      return { items: items.map((row) => toImport(keys, row)), next };
    },

    /** @throws AppError NOT_FOUND */
    get: async (id: string): Promise<Import> => toImport(keys, await get(id)),

    /**
     * Begins an import. If the administrator then has more than ten imports that were not started, the oldest
     * is discarded.
     * @throws AppError VALIDATION_FAILED
     */
    async begin({ fileName, type, bytes }: NewFile, by: Actor): Promise<Import> {
      const name = cleanText(fileName);
      if ('problem' in name) throw new AppError('VALIDATION_FAILED', { fields: { fileName: name.problem } });
      const id = newId('imp');
      const row = { id, fileName: name.text, fileType: type, fileBytes: bytes, requestedBy: by.actorId };
      const details = { import: id, file: name.text };
      await beginAs(sql, by, async (tx) => {
        await repo.insert(tx, row);
        await repo.discardOldest(tx, by.actorId);
        await audit.write(tx, { kind: 'import.upload-started', ...by, details });
      });
      return toImport(keys, await get(id));
    },

    /**
     * Stores a part of a file. Only the administrator who began the import may upload its file.
     * @throws AppError NOT_FOUND, IMPORT_STATE; VALIDATION_FAILED for a part beyond the end of the file or of
     * the wrong size
     */
    async putPart(id: string, input: { part: string; content: Buffer; by: Actor['actorId'] }): Promise<void> {
      const { content, by } = input;
      const { fileBytes, requestedBy } = await get(id);
      if (requestedBy !== by) throw new AppError('NOT_FOUND');
      const part = /^\d{1,3}$/u.test(input.part) ? Number(input.part) : Number.MAX_SAFE_INTEGER;
      if (content.length === 0 || files.sizeOfPart(fileBytes, part) !== content.length)
        throw new AppError('VALIDATION_FAILED', { fields: { part: 'format' } });
      if (!(await files.put(id, part, content))) throw new AppError('IMPORT_STATE');
    },

    /** @throws AppError NOT_FOUND, IMPORT_STATE, IMPORT_UNREADABLE, BUSY */
    async columns(id: string, query: ColumnsQuery, by: Actor): Promise<Columns> {
      const titleRow = query.titleRow === undefined ? null : Number(query.titleRow);
      const { titles, head, sample } = await heads.open(id, titleRow, by);
      const mapping = guessMapping(titles.cells, sample);
      const fieldOf = (index: number): ImportField | null =>
        importFields.find((field) => columnsOf(mapping, field).includes(index)) ?? null;
      const [hash, salt] = [mapping.passwordHash, mapping.passwordSalt];
      const shown = ({ cells, number }: FileRow): string[] =>
        cells.map((text, index) =>
          mask(cleanCell(text), number > titles.number && (index === hash || index === salt)),
        );
      return {
        titleRow: titles.number,
        rows: head.slice(0, importLimits.titleRows).map((row) => ({ row: row.number, cells: shown(row) })),
        mapping,
        columns: titles.cells.map((title, index) => ({
          title: cleanCell(title),
          examples: sample.slice(0, exampleRows).map((row) => shown(row)[index] ?? ''),
          field: fieldOf(index),
        })),
        hashFormat: guessHashFormat(
          typeof hash === 'number' ? sample[0]?.cells[hash] : undefined,
          salt !== undefined,
        ),
      };
    },

    /**
     * Starts the check of every row.
     * @throws AppError NOT_FOUND, IMPORT_STATE; VALIDATION_FAILED without a column of phones, or without the
     *   parameters of Firebase hashes
     */
    check(
      id: string,
      { mapping, hashFormat = 'self-described', titleRow, firebase }: Check,
      by: Actor,
    ): Promise<Import> {
      if (mapping.phone === undefined)
        throw new AppError('VALIDATION_FAILED', { fields: { 'mapping.phone': 'required' } });
      if (hashFormat === 'firebase-scrypt' && mapping.passwordHash !== undefined && !firebase)
        throw new AppError('VALIDATION_FAILED', { fields: { firebase: 'required' } });
      const asked = {
        mapping,
        hashFormat,
        titleRow: titleRow ?? null,
        sealedHashParameters: firebase ? sealParameters(keys, firebase) : null,
      };
      return change(id, 'import.checked', by, (tx) => repo.startCheck(tx, id, asked));
    },

    /** @throws AppError NOT_FOUND, IMPORT_STATE */
    start: (id: string, by: Actor): Promise<Import> =>
      change(id, 'import.started', by, async (tx) => {
        if (!(await run(tx, id, { from: ['checked', 'cancelled'], to: 'running', by }))) return false;
        await repo.deleteParts(tx, id);
        return true;
      }),

    /**
     * Stops a run, which `start` can resume. Discards an import that was never started.
     * @throws AppError NOT_FOUND, IMPORT_STATE
     */
    async cancel(id: string, by: Actor): Promise<Import> {
      const before = await get(id);
      await beginAs(sql, by, async (tx) => {
        if (await repo.move(tx, id, ['running'], 'cancelled')) await repo.finish(tx, id, 'cancelled');
        else if (!(await repo.discard(tx, id))) throw new AppError('IMPORT_STATE');
        const details = { import: id, file: before.fileName };
        await audit.write(tx, { kind: 'import.cancelled', ...by, details });
      });
      return toImport(keys, (await repo.find(id)) ?? before);
    },

    /** @throws AppError NOT_FOUND, IMPORT_STATE */
    undo: (id: string, by: Actor): Promise<Import> =>
      change(id, 'import.undone', by, (tx) =>
        run(tx, id, { from: ['done', 'cancelled'], to: 'undoing', by }),
      ),
  };
}

function mask(text: string, isSecret: boolean): string {
  return isSecret && text !== '' ? `${text.slice(0, 8)}…` : text.slice(0, 80);
}

function toImport(keys: Pick<Keys, 'open'>, row: ImportRecord): Import {
  const count = (outcome: (typeof rowOutcomes)[number]): number => row.counts[outcome] ?? 0;
  return {
    id: row.id,
    fileName: row.fileName,
    status: row.status,
    problem: fileProblems.find((problem) => problem === row.problem) ?? null,
    counts: {
      rows: rowOutcomes.reduce((total, outcome) => total + count(outcome), 0),
      new: count('new'),
      duplicate: count('duplicate'),
      exists: count('exists'),
      invalid: count('invalid'),
      added: count('added'),
      removed: count('removed'),
      kept: count('kept'),
      guessed: row.counts.guessed ?? 0,
      changed: row.counts.changed ?? 0,
      leftOut: row.counts.leftOut ?? 0,
    },
    leftOut: openTitles(keys, row.sealedLeftOut),
    requestedBy: row.requesterName,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt.toISOString(),
  };
}
