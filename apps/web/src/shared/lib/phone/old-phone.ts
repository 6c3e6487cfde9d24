import { hasOldPrefix, toInternational } from './phone.ts';

/** Maps mobile prefixes from before the 2018 migration to their successors, without the trunk prefix 0. */
const successors: Readonly<Record<string, string>> = Object.fromEntries(
  '120-70 121-79 122-77 123-83 124-84 125-85 126-76 127-81 128-78 129-82 162-32 163-33 164-34 165-35 166-36 167-37 168-38 169-39 186-56 188-58 199-59'
    .split(' ')
    .map((pair) => pair.split('-')),
);

/** Returns the current number (E.164) for a number from before 2018, or null for any other input. */
export function convertOldPrefix(input: string): string | null {
  const digits = hasOldPrefix(input) ? toInternational(input).slice('+84'.length) : '';
  const successor = successors[digits.slice(0, 3)];
  return successor === undefined ? null : `+84${successor}${digits.slice(3)}`;
}
