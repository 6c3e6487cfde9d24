import type { ActivityRepo } from './activity.repo.ts';

/** A step reads at most this many hours, so that it ends within a statement's time at a million events a day. */
const stepHours = 6;
/** No transaction lasts this long, so an hour that ended earlier does not change any more. */
const lateMinutes = 15;
/** Limits the first run after an update, which counts the whole audit log. The next run continues. */
const maxSteps = 200;

/**
 * Counts what happened since the last run. Counting an hour again gives the same rows, so several processes may do it at
 * the same time, and a missed run costs nothing.
 */
export async function countActivity(repo: ActivityRepo): Promise<void> {
  for (let step = 0; step < maxSteps; step += 1) {
    // Each step begins where the one before has ended.
    const span = await repo.findSpan(stepHours, lateMinutes);
    await repo.count(span.first, span.end);
    if (span.isLast) break;
  }
  await repo.countSessions();
}
