import {
  bulkLimits,
  bulkOutcomes,
  type BulkOutcome,
  type BulkStatus,
} from '@vid/contract/endpoints/bulk-shapes';

/** The number of rows by outcome. */
export type Outcomes = Readonly<Partial<Record<BulkOutcome, number>>>;

/** The state of a change that decides what may be done with it. */
export type BulkState = {
  readonly action: string;
  readonly status: BulkStatus;
  readonly outcomes: Outcomes;
  readonly endedAt: Date | null;
};

/** Ended sessions cannot be brought back. */
const irreversible: ReadonlySet<string> = new Set(['end-sessions']);

/** Returns until when a change can be undone; null if it cannot be undone now, or has changed nothing. */
export function undoUntil({ action, status, outcomes, endedAt }: BulkState, now: Date): Date | null {
  const hasEnded = status === 'done' || status === 'stopped';
  if (!hasEnded || endedAt === null || irreversible.has(action) || (outcomes.done ?? 0) === 0) return null;
  const until = new Date(endedAt.getTime() + bulkLimits.undoMinutes * 60_000);
  return now < until ? until : null;
}

/** Adds the outcomes of a batch. An undo takes the rows that it worked on away from the changed ones. */
export function addOutcomes(before: Outcomes, batch: readonly BulkOutcome[], isUndo: boolean): Outcomes {
  const counts: Partial<Record<BulkOutcome, number>> = { ...before };
  for (const outcome of batch) counts[outcome] = (counts[outcome] ?? 0) + 1;
  if (isUndo) counts.done = (counts.done ?? 0) - batch.length;
  return counts;
}

/** Counts the rows whose accounts were erased before the job reached them. */
export function closeOutcomes(outcomes: Outcomes, total: number): Outcomes {
  const missing = total - sumOf(outcomes);
  return missing > 0 ? { ...outcomes, 'not-found': (outcomes['not-found'] ?? 0) + missing } : outcomes;
}

export function sumOf(outcomes: Outcomes): number {
  return Object.values(outcomes).reduce((sum, count) => sum + count, 0);
}

/** Lists the outcomes that occurred, in the order of the contract. */
export function listOutcomes(outcomes: Outcomes): { outcome: BulkOutcome; count: number }[] {
  return bulkOutcomes.flatMap((outcome) => {
    const count = outcomes[outcome] ?? 0;
    return count > 0 ? [{ outcome, count }] : [];
  });
}

/** The end of a change: all rows were worked on, or nobody may continue it. */
export function endOf(status: 'running' | 'undoing', isComplete: boolean): BulkStatus {
  if (status === 'undoing') return 'undone';
  return isComplete ? 'done' : 'stopped';
}
