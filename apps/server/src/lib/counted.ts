import { maxPeople } from '@vid/contract/limits';

/** The plural of the noun must end in s: "1 client", "2 clients". */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** People are counted only up to `maxPeople`, so a number at the limit gets a plus sign. */
export const upTo = (people: number): string => `${people}${people < maxPeople ? '' : '+'}`;
