import type { ActivityRepo } from './activity.repo.ts';

/** Maximum number of hours that a step reads, so that its statement ends within the statement timeout. */
const stepHours = 6;
/** Longer than any transaction, so that the counts of earlier hours are final. */
const lateMinutes = 15;
/**
 * Maximum number of steps of a run. The next run continues with a longer backlog, such as the whole audit log
 * at first.
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
