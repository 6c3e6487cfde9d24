import { setTimeout as delay } from 'node:timers/promises';
import { isOutage } from './outage.ts';

const pauseMs = 300;
const maxRepeats = 20;

/**
 * Repeats work up to `maxRepeats` times while the database is down or overloaded. The work must be idempotent,
 * because it may have been committed before its connection was lost.
 */
export async function repeatOnOutage<T>(work: () => Promise<T>): Promise<T> {
  for (let repeats = 0; ; repeats += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isOutage(error) || repeats === maxRepeats) throw error;
    }
    await delay(pauseMs);
  }
}
