import { maxPeople } from '@vid/contract/limits';

/** Formats a count with its noun, as in "1 client" and "2 clients". The plural must end in s. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Formats a number of people, which is counted only up to `maxPeople` and has a plus sign at that limit. */
export const upTo = (people: number): string => `${people}${people < maxPeople ? '' : '+'}`;
