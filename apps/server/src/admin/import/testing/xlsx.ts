import { makeZip } from './zip.ts';

const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

export const workbook = [
  {
    name: 'xl/workbook.xml',
    content: `<?xml version="1.0"?><workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="Hội viên" sheetId="1" r:id="rId7"/></sheets></workbook>`,
  },
  {
    name: 'xl/_rels/workbook.xml.rels',
    content: `<?xml version="1.0"?><Relationships xmlns="x"><Relationship Id="rId7" Type="t" Target="worksheets/sheet1.xml"/></Relationships>`,
  },
] as const;

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Returns a workbook with one sheet and shared strings. `properties` are attributes of the workbook. */
export function makeXlsx(rows: readonly (readonly (string | number)[])[], properties = ''): Buffer {
  const [book, relation] = workbook;
  const strings: string[] = [];
  const cell = (value: string | number, column: number, row: number): string => {
    const reference = `${String.fromCharCode(65 + column)}${row}`;
    if (typeof value === 'number') return `<c r="${reference}"><v>${value}</v></c>`;
    strings.push(value);
    return `<c r="${reference}" t="s"><v>${strings.length - 1}</v></c>`;
  };
  const lines = rows.map(
    (cells, index) =>
      `<row r="${index + 1}">${cells.map((value, column) => cell(value, column, index + 1)).join('')}</row>`,
  );
  return makeZip([
    { ...book, content: book.content.replace('<sheets>', `<workbookPr ${properties}/><sheets>`) },
    relation,
    {
      name: 'xl/worksheets/sheet1.xml',
      content: `<?xml version="1.0"?><worksheet xmlns="${main}"><sheetData>${lines.join('')}</sheetData></worksheet>`,
    },
    {
      name: 'xl/sharedStrings.xml',
      content: `<?xml version="1.0"?><sst xmlns="${main}">${strings.map((text) => `<si><t xml:space="preserve">${escape(text)}</t></si>`).join('')}</sst>`,
    },
  ]);
}
