import { posix } from 'node:path';
import { importLimits } from '@vid/contract/endpoints/admin/transfers/import-shapes';
import { columnName, countTitles } from '../map/columns.policy.ts';
import { cutCell, readLimits, ReadProblem, type FileRow } from '../read-limits.ts';
import { parseXml, type XmlHandler } from './xml-events.ts';
import { openArchive, type Archive } from './zip-entries.ts';

type Sheet = { readonly name: string; readonly target: string };
type Source = {
  readonly archive: Archive;
  readonly shared: readonly string[];
  readonly checkTime: () => void;
};

/**
 * Yields the rows of one visible sheet (ECMA-376) as text: the first with the most known titles. The first row
 * names the other visible sheets with rows. A formula yields its stored result, and cells that are merged below
 * each other yield the value of the first.
 */
export async function* readXlsxRows(file: Buffer, checkTime: () => void): AsyncGenerator<FileRow> {
  const archive = await openArchive(file);
  const { sheets, strings, countsFrom1904 } = await readWorkbook(archive, checkTime);
  const source = { archive, shared: await readSharedStrings(archive, strings, checkTime), checkTime };
  const { chosen, otherSheets } = await chooseSheet(source, sheets);
  let isFirst = true;
  const merges = await readMerges(archive, chosen.target, checkTime);
  for await (const row of readSheet(source, chosen, merges)) {
    const properties = {
      ...(countsFrom1904 && { countsFrom1904 }),
      ...(isFirst && otherSheets.length > 0 && { otherSheets }),
    };
    isFirst = false;
    yield { ...row, ...properties };
  }
}

async function chooseSheet(
  source: Source,
  sheets: readonly [Sheet, ...Sheet[]],
): Promise<{ readonly chosen: Sheet; readonly otherSheets: readonly string[] }> {
  if (sheets.length === 1) return { chosen: sheets[0], otherSheets: [] };
  const heads = [];
  for (const sheet of sheets) heads.push({ sheet, ...(await readHead(source, sheet)) });
  const withRows = heads.filter(({ width }) => width > 0);
  const most = Math.max(...withRows.map(({ titles }) => titles));
  const chosen = withRows.find(({ titles }) => titles === most)?.sheet ?? sheets[0];
  const otherSheets = withRows
    .filter(({ sheet }) => sheet !== chosen)
    .map(({ sheet, width }) => `${sheet.name}!A:${columnName(width - 1)}`);
  return { chosen, otherSheets };
}

/**
 * Returns the width of a sheet's first rows and the most known titles in one of them, as far as the sheet can
 * be read.
 */
async function readHead(
  source: Source,
  sheet: Sheet,
): Promise<{ readonly width: number; readonly titles: number }> {
  let [rows, width, titles] = [0, 0, 0];
  try {
    for await (const { cells } of readSheet(source, sheet)) {
      width = Math.max(width, cells.length);
      titles = Math.max(titles, countTitles(cells));
      rows += 1;
      if (rows === importLimits.titleRows) break;
    }
  } catch (error) {
    // A sheet that is not imported may have any content.
    if (!(error instanceof ReadProblem) || error.code === 'fileTime') throw error;
  }
  return { width, titles };
}

async function* readSheet(
  { archive, shared, checkTime }: Source,
  { target }: Sheet,
  merges: ReadonlyMap<number, readonly Merge[]> = new Map(),
): AsyncGenerator<FileRow> {
  const content = archive.open(target);
  if (!content) throw new ReadProblem('fileFormat');
  const { handler, take } = createSheetHandler(shared, merges);
  for await (const _ of parseXml(content, handler, checkTime)) yield* take();
}

/** A merge of cells below each other: the index of their first column and the number of their last row. */
type Merge = { readonly column: number; readonly until: number };
const maxMerges = 100_000;
const mergePattern = /<(?:\w+:)?mergeCell\s+ref="([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})"/gu;
const mergeCharacters = 200;

/**
 * Finds the merges of a sheet by their first rows. A sheet lists them after its rows, so this function searches the
 * text, and the sheet is parsed only once.
 */
async function readMerges(
  archive: Archive,
  target: string,
  checkTime: () => void,
): Promise<ReadonlyMap<number, readonly Merge[]>> {
  const merges = new Map<number, Merge[]>();
  const content = archive.open(target);
  if (!content) return merges;
  let [text, count] = ['', 0];
  for await (const chunk of content) {
    checkTime();
    text = text.slice(-mergeCharacters) + chunk.toString('latin1');
    if (!text.includes('mergeCell')) continue;
    let end = 0;
    for (const found of text.matchAll(mergePattern)) {
      const [match, letters = '', from = '', to = ''] = found;
      end = found.index + match.length;
      if (from === to || count === maxMerges) continue;
      count += 1;
      const merge = { column: columnOf(letters) - 1, until: Number(to) };
      const others = merges.get(Number(from));
      if (others) others.push(merge);
      else merges.set(Number(from), [merge]);
    }
    text = text.slice(end);
  }
  return merges;
}

type Relation = { readonly id: string; readonly type: string; readonly target: string };

/**
 * Returns the relations of a part, with the names of their target parts. The list is empty if the part has
 * none.
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
 * Returns the visible sheets of a workbook, or its first sheet if all are hidden, the part with the shared
 * strings, and whether days are counted from 1904.
 */
async function readWorkbook(archive: Archive, checkTime: () => void) {
  const root = await readRelations(archive, '', checkTime);
  const workbook = root.find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml';
  const found: { readonly name: string; readonly relation: string; readonly isVisible: boolean }[] = [];
  let countsFrom1904 = false;
  await parseEntry(archive, workbook, checkTime, {
    open: (element, { id: relation = '', name = '', state = 'visible', date1904 }) => {
      if (element === 'workbookPr') countsFrom1904 = date1904 === '1' || date1904 === 'true';
      if (element === 'sheet') found.push({ name, relation, isVisible: state === 'visible' });
    },
  });
  const relations = await readRelations(archive, workbook, checkTime);
  const all = found.flatMap(({ name, relation, isVisible }) => {
    const { type, target } = relations.find(({ id }) => id === relation) ?? {};
    // Chart and dialog sheets have no rows.
    return target === undefined || type === 'chartsheet' || type === 'dialogsheet'
      ? []
      : [{ name, target, isVisible }];
  });
  const visible = all.filter(({ isVisible }) => isVisible);
  const [first, ...others] = visible.length > 0 ? visible : all.slice(0, 1);
  if (!first) throw new ReadProblem('fileFormat');
  const sheets: [Sheet, ...Sheet[]] = [first, ...others];
  return {
    sheets,
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

function createSheetHandler(shared: readonly string[], merges: ReadonlyMap<number, readonly Merge[]>) {
  let rows: FileRow[] = [];
  let [number, count] = [0, 0];
  let cells: string[] = [];
  let column = 0;
  let type: string | undefined;
  let value = '';
  let formula: string | undefined;
  let [isValue, isFormula] = [false, false];
  let phonetic = 0;
  /** Values of the merges that reach the current row, by column. */
  const merged = new Map<number, { readonly value: string; readonly until: number }>();

  const fillMerged = (): void => {
    for (const { column: index, until } of merges.get(number) ?? [])
      if (cells[index]) merged.set(index, { value: cells[index], until });
    for (const [index, { value: first, until }] of merged)
      if (until < number) merged.delete(index);
      else if (!cells[index]) cells[index] = first;
  };
  const endRow = (): void => {
    const isBlank = cells.every((cell) => cell.trim() === '');
    count += isBlank ? 0 : 1;
    fillMerged();
    if (count > readLimits.rows + 1) throw new ReadProblem('fileRows');
    if (!isBlank) rows.push({ number, cells: Array.from(cells, (cell) => cell ?? '') });
  };
  const handler: XmlHandler = {
    open(name, attributes) {
      if (name === 'rPh') phonetic += 1;
      isValue = name === 'v' || (name === 't' && phonetic === 0);
      isFormula = name === 'f';
      if (isFormula) formula = '';
      if (name === 'row') {
        const next = Number(attributes['r'] ?? number + 1);
        if (!Number.isInteger(next) || next <= number) throw new ReadProblem('fileFormat');
        [number, cells, column] = [next, [], 0];
      } else if (name === 'c') {
        column = attributes['r'] === undefined ? column + 1 : columnOf(attributes['r']);
        if (column < 1) throw new ReadProblem('fileFormat');
        [type, value, formula] = [attributes['t'], '', undefined];
      }
    },
    close(name) {
      [isValue, isFormula] = [false, false];
      if (name === 'rPh') phonetic -= 1;
      if (name === 'c' && column <= readLimits.columns)
        cells[column - 1] =
          formula !== undefined && value === '' && type !== 'str'
            ? withoutResult(formula)
            : toText(type, value, shared);
      else if (name === 'row') endRow();
    },
    text(piece) {
      if (isValue) value = cutCell(value + piece);
      if (isFormula) formula = cutCell((formula ?? '') + piece);
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

/**
 * Returns the text of a cell whose formula has no stored result: `#N/A =` and the formula, or `#N/A` if the
 * cell shares the formula of another cell.
 */
const withoutResult = (formula: string): string => (formula === '' ? '#N/A' : `#N/A =${formula}`);

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
