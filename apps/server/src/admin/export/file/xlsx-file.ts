import { escapeHtml } from '#lib/escape-html.ts';
import type { Cells, ExportFile } from './export-file.ts';
import { createZipWriter, type ZipState } from './zip-writer.ts';

/** What another process needs to continue the file. JSON. */
export type XlsxState = { readonly zip: ZipState; rowsInSheet: number; isComplete: boolean };

/** A sheet has at most 1,048,576 rows. Further members are in another sheet. */
const maxRowsInSheet = 1_048_576;

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageNames = 'http://schemas.openxmlformats.org/package/2006';
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The entries before the sheets. A type for every `.xml`, because the number of sheets is not known yet. */
const fixedEntries: readonly (readonly [name: string, content: string])[] = [
  [
    '[Content_Types].xml',
    `<Types xmlns="${packageNames}/content-types">` +
      `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
      `<Default Extension="xml" ContentType="${contentType}.worksheet+xml"/>` +
      `<Override PartName="/xl/workbook.xml" ContentType="${contentType}.sheet.main+xml"/>` +
      `<Override PartName="/xl/styles.xml" ContentType="${contentType}.styles+xml"/></Types>`,
  ],
  [
    '_rels/.rels',
    `<Relationships xmlns="${packageNames}/relationships">` +
      `<Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ],
  // Style 1 is text (format 49): a spreadsheet keeps leading zeros and runs no formula, also after a cell is edited.
  [
    'xl/styles.xml',
    `<styleSheet xmlns="${main}"><fonts count="1"><font/></fonts>` +
      `<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>` +
      `<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>` +
      `<cellXfs count="2"><xf/><xf numFmtId="49" applyNumberFormat="1"/></cellXfs></styleSheet>`,
  ],
];

/** An XLSX file (ECMA-376) in which every cell is a text. Continues from the state of another process. */
export function createXlsxFile(
  titles: readonly string[],
  state: XlsxState = { zip: { entries: [], size: 0 }, rowsInSheet: 0, isComplete: false },
  maxRows = maxRowsInSheet,
): ExportFile<XlsxState> {
  const zip = createZipWriter(state.zip);
  const sheetCount = (): number => state.zip.entries.length - fixedEntries.length;

  const entry = async (name: string, content: string): Promise<Buffer> =>
    Buffer.concat([zip.begin(name), await zip.write(declaration + content), zip.end()]);

  const lineOf = (cells: Cells): string => {
    state.rowsInSheet += 1;
    const row = state.rowsInSheet;
    const texts = cells.map((text, column) =>
      text === null
        ? ''
        : `<c r="${columnName(column)}${row}" s="1" t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`,
    );
    return `<row r="${row}">${texts.join('')}</row>`;
  };

  const beginSheet = async (): Promise<Buffer> => {
    state.rowsInSheet = 0;
    const cols = `<cols><col min="1" max="${titles.length}" width="20" style="1" customWidth="1"/></cols>`;
    const begin = `${declaration}<worksheet xmlns="${main}">${cols}<sheetData>${lineOf(titles)}`;
    return Buffer.concat([zip.begin(`xl/worksheets/sheet${sheetCount() + 1}.xml`), await zip.write(begin)]);
  };
  const endSheet = async (): Promise<Buffer> =>
    Buffer.concat([await zip.write('</sheetData></worksheet>'), zip.end()]);

  return {
    state,

    async begin() {
      const pieces: Buffer[] = [];
      for (const [name, content] of fixedEntries) pieces.push(await entry(name, content));
      return Buffer.concat([...pieces, await beginSheet()]);
    },

    async write(rows) {
      const pieces: Buffer[] = [];
      for (let next = 0; next < rows.length;) {
        if (state.rowsInSheet === maxRows) pieces.push(await endSheet(), await beginSheet());
        const fitting = rows.slice(next, next + maxRows - state.rowsInSheet);
        pieces.push(await zip.write(fitting.map(lineOf).join('')));
        next += fitting.length;
      }
      return Buffer.concat(pieces);
    },

    async end() {
      const sheet = await endSheet();
      const ids = Array.from({ length: sheetCount() }, (_, index) => index + 1);
      const sheets = ids.map((id) => `<sheet name="Members ${id}" sheetId="${id}" r:id="rId${id}"/>`);
      const links = ids.map(
        (id) =>
          `<Relationship Id="rId${id}" Type="${relations}/worksheet" Target="worksheets/sheet${id}.xml"/>`,
      );
      const styles = `<Relationship Id="rId${ids.length + 1}" Type="${relations}/styles" Target="styles.xml"/>`;
      const book = `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${sheets.join('')}</sheets></workbook>`;
      const rels = `<Relationships xmlns="${packageNames}/relationships">${links.join('')}${styles}</Relationships>`;
      const rest = [await entry('xl/workbook.xml', book), await entry('xl/_rels/workbook.xml.rels', rels)];
      state.isComplete = true;
      return Buffer.concat([sheet, ...rest, zip.close()]);
    },
  };
}

/** The letters of a column: A for 0, AB for 27. */
function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : `${columnName(Math.floor(index / 26) - 1)}${letter}`;
}

/** Without the characters that XML 1.0 does not allow. */
function xmlText(text: string): string {
  return escapeHtml(text.replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, ''));
}
