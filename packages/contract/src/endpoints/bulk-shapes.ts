import { Type, type TSchema } from 'typebox';
import { namedEnum, namedObject } from '../named.ts';
import { AccountName, idOf, IsoTime, nullable } from './shapes.ts';

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

/** The count that the caller has confirmed. */
export const Expected = Type.Integer({
  minimum: 1,
  maximum: bulkLimits.rows,
  description: 'The number of matches that was confirmed. If it has changed, nothing is changed.',
  examples: [9908],
});

export const BulkCount = namedObject('BulkCount', {
  count: nullable(Type.Integer({ examples: [9908] }), {
    description: `All matches at this moment. Null if there are more than ${bulkLimits.rows.toLocaleString('en')}.`,
  }),
});

export const BulkId = idOf('blk');

/** A change of all rows that matched. `action` is one of the changes that the list offers. */
export function bulkChangeOf<Action extends TSchema>(name: string, action: Action) {
  return namedObject(name, {
    id: BulkId,
    action,
    status: namedEnum('BulkStatus', [...bulkStatuses]),
    total: Type.Integer({ description: 'The rows that matched at the start.', examples: [9908] }),
    outcomes: Type.Array(
      Type.Object({
        outcome: namedEnum('BulkOutcome', [...bulkOutcomes]),
        count: Type.Integer({ minimum: 1, examples: [9901] }),
      }),
      { description: 'The rows that were worked on, by outcome.' },
    ),
    reason: Type.String({ examples: ['The member lost the phone and called us.'] }),
    startedBy: AccountName,
    startedAt: IsoTime,
    endedAt: nullable(IsoTime),
    undoUntil: nullable(IsoTime, { description: 'Null while it cannot be undone.' }),
    undoneBy: AccountName,
  });
}
