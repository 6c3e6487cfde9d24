import { posix } from 'node:path';
import { cutCell, readLimits, ReadProblem, type FileRow } from './read-limits.ts';
import { parseXml, type XmlHandler } from './xml-events.ts';
import { openArchive, type Archive } from './zip-entries.ts';

/**
 * Yields the rows of the first visible sheet that has rows (ECMA-376) as text. A formula yields its stored
 * result.
 */
export async function* readXlsxRows(file: Buffer, checkTime: () => void): AsyncGenerator<FileRow> {
  const archive = await openArchive(file);
  const { sheets, strings, countsFrom1904 } = await readWorkbook(archive, checkTime);
  const shared = await readSharedStrings(archive, strings, checkTime);
  for (const sheet of sheets) {
    const content = archive.open(sheet);
    if (!content) throw new ReadProblem('fileFormat');
    const { handler, take } = createSheetHandler(shared);
    let hasRows = false;
    for await (const _ of parseXml(content, handler, checkTime))
      for (const row of take()) {
        hasRows = true;
        yield countsFrom1904 ? { ...row, countsFrom1904 } : row;
      }
    if (hasRows) return;
  }
}

type Relation = { readonly id: string; readonly type: string; readonly target: string };

/**
 * Returns the relations of a part, with the names of their target parts. The map is empty if there are none.
 */
async function readRelations(
  archive: Archive,
  part: string,
  checkTime: () => void,
): Promise<readonly Relation[]> {
  const folder = posix.dirname(part);
  const name = posix.join(folder, '_rels', `${posix.basename(part)}.rels`);
  const relations: Relation[] = [];
  if (!archive.names.has(name)) return relations;
  await parseEntry(archive, name, checkTime, {
    open: (element, { Id: id = '', Type: type = '', Target: target = '', TargetMode: mode }) => {
      if (element !== 'Relationship' || mode === 'External') return;
      const path = target.startsWith('/') ? target.slice(1) : posix.join(folder, target);
      relations.push({ id, type: type.slice(type.lastIndexOf('/') + 1), target: path });
    },
  });
  return relations;
}

/**
 * Returns the visible sheets of a workbook, or its first sheet if all are hidden, and the part with the shared
 * strings.
 */
async function readWorkbook(archive: Archive, checkTime: () => void) {
  const root = await readRelations(archive, '', checkTime);
  const workbook = root.find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml';
  const found: { readonly relation: string; readonly isVisible: boolean }[] = [];
  let countsFrom1904 = false;
  await parseEntry(archive, workbook, checkTime, {
    open: (name, { id: relation = '', state = 'visible', date1904 }) => {
      if (name === 'workbookPr') countsFrom1904 = date1904 === '1' || date1904 === 'true';
      if (name === 'sheet') found.push({ relation, isVisible: state === 'visible' });
    },
  });
  const relations = await readRelations(archive, workbook, checkTime);
  const sheets = found.flatMap(({ relation, isVisible }) => {
    const { type, target } = relations.find(({ id }) => id === relation) ?? {};
    // Chart and dialog sheets have no rows.
    return target === undefined || type === 'chartsheet' || type === 'dialogsheet'
      ? []
      : [{ target, isVisible }];
  });
  const visible = sheets.filter(({ isVisible }) => isVisible);
  const chosen = visible.length > 0 ? visible : sheets.slice(0, 1);
  if (chosen.length === 0) throw new ReadProblem('fileFormat');
  return {
    sheets: chosen.map(({ target }) => target),
    strings: relations.find(({ type }) => type === 'sharedStrings')?.target ?? 'xl/sharedStrings.xml',
    countsFrom1904,
  };
}

async function readSharedStrings(
  archive: Archive,
  part: string,
  checkTime: () => void,
): Promise<readonly string[]> {
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
  if (archive.names.has(part)) await parseEntry(archive, part, checkTime, handler);
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
  let phonetic = 0;

  const endRow = (): void => {
    const isBlank = cells.every((cell) => cell.trim() === '');
    count += isBlank ? 0 : 1;
    if (count > readLimits.rows + 1) throw new ReadProblem('fileRows');
    if (!isBlank) rows.push({ number, cells: Array.from(cells, (cell) => cell ?? '') });
  };
  const handler: XmlHandler = {
    open(name, attributes) {
      if (name === 'rPh') phonetic += 1;
      isValue = name === 'v' || (name === 't' && phonetic === 0);
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
      if (name === 'rPh') phonetic -= 1;
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

/** Returns a cell's column number: 1 for A7, 28 for AB7. */
function columnOf(reference: string): number {
  let column = 0;
  for (const letter of /^[A-Z]{1,3}/u.exec(reference.toUpperCase())?.[0] ?? '')
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
  if (type === 'b') return value.trim() === '1' || value.trim() === 'true' ? 'TRUE' : 'FALSE';
  // Return all digits of a whole number, such as a phone, which the file may store in scientific notation or
  // with decimals.
  if ((type === undefined || type === 'n') && /^[\d.]+(?:e\+?\d+)?$/iu.test(value) && /[.e]/iu.test(value)) {
    const number = Number(value);
    if (Number.isSafeInteger(number)) return String(number);
  }
  return value;
}

/** Decodes characters that XML cannot contain: `_x000D_` is a carriage return (ECMA-376 part 1, 22.9.2.19). */
function decodeEscapes(text: string): string {
  return text.replace(/_x([\da-f]{4})_/giu, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
