import {
  bulkLimits,
  bulkOutcomes,
  bulkUndoOutcomes,
  type BulkOutcome,
  type BulkStatus,
} from '@vid/contract/bulk';

export type Outcomes = Readonly<Partial<Record<BulkOutcome, number>>>;

export type BulkState = {
  readonly action: string;
  readonly status: BulkStatus;
  readonly outcomes: Outcomes;
  readonly endedAt: Date | null;
  /** Database time, because `endedAt` is also set by the database's clock. */
  readonly now: Date;
};

const irreversible: ReadonlySet<string> = new Set(['end-sessions']);

/** Returns the deadline for undoing a change; null if the change cannot be undone now or changed nothing. */
export function undoUntil({ action, status, outcomes, endedAt, now }: BulkState): Date | null {
  const hasEnded = status === 'done' || status === 'stopped';
  if (!hasEnded || endedAt === null || irreversible.has(action) || (outcomes.done ?? 0) === 0) return null;
  const until = new Date(endedAt.getTime() + bulkLimits.undoMinutes * 60_000);
  return now < until ? until : null;
}

/** Adds the outcomes of a batch. Rows that an undo has processed no longer count as `done`. */
export function addOutcomes(before: Outcomes, batch: readonly BulkOutcome[], isUndo: boolean): Outcomes {
  const counts: Partial<Record<BulkOutcome, number>> = { ...before };
  for (const outcome of batch) counts[outcome] = (counts[outcome] ?? 0) + 1;
  if (isUndo) counts.done = (counts.done ?? 0) - batch.length;
  return counts;
}

/** Returns the final outcomes, including rows whose accounts were erased before they were processed. */
export function closeOutcomes(end: 'done' | 'undone', outcomes: Outcomes, total: number): Outcomes {
  const { done = 0, 'not-found': notFound = 0, 'erased-since': erased = 0 } = outcomes;
  // During an undo, `done` counts only the rows that the undo has not reached.
  return end === 'undone'
    ? { ...outcomes, done: 0, 'erased-since': erased + done }
    : { ...outcomes, 'not-found': notFound + total - sumOf(outcomes) };
}

const sumOf = (outcomes: Outcomes): number => Object.values(outcomes).reduce((sum, count) => sum + count, 0);

/**
 * Returns how many rows the change, or its finished undo, changed and how many it skipped. After a stopped
 * undo, rows that are still changed count as `done`.
 */
export function countEnded(status: BulkStatus, outcomes: Outcomes): { done: number; skipped: number } {
  const { done = 0, undone = 0 } = outcomes;
  const ofUndo = bulkUndoOutcomes.reduce((sum, outcome) => sum + (outcomes[outcome] ?? 0), 0);
  return status === 'undone'
    ? { done: undone, skipped: ofUndo - undone }
    : { done, skipped: sumOf(outcomes) - done - undone };
}

export function listOutcomes(outcomes: Outcomes): { outcome: BulkOutcome; count: number }[] {
  return bulkOutcomes.flatMap((outcome) => {
    const count = outcomes[outcome] ?? 0;
    return count > 0 ? [{ outcome, count }] : [];
  });
}

/**
 * Returns the final status of a run or an undo. An incomplete undo becomes `stopped`, so that it can be
 * started again.
 */
export function endOf(status: BulkStatus, isComplete: boolean): 'done' | 'undone' | 'stopped' {
  if (!isComplete) return 'stopped';
  return status === 'undoing' ? 'undone' : 'done';
}
