import { toInternational } from './phone.ts';

/** The longest text that the server takes as a phone number. */
const maxLength = 24;

// Not before a letter or another digit, so that `09123456O9` is reported as a whole.
const numberIn = /[+\d(][\d\s().\-–]*\d(?![\p{L}\d])/u;

type PhoneLine = {
  /** The number of the line in the text, from 1. */
  readonly line: number;
  /** The line as it was typed. */
  readonly raw: string;
  readonly phone: string;
  /** The line before that has the same number. */
  readonly sameAs: number | null;
};

/**
 * The phone numbers in a pasted text, as they were written. Lines may come from a spreadsheet, with other cells before
 * or after the number, and a line may hold several numbers. A line without any digit is kept, so that it is reported,
 * except a heading above other lines.
 */
export function phoneLines(text: string): PhoneLine[] {
  const lines = text
    .split('\n')
    .map((raw, index) => ({ line: index + 1, raw: raw.trim() }))
    .filter(({ raw }) => raw !== '');
  const hasHeading = lines.length > 1 && !/\d/.test(lines[0]?.raw ?? '');
  const firstLines = new Map<string, number>();
  return (hasHeading ? lines.slice(1) : lines).flatMap(({ line, raw }) =>
    phonesIn(raw).map((phone) => {
      const key = toInternational(phone);
      const sameAs = firstLines.get(key) ?? null;
      if (sameAs === null) firstLines.set(key, line);
      return { line, raw, phone, sameAs };
    }),
  );
}

export const phonesOf = (text: string): string[] => phoneLines(text).map(({ phone }) => phone);

function phonesIn(line: string): string[] {
  const cells = line.split(/[,;\t]/).map((cell) => cell.trim());
  const found = cells.flatMap((cell) => numberIn.exec(cell)?.[0] ?? (isMistyped(cell) ? cell : []));
  return (found.length > 0 ? found : [line]).map((phone) => phone.slice(0, maxLength));
}

/** Whether a cell has the digits of a phone number, among other characters. */
const isMistyped = (cell: string): boolean => cell.replaceAll(/\D/g, '').length >= 8;
