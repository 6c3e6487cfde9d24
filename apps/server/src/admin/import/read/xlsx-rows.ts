import { cutCell, readLimits, ReadProblem, type FileRow } from './read-limits.ts';
import { parseXml, type XmlHandler } from './xml-events.ts';
import { openArchive, type Archive } from './zip-entries.ts';

/** Yields the rows of the first visible sheet of an XLSX file (ECMA-376), as texts. A formula yields its last stored result. */
export async function* readXlsxRows(file: Buffer, checkTime: () => void): AsyncGenerator<FileRow> {
  const archive = await openArchive(file);
  const { sheet, countsFrom1904 } = await findFirstSheet(archive, checkTime);
  const shared = await readSharedStrings(archive, checkTime);
  const content = archive.open(sheet);
  if (!content) throw new ReadProblem('fileFormat');
  const { handler, take } = createSheetHandler(shared);
  for await (const _ of parseXml(content, handler, checkTime))
    for (const row of take()) yield countsFrom1904 ? { ...row, countsFrom1904 } : row;
}

async function findFirstSheet(
  archive: Archive,
  checkTime: () => void,
): Promise<{ readonly sheet: string; readonly countsFrom1904: boolean }> {
  let first: string | undefined;
  let id: string | undefined;
  let target: string | undefined;
  let countsFrom1904 = false;
  await parseEntry(archive, 'xl/workbook.xml', checkTime, {
    open: (name, { id: relation, state, date1904 }) => {
      if (name === 'workbookPr') countsFrom1904 = date1904 === '1' || date1904 === 'true';
      if (name !== 'sheet') return;
      first ??= relation;
      if (state === undefined || state === 'visible') id ??= relation;
    },
  });
  id ??= first;
  await parseEntry(archive, 'xl/_rels/workbook.xml.rels', checkTime, {
    open: (name, attributes) => {
      if (name === 'Relationship' && attributes['Id'] === id) target ??= attributes['Target'];
    },
  });
  if (id === undefined || target === undefined) throw new ReadProblem('fileFormat');
  return { sheet: target.startsWith('/') ? target.slice(1) : `xl/${target}`, countsFrom1904 };
}

async function readSharedStrings(archive: Archive, checkTime: () => void): Promise<readonly string[]> {
  const strings: string[] = [];
  let characters = 0;
  let text = '';
  let isText = false;
  let phonetic = 0;
  const handler: XmlHandler = {
    open(name) {
      if (name === 'si') text = '';
      if (name === 'rPh') phonetic += 1;
      isText = name === 't' && phonetic === 0;
    },
    close(name) {
      isText = false;
      if (name === 'rPh') phonetic -= 1;
      if (name !== 'si') return;
      strings.push(decodeEscapes(text));
      if (strings.length > readLimits.sharedStrings) throw new ReadProblem('fileTooLarge');
    },
    text(piece) {
      if (!isText) return;
      const before = text.length;
      text = cutCell(text + piece);
      characters += text.length - before;
      if (characters > readLimits.sharedCharacters) throw new ReadProblem('fileTooLarge');
    },
  };
  if (archive.names.has('xl/sharedStrings.xml'))
    await parseEntry(archive, 'xl/sharedStrings.xml', checkTime, handler);
  return strings;
}

async function parseEntry(
  archive: Archive,
  name: string,
  checkTime: () => void,
  handler: XmlHandler,
): Promise<void> {
  const content = archive.open(name);
  if (!content) throw new ReadProblem('fileFormat');
  const events = parseXml(content, handler, checkTime);
  while ((await events.next()).done !== true);
}

function createSheetHandler(shared: readonly string[]) {
  let rows: FileRow[] = [];
  let [number, count] = [0, 0];
  let cells: string[] = [];
  let column = 0;
  let type: string | undefined;
  let value = '';
  let isValue = false;

  const endRow = (): void => {
    const isBlank = cells.every((cell) => cell.trim() === '');
    count += isBlank ? 0 : 1;
    if (count > readLimits.rows + 1) throw new ReadProblem('fileRows');
    if (!isBlank) rows.push({ number, cells: Array.from(cells, (cell) => cell ?? '') });
  };
  const handler: XmlHandler = {
    open(name, attributes) {
      isValue = name === 'v' || name === 't';
      if (name === 'row') {
        const next = Number(attributes['r'] ?? number + 1);
        if (!Number.isInteger(next) || next <= number) throw new ReadProblem('fileFormat');
        [number, cells, column] = [next, [], 0];
      } else if (name === 'c') {
        column = attributes['r'] === undefined ? column + 1 : columnOf(attributes['r']);
        if (column < 1) throw new ReadProblem('fileFormat');
        [type, value] = [attributes['t'], ''];
      }
    },
    close(name) {
      isValue = false;
      if (name === 'c' && column <= readLimits.columns) cells[column - 1] = toText(type, value, shared);
      else if (name === 'row') endRow();
    },
    text(piece) {
      if (isValue) value = cutCell(value + piece);
    },
  };
  return {
    handler,
    take: () => {
      const taken = rows;
      rows = [];
      return taken;
    },
  };
}

/** Returns the column of a reference: 1 for A7, 28 for AB7. */
function columnOf(reference: string): number {
  let column = 0;
  for (const letter of /^[A-Z]{1,3}/u.exec(reference)?.[0] ?? '')
    column = column * 26 + letter.charCodeAt(0) - 64;
  return column;
}

function toText(type: string | undefined, value: string, shared: readonly string[]): string {
  if (type === 's') {
    const text = shared[Number(value)];
    if (text === undefined) throw new ReadProblem('fileFormat');
    return text;
  }
  if (type === 'inlineStr' || type === 'str') return decodeEscapes(value);
  // A number, such as a phone, may be stored in scientific notation or with decimals. Its digits are complete.
  if ((type === undefined || type === 'n') && /^[\d.]+(?:e\+?\d+)?$/iu.test(value) && /[.e]/iu.test(value)) {
    const number = Number(value);
    if (Number.isSafeInteger(number)) return String(number);
  }
  return value;
}

/** Decodes characters that XML cannot hold: `_x000D_` is a carriage return (ECMA-376 part 1, 22.9.2.19). */
function decodeEscapes(text: string): string {
  return text.replace(/_x([\da-f]{4})_/giu, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
