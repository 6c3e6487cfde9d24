import type { ActivityRepo } from './activity.repo.ts';

/**
 * The maximum number of hours that a step reads, so that it ends within a statement's time at a million events a day.
 */
const stepHours = 6;
/** No transaction lasts this long, so the events of an hour that ended earlier no longer change. */
const lateMinutes = 15;
/** Limits the first run after an update, which counts the whole audit log. The next run continues the count. */
const maxSteps = 200;

/**
 * Counts the events since the last run. Counting an hour again gives the same rows, so several processes may count at
 * the same time, and a missed run does no harm.
 */
export async function countActivity(repo: ActivityRepo): Promise<void> {
  for (let step = 0; step < maxSteps; step += 1) {
    // Each step begins where the previous step ended.
    const span = await repo.findSpan(stepHours, lateMinutes);
    await repo.count(span.first, span.end);
    if (span.isLast) break;
  }
  await repo.countSessions();
}
