import type { ImportFileType } from '@vid/contract/endpoints/admin/import-shapes';
import { readCsvRows } from './csv-rows.ts';
import { readLimits, ReadProblem, type FileRow } from './read-limits.ts';
import { readXlsxRows } from './xlsx-rows.ts';

/** The rows of a file, read while they are used. The first one has the titles. */
export async function* readFile(
  type: ImportFileType,
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<FileRow> {
  if (type === 'csv') yield* readCsvRows(chunks);
  else yield* readXlsxRows(await collect(chunks));
}

/** A zip archive begins with its content and ends with its directory, so it is read as a whole. */
async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > readLimits.fileBytes) throw new ReadProblem('fileTooLarge');
    parts.push(chunk);
  }
  if (size === 0) throw new ReadProblem('fileEmpty');
  return Buffer.concat(parts);
}
