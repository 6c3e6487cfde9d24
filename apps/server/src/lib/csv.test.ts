import { expect, it } from 'vitest';
import { csvLine, csvTime } from './csv.ts';

it('quotes separators, quotes and line ends', () => {
  expect(csvLine(['a', 'b,c', 'say "hi"', 'two\nlines', null, 7])).toBe(
    'a,"b,c","say ""hi""","two\nlines",,7\r\n',
  );
});

it.each(['=HYPERLINK("http://evil.test")', '+1', '-1', '@sum', '\t=1', '\r=1'])(
  'M6 writes %j so that it does not run as a formula',
  (text) => {
    expect(csvLine([text]).replaceAll('"', '')).toBe(`'${text.replaceAll('"', '')}\r\n`);
  },
);

it('M6 writes a negative number without an apostrophe', () => {
  expect(csvLine([-1])).toBe('-1\r\n');
});

it('writes times in Vietnam’s time zone', () => {
  expect(csvTime('2026-11-26T01:56:44.776Z')).toBe('2026-11-26 08:56');
  expect(csvTime('2026-12-31T17:00:00.000Z')).toBe('2027-01-01 00:00');
});
