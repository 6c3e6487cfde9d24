import type { ActivityRepo } from './activity.repo.ts';

/**
 * Maximum number of hours that a step reads, so that its statement ends within the timeout even with a million
 * events a day.
 */
const stepHours = 6;
/** Longer than any transaction, so that the counts of earlier hours are final. */
const lateMinutes = 15;
/**
 * Maximum number of steps of a run. Only the first run, which counts the whole audit log, may need more; the
 * next run continues from there.
 */
const maxSteps = 200;

/**
 * Counts the events since the last run. Counting an hour again gives the same rows, so concurrent or missed
 * runs do no harm.
 */
export async function countActivity(repo: ActivityRepo): Promise<void> {
  for (let step = 0; step < maxSteps; step += 1) {
    const span = await repo.findSpan(stepHours, lateMinutes);
    await repo.count(span.first, span.end);
    if (span.isLast) break;
  }
  await repo.countSessions();
}
