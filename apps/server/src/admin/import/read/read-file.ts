import type { ImportFileType } from '@vid/contract/endpoints/admin/transfers/import-shapes';
import { readCsvRows } from './csv-rows.ts';
import { readLimits, ReadProblem, type FileRow } from '../read-limits.ts';
import { readXlsxRows } from './xlsx-rows.ts';

/**
 * Yields the rows of a file while reading it. The time limit excludes the time that the caller spends on a row.
 * @param now a monotonic clock in milliseconds
 */
export async function* readFile(
  type: ImportFileType,
  chunks: AsyncIterable<Uint8Array>,
  now: () => number = () => performance.now(),
): AsyncGenerator<FileRow> {
  let end = now() + readLimits.milliseconds;
  const checkTime = (): void => {
    if (now() > end) throw new ReadProblem('fileTime');
  };
  const rows =
    type === 'csv' ? readCsvRows(chunks, checkTime) : readXlsxRows(await collect(chunks), checkTime);
  for await (const row of rows) {
    const yieldedAt = now();
    yield row;
    // Extend the deadline by the caller's time: the caller stores rows between two reads, and a slow database
    // must not fail the file.
    end += now() - yieldedAt;
  }
}

/** Collects the whole zip archive, because its directory is at the end. */
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
