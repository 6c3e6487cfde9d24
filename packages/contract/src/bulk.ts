/** Limits of a bulk change, which changes all rows that match a filter. */
export const bulkLimits = { rows: 50_000, undoMinutes: 10 } as const;

/**
 * `running`: rows are being changed. `undoing`: the changed rows are being restored. `stopped`: either ended before its
 * last row.
 */
export const bulkStatuses = ['running', 'done', 'stopped', 'undoing', 'undone'] as const;
export type BulkStatus = (typeof bulkStatuses)[number];

/**
 * The outcome of a row. `done`: the row was changed. `undone`: the undo restored the row. `changed-since`: the undo
 * left the row, because someone had changed it since. Other outcomes say why the row was left out.
 */
export const bulkOutcomes = [
  'done',
  'undone',
  'changed-since',
  'unchanged',
  'own-account',
  'administrator',
  'locked-by-owner',
  'not-found',
  'failed',
] as const;
export type BulkOutcome = (typeof bulkOutcomes)[number];
