import { maxPeople } from '@vid/contract/limits';

/** Returns a number with its English noun, whose plural ends in s: "1 client", "2 clients". */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Formats a number of people, which is counted up to `maxPeople`. */
export const upTo = (people: number): string => `${people}${people < maxPeople ? '' : '+'}`;
