import { expect, it } from 'vitest';
import { csvLine, csvPhone, csvTime } from './csv.ts';

it('a CSV cell with a separator, quote or line end is quoted', () => {
  expect(csvLine(['a', 'b,c', 'say "hi"', 'two\nlines', null, 7])).toBe(
    'a,"b,c","say ""hi""","two\nlines",,7\r\n',
  );
});

it.each(['=HYPERLINK("http://evil.test")', '+1', '-1', '@sum', '\t1', '\r1'])(
  'M6 a CSV cell with %j does not run as a formula',
  (text) => {
    expect(csvLine([text]).replaceAll('"', '')).toBe(`'${text.replaceAll('"', '')}\r\n`);
  },
);

it.each([
  ['An;=1+1', "An;'=1+1"],
  ['An\n=1+1', `"An\n'=1+1"`],
  ['An\t=1+1', "An\t'=1+1"],
  ['\t=1+1', "'\t'=1+1"],
  ['\r=1+1', `"'\r'=1+1"`],
  ['An|@SUM(1)', "An|'@SUM(1)"],
  ['An,-1+1', `"An,'-1+1"`],
  ['An; "=1+1"', `"An; ""'=1+1"""`],
  ['An;\n +1', `"An;\n '+1"`],
  ['＝1+1', "'＝1+1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠SUM(1)', "'＠SUM(1)"],
  ['Cty A - B; C=D', 'Cty A - B; C=D'],
])('M6 a CSV cell with %j starts no formula after a separator', (text, cell) => {
  expect(csvLine([text])).toBe(`${cell}\r\n`);
});

it('M6 a negative number is written to a CSV file without an apostrophe', () => {
  expect(csvLine([-1])).toBe('-1\r\n');
});

it('times in a CSV file are in Vietnam’s time zone', () => {
  expect(csvTime('2026-11-26T01:56:44.776Z')).toBe('2026-11-26 08:56');
  expect(csvTime('2026-12-31T17:00:00.000Z')).toBe('2027-01-01 00:00');
});

it('Vietnamese phone numbers in a CSV file have the national notation', () => {
  expect([csvPhone('+84912345678'), csvPhone(null)]).toEqual(['0912 345 678', null]);
});
