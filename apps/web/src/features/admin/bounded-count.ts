import { maxPeople, maxWaiting } from '@vid/contract/limits';
import { formatNumber } from '#shared/i18n/format.ts';

/** Formats a number that the server counts up to `max`. */
const boundedCount = (count: number, max: number): string =>
  `${formatNumber(count)}${count < max ? '' : '+'}`;

export const peopleText = (people: number): string => boundedCount(people, maxPeople);
export const waitingText = (waiting: number): string => boundedCount(waiting, maxWaiting);
