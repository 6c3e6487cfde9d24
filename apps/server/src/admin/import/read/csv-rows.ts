import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { checkCell, readLimits, ReadProblem, type FileRow } from './read-limits.ts';

/**
 * Yields the rows of a CSV file. The delimiter is a comma, semicolon or tab. The encoding is UTF-8, or UTF-16 with a
 * byte order mark, as Excel writes it.
 */
export async function* readCsvRows(
  chunks: AsyncIterable<Uint8Array>,
  checkTime: () => void,
): AsyncGenerator<FileRow> {
  const text = decode(chunks);
  const first = await text.next();
  if (first.done === true) throw new ReadProblem('fileEmpty');
  const parser = parse({
    delimiter: findDelimiter(first.value),
    bom: true,
    relax_column_count: true,
    // Limit the size of a record, so that a quote that is never closed cannot exhaust the memory.
    max_record_size: readLimits.columns * readLimits.cellCharacters,
  });
  // The iteration below throws the error of the pipeline.
  pipeline(Readable.from(join(first.value, text)), parser, () => undefined);
  let number = 0;
  try {
    for await (const record of parser as AsyncIterable<readonly string[]>) {
      checkTime();
      number += 1;
      if (number > readLimits.rows + 1) throw new ReadProblem('fileRows');
      if (record.length > readLimits.columns) throw new ReadProblem('fileTooLarge');
      const cells = record.map(checkCell);
      if (cells.some((cell) => cell.trim() !== '')) yield { number, cells };
    }
  } catch (error) {
    throw error instanceof CsvError ? new ReadProblem('fileFormat', { cause: error }) : error;
  }
}

async function* decode(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  try {
    for await (const chunk of chunks) {
      decoder ??= new TextDecoder(encodingOf(chunk), { fatal: true });
      const text = decoder.decode(chunk, { stream: true });
      if (text !== '') yield text;
    }
    const rest = decoder?.decode() ?? '';
    if (rest !== '') yield rest;
  } catch (error) {
    throw error instanceof TypeError ? new ReadProblem('fileEncoding', { cause: error }) : error;
  }
}

function encodingOf(chunk: Uint8Array): string {
  if (chunk[0] === 0xff && chunk[1] === 0xfe) return 'utf-16le';
  if (chunk[0] === 0xfe && chunk[1] === 0xff) return 'utf-16be';
  return 'utf-8';
}

async function* join(first: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}

/** Finds the most frequent delimiter in the line of titles. */
function findDelimiter(text: string): string {
  const titles = /^[^\r\n]*/u.exec(text)?.[0] ?? '';
  const counted = [',', ';', '\t'].map((mark) => ({ mark, count: titles.split(mark).length }));
  return counted.reduce((best, next) => (next.count > best.count ? next : best)).mark;
}
