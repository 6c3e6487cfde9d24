import { countTitles } from '../map/columns.policy.ts';
import { splitRecord, type Split } from './csv-record.ts';
import { cutCell, readLimits, ReadProblem, type FileRow } from '../read-limits.ts';

const delimiters = [',', ';', '\t', '|'] as const;
/** Rows and characters from which the delimiter is detected. */
const sample = { rows: 30, characters: 65_536 } as const;

/**
 * Yields the rows of a CSV file. The delimiter is a comma, semicolon, tab or bar, or is named by a line `sep=`.
 * The encoding is UTF-8 or UTF-16. A row whose quotation marks cannot be read is yielded as damaged, and
 * reading continues with the next line.
 */
export async function* readCsvRows(
  chunks: AsyncIterable<Uint8Array>,
  checkTime: () => void,
): AsyncGenerator<FileRow> {
  let text = '';
  let lines: string[] = [];
  let format: { readonly delimiter: string; readonly width: number } | undefined;
  let [number, count] = [0, 0];

  const takeRows = function* (isEnd: boolean): Generator<FileRow> {
    format ??= findFormat(lines, isEnd);
    let at = 0;
    for (;;) {
      checkTime();
      const split = splitRecord(lines, at, format.delimiter, isEnd);
      if (split === undefined) break;
      number += 1;
      at += split.lines;
      const cells = split.cells.slice(0, readLimits.columns).map(cutCell);
      if (cells.every((cell) => /^[\s\p{Cc}]*$/u.test(cell))) continue;
      count += 1;
      if (count > readLimits.rows + 1) throw new ReadProblem('fileRows');
      const isDamaged = split.isDamaged || (split.isLoose && split.cells.length !== format.width);
      yield isDamaged ? { number, cells, isDamaged: true } : { number, cells };
    }
    lines = lines.slice(at);
  };
  const takeSepLine = (): void => {
    const separator =
      /^"?sep=(.)"?$/iu.exec(lines[0]?.trimEnd() ?? '')?.[1] ?? (lines[0] === 'sep=\t' ? '\t' : undefined);
    if (separator === undefined) return;
    lines = lines.slice(1);
    number = 1;
    format = { delimiter: separator, width: widthOf(splitAll(lines, separator, true)) };
  };

  let isEmpty = true;
  for await (const piece of decode(chunks)) {
    // A byte-order mark that was read as Windows-1252 is the three letters “ï»¿”.
    text += isEmpty ? piece.replace(/^(?:\uFEFF|\u00EF\u00BB\u00BF)+/u, '') : piece;
    if (isEmpty && otherDocument.test(text)) throw new ReadProblem('fileFormat');
    isEmpty &&= text === '';
    if (text.length > readLimits.lineCharacters) throw new ReadProblem('fileTooLarge');
    // A carriage return at the end may belong to a line feed that follows.
    const [ends, rest] = splitLines(text);
    lines.push(...ends);
    text = rest;
    if (format === undefined) {
      if (lines.reduce((total, line) => total + line.length, 0) < sample.characters) continue;
      takeSepLine();
    }
    yield* takeRows(false);
  }
  if (isEmpty) throw new ReadProblem('fileEmpty');
  if (text !== '') lines.push(text.replace(/\r$/u, ''));
  if (format === undefined) takeSepLine();
  yield* takeRows(true);
}

function splitLines(text: string): readonly [readonly string[], string] {
  const parts = text.split(/\r\n|\n|\r(?!$)/u);
  return [parts.slice(0, -1), parts.at(-1) ?? ''];
}

/**
 * Chooses the delimiter that gives the most known titles, or else the most rows with the same number of cells.
 */
function findFormat(lines: readonly string[], isEnd: boolean): { delimiter: string; width: number } {
  const tried = delimiters.map((delimiter) => {
    const records = splitAll(lines, delimiter, isEnd);
    const width = widthOf(records);
    const agreeing = records.filter(({ cells }) => width > 1 && cells.length === width).length;
    return {
      delimiter,
      width,
      titles: Math.max(0, ...records.map(({ cells }) => countTitles(cells))),
      agreeing,
    };
  });
  const [best] = tried.toSorted((a, b) => b.titles - a.titles || b.agreeing - a.agreeing);
  return best ?? { delimiter: ',', width: 1 };
}

function splitAll(lines: readonly string[], delimiter: string, isEnd: boolean): readonly Split[] {
  const records: Split[] = [];
  for (let at = 0; at < lines.length && records.length < sample.rows;) {
    const split = splitRecord(lines, at, delimiter, isEnd);
    if (split === undefined) break;
    at += split.lines;
    records.push(split);
  }
  return records;
}

function widthOf(records: readonly Split[]): number {
  const counts = new Map<number, number>();
  for (const { cells, isDamaged } of records)
    if (!isDamaged) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? 1;
}

/** The beginning of an HTML table or XML spreadsheet, which old programs save as .xls or .csv, or of a PDF file. */
const otherDocument = /^\s*(?:<(?:!doctype|html|head|meta|style|table|\?xml)\b|%PDF-)/iu;

async function* decode(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  try {
    for await (const chunk of chunks) {
      if (!decoder && isBinary(chunk)) throw new ReadProblem('fileFormat');
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

/** Returns whether a file is a zip archive (XLSX) or a compound file (XLS, or a workbook with a password). */
function isBinary([a, b, c, d]: Uint8Array): boolean {
  return (
    (a === 0x50 && b === 0x4b && c === 3 && d === 4) || (a === 0xd0 && b === 0xcf && c === 0x11 && d === 0xe0)
  );
}

/**
 * Detects the encoding by the byte-order mark or the zeros. In UTF-16, one of the two bytes of each ASCII
 * character is zero. A text with fewer zeros is UTF-8, even if it is padded with some.
 */
function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const head = bytes.subarray(0, 1_000);
  const zeros = [0, 0];
  head.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  if (Math.max(even, odd) * 4 < head.length / 2) return 'utf-8';
  return odd > even ? 'utf-16le' : 'utf-16be';
}
