import { Type, type TProperties, type TSchema } from 'typebox';
import { bulkLimits, bulkOutcomes, bulkStatuses } from '../bulk.ts';
import { maxAccountsCounted } from '../limits.ts';
import { namedEnum, namedObject } from '../named.ts';
import { AccountName, idOf, IsoTime, nullable } from './shapes.ts';

export const Expected = Type.Integer({
  minimum: 1,
  maximum: bulkLimits.rows,
  description: 'The number of matches that the caller confirmed. If it has changed, the call fails.',
  examples: [9908],
});

export const BulkCount = namedObject('BulkCount', {
  count: nullable(Type.Integer({ examples: [9908] }), {
    description: `All matches at this moment. Null if there are more than ${bulkLimits.rows.toLocaleString('en')}, or than ${maxAccountsCounted.toLocaleString('en')} accounts without a search.`,
  }),
});

export const IsUndo = Type.Boolean({
  description: 'Whether the undo of a bulk change made it. `reason` is then the reason for that change.',
});

export const BulkId = idOf('blk');

/**
 * Returns the schema of a bulk change. `action` is one of the changes that the list offers, and `more` contains its
 * other fields.
 */
export function bulkChangeOf<Action extends TSchema, More extends TProperties>(
  name: string,
  action: Action,
  more: More,
) {
  return namedObject(name, {
    id: BulkId,
    action,
    ...more,
    status: namedEnum('BulkStatus', [...bulkStatuses]),
    total: Type.Integer({ description: 'The rows that matched at the start.', examples: [9908] }),
    outcomes: Type.Array(
      Type.Object({
        outcome: namedEnum('BulkOutcome', [...bulkOutcomes]),
        count: Type.Integer({ minimum: 1, examples: [9901] }),
      }),
      { description: 'The processed rows, by outcome.' },
    ),
    startedBy: AccountName,
    startedAt: IsoTime,
    endedAt: nullable(IsoTime),
    undoUntil: nullable(IsoTime, { description: 'Null while it cannot be undone.' }),
    undoneBy: AccountName,
  });
}
