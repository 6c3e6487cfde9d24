import { parentPort, workerData } from 'node:worker_threads';
import type { ImportFileType } from '@vid/contract/endpoints/admin/transfers/import-shapes';
import { readFile } from './read-file.ts';
import { headLimits, ReadProblem, type FileRow, type ReadProblemCode } from '../read-limits.ts';

export type HeadInput = { readonly type: ImportFileType; readonly content: Uint8Array };
export type HeadResult = { readonly head: readonly FileRow[] } | { readonly problem: ReadProblemCode };

async function readHead({ type, content }: HeadInput): Promise<HeadResult> {
  const head: FileRow[] = [];
  let characters = 0;
  try {
    for await (const row of readFile(
      type,
      (async function* () {
        yield content;
      })(),
    )) {
      head.push(row);
      characters += row.cells.reduce((sum, cell) => sum + cell.length, 0);
      if (head.length === headLimits.rows || characters > headLimits.characters) break;
    }
    return { head };
  } catch (error) {
    if (error instanceof ReadProblem) return { problem: error.code };
    throw error;
  }
}

const input: HeadInput = workerData;
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(await readHead(input));
