import type { BodyOf, DataOf, QueryOf } from '@vid/contract/endpoint';
import { fileProblems, rowOutcomes } from '@vid/contract/endpoints/admin/import-shapes';
import type { Endpoints } from '@vid/contract/endpoints/index';
import type { Queryable, Sql } from '#database/connection.ts';
import { readCursor, toPage } from '#database/page.ts';
import { AppError } from '#lib/app-error.ts';
import { newId } from '#lib/ids.ts';
import { cleanText } from '#lib/text.ts';
import type { Audit, AuditKind } from '#platform/audit/audit.ts';
import type { Actor } from '#account/actor.ts';
import type { ImportFiles } from './import-file.ts';
import type { ImportRecord, ImportRepo } from './imports.repo.ts';
import { cleanCell } from '#admin/import/map/cell-text.ts';
import { guessFields, guessHashFormat } from './map/columns.policy.ts';
import { ReadProblem, type FileRow } from './read/read-limits.ts';
import { readFile } from './read/read-file.ts';

type Import = DataOf<Endpoints['GET /vid/api/admin/imports/:importId']>;
type Columns = DataOf<Endpoints['GET /vid/api/admin/imports/:importId/columns']>;
type NewFile = BodyOf<Endpoints['POST /vid/api/admin/imports']>;
type Check = BodyOf<Endpoints['POST /vid/api/admin/imports/:importId/check']>;
type List = DataOf<Endpoints['GET /vid/api/admin/imports']>;
type ListQuery = QueryOf<Endpoints['GET /vid/api/admin/imports']>;

type Deps = {
  readonly sql: Sql;
  readonly repo: ImportRepo;
  readonly files: ImportFiles;
  readonly audit: Audit;
};

const defaultLimit = 20;
const exampleRows = 3;

/** Imports members from files. A task checks, adds and removes accounts (`run/`); these calls start and stop it. */
export function createImportService({ sql, repo, files, audit }: Deps) {
  const get = async (id: string): Promise<ImportRecord> => {
    const found = await repo.find(id);
    if (!found) throw new AppError('NOT_FOUND');
    return found;
  };

  /** Changes the status of an import and queues the task, with an audit row. */
  const change = async (
    id: string,
    kind: AuditKind,
    by: Actor,
    move: (tx: Queryable) => Promise<boolean>,
  ): Promise<Import> => {
    const { fileName } = await get(id);
    await sql.begin(async (tx) => {
      if (!(await move(tx))) throw new AppError('IMPORT_STATE');
      const { actorId, caller } = by;
      await audit.write(tx, { kind, actorId, caller, details: { import: id, file: fileName } });
      await repo.queue(tx);
    });
    return toImport(await get(id));
  };

  return {
    async list(query: ListQuery): Promise<List> {
      const limit = query.limit ?? defaultLimit;
      const rows = await repo.list({ after: readCursor(query.after), limit: limit + 1 });
      const { items, next } = toPage(rows, limit, ({ key, id }) => [key, id]);
      return { items: items.map(toImport), next };
    },

    /** @throws AppError NOT_FOUND */
    get: async (id: string): Promise<Import> => toImport(await get(id)),

    /** @throws AppError VALIDATION_FAILED */
    async begin({ fileName, type, bytes }: NewFile, by: Actor): Promise<Import> {
      const name = cleanText(fileName);
      if ('problem' in name) throw new AppError('VALIDATION_FAILED', { fields: { fileName: name.problem } });
      const id = newId('imp');
      const row = { id, fileName: name.text, fileType: type, fileBytes: bytes, requestedBy: by.actorId };
      const { actorId, caller } = by;
      const details = { import: id, file: name.text };
      await sql.begin(async (tx) => {
        await repo.insert(tx, row);
        await audit.write(tx, { kind: 'import.upload-started', actorId, caller, details });
      });
      return toImport(await get(id));
    },

    /**
     * Stores a part of the file. Only the administrator who began the import may upload its file.
     * @throws AppError NOT_FOUND, IMPORT_STATE, VALIDATION_FAILED if a part lies beyond the end of the file
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

    /** @throws AppError NOT_FOUND, IMPORT_STATE, IMPORT_UNREADABLE */
    async columns(id: string): Promise<Columns> {
      const found = await get(id);
      if (!['uploading', 'checked', 'failed'].includes(found.status)) throw new AppError('IMPORT_STATE');
      const rows = await readFirst(readFile(found.fileType, files.read(found)));
      const [titles] = rows;
      if (!titles) throw new AppError('IMPORT_UNREADABLE', { fields: { file: 'fileEmpty' } });
      const fields = guessFields(titles.cells);
      const [hash, salt] = [fields.indexOf('passwordHash'), fields.indexOf('passwordSalt')];
      return {
        columns: titles.cells.map((title, index) => ({
          title,
          // Leave out the hashes: the page can show their column without examples.
          examples: rows
            .slice(1)
            .map(({ cells }) => mask(cells[index] ?? '', index === hash || index === salt)),
          field: fields[index] ?? null,
        })),
        hashFormat: guessHashFormat(rows[1]?.cells[hash], salt >= 0),
      };
    },

    /**
     * Starts the task that checks every row.
     * @throws AppError NOT_FOUND, IMPORT_STATE; VALIDATION_FAILED unless a column has the phones
     */
    check(id: string, { mapping, hashFormat = 'self-described' }: Check, by: Actor): Promise<Import> {
      if (mapping.phone === undefined)
        throw new AppError('VALIDATION_FAILED', { fields: { 'mapping.phone': 'required' } });
      return change(id, 'import.checked', by, (tx) => repo.startCheck(tx, id, mapping, hashFormat));
    },

    /** @throws AppError NOT_FOUND, IMPORT_STATE */
    start: (id: string, by: Actor): Promise<Import> =>
      change(id, 'import.started', by, (tx) => repo.move(tx, id, ['checked', 'cancelled'], 'running')),

    /**
     * Stops a run, which `start` continues. An import that has not been started is discarded.
     * @throws AppError NOT_FOUND, IMPORT_STATE
     */
    async cancel(id: string, by: Actor): Promise<Import> {
      const before = await get(id);
      const { actorId, caller } = by;
      await sql.begin(async (tx) => {
        if (await repo.move(tx, id, ['running'], 'cancelled')) await repo.finish(tx, id, 'cancelled');
        else if (!(await repo.discard(tx, id))) throw new AppError('IMPORT_STATE');
        const details = { import: id, file: before.fileName };
        await audit.write(tx, { kind: 'import.cancelled', actorId, caller, details });
      });
      return toImport((await repo.find(id)) ?? before);
    },

    /** @throws AppError NOT_FOUND, IMPORT_STATE */
    undo: (id: string, by: Actor): Promise<Import> =>
      change(id, 'import.undone', by, (tx) => repo.move(tx, id, ['done', 'cancelled'], 'undoing')),
  };
}

async function readFirst(rows: AsyncGenerator<FileRow>): Promise<readonly FileRow[]> {
  const first: FileRow[] = [];
  try {
    for await (const row of rows) {
      first.push({ ...row, cells: row.cells.map(cleanCell) });
      if (first.length > exampleRows) break;
    }
  } catch (error) {
    if (error instanceof ReadProblem)
      throw new AppError('IMPORT_UNREADABLE', { cause: error, fields: { file: error.code } });
    throw error;
  }
  return first;
}

function mask(text: string, isSecret: boolean): string {
  return isSecret && text !== '' ? `${text.slice(0, 8)}…` : text.slice(0, 80);
}

export function toImport(row: ImportRecord): Import {
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
      upgraded: row.counts.upgraded ?? 0,
    },
    requestedBy: row.requesterName,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt.toISOString(),
  };
}

export type ImportService = ReturnType<typeof createImportService>;
