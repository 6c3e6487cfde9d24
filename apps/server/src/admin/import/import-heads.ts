import { readProblems } from '@vid/contract/endpoints/admin/transfers/import-shapes';
import { AppError } from '#lib/app-error.ts';
import type { Actor } from '#account/actor.ts';
import type { ImportDeps } from './import-file.ts';
import type { ImportRecord } from './imports.repo.ts';
import { openTable, type Table } from './map/table.ts';
import { createHeadReader } from './read/read-head.ts';
import { ReadProblem, type FileRow } from './read-limits.ts';

const purpose = 'import-head';

/** Stores the first rows of an uploaded file, so that the file is read only once to show them. */
export function createImportHeads({ sql, repo, files, keys, audit }: ImportDeps) {
  const reader = createHeadReader();
  const running = new Map<string, Promise<void>>();

  const store = async (found: ImportRecord): Promise<void> => {
    const result = await reader
      .read(async () => {
        const chunks = await Array.fromAsync(files.read(found));
        return { type: found.fileType, content: Buffer.concat(chunks) };
      })
      .catch((error: unknown) => {
        if (error instanceof ReadProblem) return { problem: error.code };
        throw error;
      });
    await repo.storeHead(
      found,
      'head' in result
        ? { sealedHead: keys.seal(purpose, JSON.stringify(result.head)), problem: null }
        : { sealedHead: null, problem: result.problem },
    );
  };

  const find = async (found: ImportRecord): Promise<readonly FileRow[] | undefined> => {
    const { sealedHead, headProblem } = (await repo.findHead(found.id)) ?? {};
    const problem = readProblems.find((code) => code === headProblem);
    if (problem) throw new AppError('IMPORT_UNREADABLE', { fields: { file: problem } });
    if (!sealedHead) return undefined;
    // Sealed rows need no validation, because the seal is authenticated and only `store` creates them.
    const head: readonly FileRow[] = JSON.parse(keys.open(purpose, sealedHead));
    return head;
  };

  return {
    /**
     * Returns the first rows of a file. The call is audited, because it shows personal data (V4).
     * @throws AppError NOT_FOUND, IMPORT_STATE, IMPORT_UNREADABLE, BUSY
     */
    async open(id: string, titleRow: number | null, by: Actor): Promise<Table> {
      const found = await repo.find(id);
      if (!found) throw new AppError('NOT_FOUND');
      if (!['uploading', 'checked', 'failed'].includes(found.status)) throw new AppError('IMPORT_STATE');
      let head = await find(found);
      if (!head) {
        const reading = running.get(id) ?? store(found).finally(() => running.delete(id));
        running.set(id, reading);
        await reading;
        head = await find(found);
      }
      // A part of the file was replaced while this call read the file.
      if (!head) throw new AppError('BUSY');
      await audit.write(sql, { kind: 'import.rows-viewed', ...by, details: { import: id } });
      return openTable(toRows(head), titleRow).catch((error: unknown) => {
        if (!(error instanceof ReadProblem)) throw error;
        throw new AppError('IMPORT_UNREADABLE', { cause: error, fields: { file: error.code } });
      });
    },
  };
}

async function* toRows(head: readonly FileRow[]): AsyncGenerator<FileRow> {
  yield* head;
}

export type ImportHeads = ReturnType<typeof createImportHeads>;
