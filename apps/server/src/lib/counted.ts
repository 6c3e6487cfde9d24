import { maxPeople } from '@vid/contract/limits';

/** Formats a number of things: "1 client", "2 clients". The plural must end in s. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Formats a number of people, who are counted only up to `maxPeople`, with a plus sign at the limit. */
export const upTo = (people: number): string => `${people}${people < maxPeople ? '' : '+'}`;
