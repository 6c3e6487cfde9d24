import { maxPeople } from '@vid/contract/limits';

/** Formats a count with its noun, as in "1 client" and "2 clients". The plural must end in s. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Formats a number of people. Counting stops at `maxPeople`, which gets a plus sign. */
export const upTo = (people: number): string => `${people}${people < maxPeople ? '' : '+'}`;
