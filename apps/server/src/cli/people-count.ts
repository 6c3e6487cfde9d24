import { maxPeople } from '@vid/contract/limits';

/** Formats a number of people, which is counted up to `maxPeople`. */
export const upTo = (people: number): string => `${people}${people < maxPeople ? '' : '+'}`;
