/** Bounds of a change of all rows that match a filter. */
export const bulkLimits = { rows: 50_000, undoMinutes: 10 } as const;

/**
 * `running`: rows are being changed. `undoing`: the changed rows are being restored. `stopped`: either ended before its
 * last row.
 */
export const bulkStatuses = ['running', 'done', 'stopped', 'undoing', 'undone'] as const;
export type BulkStatus = (typeof bulkStatuses)[number];

/**
 * What became of a row. `done`: it was changed. `undone`, `changed-since`: the undo restored the row, or left it because
 * someone has changed it since. The others say why the row was left out.
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
