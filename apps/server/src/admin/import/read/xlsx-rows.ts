import { checkCell, readLimits, ReadProblem, type FileRow } from './read-limits.ts';
import { parseXml, type XmlHandler } from './xml-events.ts';
import { openArchive, type Archive } from './zip-entries.ts';

/** Yields the rows of the first sheet of an XLSX file (ECMA-376), as texts. A formula yields its last stored result. */
export async function* readXlsxRows(file: Buffer, checkTime: () => void): AsyncGenerator<FileRow> {
  const archive = await openArchive(file);
  const sheet = await findFirstSheet(archive, checkTime);
  const shared = await readSharedStrings(archive, checkTime);
  const content = archive.open(sheet);
  if (!content) throw new ReadProblem('fileFormat');
  const { handler, take } = createSheetHandler(shared);
  for await (const _ of parseXml(content, handler, checkTime)) yield* take();
}

async function findFirstSheet(archive: Archive, checkTime: () => void): Promise<string> {
  let id: string | undefined;
  let target: string | undefined;
  await parseEntry(archive, 'xl/workbook.xml', checkTime, {
    open: (name, { id: relation }) => {
      if (name === 'sheet') id ??= relation;
    },
  });
  await parseEntry(archive, 'xl/_rels/workbook.xml.rels', checkTime, {
    open: (name, attributes) => {
      if (name === 'Relationship' && attributes['Id'] === id) target ??= attributes['Target'];
    },
  });
  if (id === undefined || target === undefined) throw new ReadProblem('fileFormat');
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
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
      strings.push(text);
      if (strings.length > readLimits.sharedStrings) throw new ReadProblem('fileTooLarge');
    },
    text(piece) {
      if (!isText) return;
      characters += piece.length;
      if (characters > readLimits.sharedCharacters) throw new ReadProblem('fileTooLarge');
      text += piece;
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

/** Collects the rows of a sheet. `take` returns the complete rows. */
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
        if (column < 1 || column > readLimits.columns) throw new ReadProblem('fileTooLarge');
        [type, value] = [attributes['t'], ''];
      }
    },
    close(name) {
      isValue = false;
      if (name === 'c') cells[column - 1] = checkCell(toText(type, value, shared));
      else if (name === 'row') endRow();
    },
    text(piece) {
      if (!isValue) return;
      value += piece;
      if (value.length > readLimits.cellCharacters) throw new ReadProblem('fileTooLarge');
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
  // Excel stores long numbers, such as phones, in scientific notation.
  if ((type === undefined || type === 'n') && /e/iu.test(value)) {
    const number = Number(value);
    if (Number.isSafeInteger(number)) return String(number);
  }
  return value;
}
