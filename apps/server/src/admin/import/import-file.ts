import { importLimits } from '@vid/contract/endpoints/admin/transfers/import-shapes';
import type { Keys } from '#lib/keys.ts';
import { ReadProblem } from './read-limits.ts';
import type { Platform } from '#platform/platform.ts';
import type { ImportRowsRepo } from './import-rows.repo.ts';
import type { ImportRepo } from './imports.repo.ts';

const purpose = 'import-part';

type Deps = { readonly keys: Keys; readonly repo: ImportRepo };

export function createImportFiles({ keys, repo }: Deps) {
  return {
    sizeOfPart: (fileBytes: number, part: number): number =>
      Math.max(0, Math.min(importLimits.partBytes, fileBytes - part * importLimits.partBytes)),

    put: (id: string, part: number, content: Buffer): Promise<boolean> =>
      repo.putPart(id, part, keys.seal(purpose, content.toString('base64'))),

    /**
     * Yields the content part by part.
     * @param query runs each query, and may repeat a failed query
     * @throws ReadProblem if a part is missing; every stored part has its required size
     */
    async *read(
      file: { readonly id: string; readonly fileBytes: number },
      query: <T>(work: () => Promise<T>) => Promise<T> = (work) => work(),
    ): AsyncGenerator<Buffer> {
      const parts = Math.ceil(file.fileBytes / importLimits.partBytes);
      for (let part = 0; part < parts; part += 1) {
        const sealed = await query(() => repo.findPart(file.id, part));
        if (!sealed) throw new ReadProblem('fileFormat');
        yield Buffer.from(keys.open(purpose, sealed), 'base64');
      }
    },
  };
}

export type ImportFiles = ReturnType<typeof createImportFiles>;

export type ImportDeps = Platform & {
  readonly repo: ImportRepo;
  readonly rowsRepo: ImportRowsRepo;
  readonly files: ImportFiles;
};
