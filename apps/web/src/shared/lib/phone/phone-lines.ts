import { foldText } from '../fold-text.ts';
import { toInternational } from './phone.ts';

/** The server rejects longer texts as phone numbers. */
const maxLength = 24;
/** Digits of a mobile number without its leading 0. A cell with fewer digits may be a house number or a row number. */
const minDigits = 9;

const numberIn = /[+\d(][\d\s().\-–]*\d(?![\p{L}\d])/u;
/** Matches a column heading for phone numbers. */
const heading = /\b(?:dien thoai|di dong|sdt|phone|mobile)\b/;

type PhoneLine = {
  readonly line: number;
  /** The line as typed, or only the cell if the line has several numbers. */
  readonly raw: string;
  readonly phone: string;
  readonly sameAs: number | null;
};

/**
 * Returns the phone numbers in a pasted text, as written. Lines may come from a spreadsheet, with other cells before or
 * after the number, and a line may hold several numbers. Keeps a line without a number, so that it is reported, except
 * a column heading above other lines.
 */
export function phoneLines(text: string): PhoneLine[] {
  const lines = text
    .split('\n')
    .map((raw, index) => ({ line: index + 1, raw: raw.trim() }))
    .filter(({ raw }) => raw !== '');
  const firstLines = new Map<string, number>();
  return (hasHeading(lines) ? lines.slice(1) : lines).flatMap(({ line, raw }) =>
    numbersIn(raw).map(({ raw: typed, phone }) => {
      const key = toInternational(phone);
      const sameAs = firstLines.get(key) ?? null;
      if (sameAs === null) firstLines.set(key, line);
      return { line, raw: typed, phone: phone.slice(0, maxLength), sameAs };
    }),
  );
}

export const phonesOf = (text: string): string[] => phoneLines(text).map(({ phone }) => phone);

function hasHeading(lines: readonly { readonly raw: string }[]): boolean {
  const first = lines[0]?.raw ?? '';
  return lines.length > 1 && !/\d/.test(first) && heading.test(foldText(first));
}

type Typed = Pick<PhoneLine, 'raw' | 'phone'>;

function numbersIn(line: string): Typed[] {
  const found = line.split(/[,;\t]/).flatMap((part): Typed[] => {
    const raw = part.trim();
    if (digitsOf(raw) < minDigits) return [];
    const phone = numberIn.exec(raw)?.[0] ?? '';
    // Report a mistyped number, such as `0912 345 67O`, with its whole cell.
    return [{ raw, phone: digitsOf(phone) < minDigits ? raw : phone }];
  });
  if (found.length > 1) return found;
  return [{ raw: line, phone: found[0]?.phone ?? line }];
}

const digitsOf = (text: string): number => text.replaceAll(/\D/g, '').length;
