import type { ActivityRepo } from './activity.repo.ts';

/**
 * Hours that a step reads at most, so that its statement does not time out even at a million events a day.
 */
const stepHours = 6;
/** Longer than any transaction, so that the events of an hour that ended earlier no longer change. */
const lateMinutes = 15;
/**
 * Steps of a run. Only the first run, which counts the whole audit log, may need more; the next run continues
 * where it stopped.
 */
const maxSteps = 200;

/**
 * Counts the events since the last run. Counting an hour again gives the same rows, so concurrent and missed
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
