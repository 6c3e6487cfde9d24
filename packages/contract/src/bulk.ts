export const bulkLimits = { rows: 50_000, undoMinutes: 10 } as const;

/**
 * Maximum changed permissions per application and day. Managers share one count, machine clients share another, and the
 * owner and each administrator have their own.
 */
export const changedPermissionsPerDay = 200_000;

export const accountBulkActions = ['lock', 'unlock', 'end-sessions'] as const;
export type AccountBulkAction = (typeof accountBulkActions)[number];
export const permissionBulkActions = ['set-role', 'lock', 'unlock', 'remove'] as const;
export type PermissionBulkAction = (typeof permissionBulkActions)[number];

/**
 * `running`: rows are being changed. `undoing`: the changed rows are being restored. `stopped`: a change or an undo
 * ended before its last row.
 */
export const bulkStatuses = ['running', 'done', 'stopped', 'undoing', 'undone'] as const;
export type BulkStatus = (typeof bulkStatuses)[number];

/**
 * Outcomes of a row in an undo. `undone`: the row was restored. The other outcomes say why the row keeps the change.
 * `changed-since`: a later change exists. `former-role-removed`: the role before the change no longer exists.
 * `erased-since`: the account was erased. `undo-failed`: the undo of the row ended with an error.
 */
export const bulkUndoOutcomes = [
  'undone',
  'changed-since',
  'former-role-removed',
  'erased-since',
  'undo-failed',
] as const;

/**
 * Outcomes of a row. `done`: the row was changed; an undo replaces `done` with an outcome of `bulkUndoOutcomes`. The
 * other outcomes say why the row was not changed. `role-removed`: the new role no longer exists. `failed`: the change
 * of the row ended with an error.
 */
export const bulkOutcomes = [
  'done',
  ...bulkUndoOutcomes,
  'unchanged',
  'own-account',
  'administrator',
  'locked-by-owner',
  'role-removed',
  'not-found',
  'failed',
] as const;
export type BulkOutcome = (typeof bulkOutcomes)[number];
