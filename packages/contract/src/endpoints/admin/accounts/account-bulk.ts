import { Type } from 'typebox';
import { accountBulkActions } from '../../../bulk.ts';
import { defineEndpoints } from '../../../endpoint.ts';
import { bulkChangeOf, Expected } from '../../bulk-shapes.ts';
import { closedObject, NoBody } from '../../shapes.ts';
import { accountFilters, Reason } from './accounts.ts';

const Action = Type.Enum([...accountBulkActions]);
const Change = bulkChangeOf('AccountBulkChange', Action, {
  reason: Type.String({ examples: ['The member lost the phone and called us.'] }),
});

export const adminAccountBulkEndpoints = defineEndpoints('admin', 'accounts', {
  'POST /vid/api/admin/accounts/bulk-changes': {
    id: 'startAccountBulkChange',
    limit: {
      perHour: 20,
      rows: 'expire',
      note: 'One call changes up to 50,000 accounts. An administrator runs one at a time.',
    },
    summary: 'Lock or unlock all matching accounts, or end their sessions',
    confirm: true,
    body: closedObject({
      ...accountFilters,
      action: Action,
      reason: Reason,
      expected: Expected,
    }),
    data: Change,
    errors: ['BULK_COUNT_CHANGED', 'BULK_RUNNING', 'BULK_TOO_MANY'],
  },
  'GET /vid/api/admin/accounts/bulk-changes': {
    id: 'listAccountBulkChanges',
    summary:
      'List the bulk changes that are running, can be undone, or ended within the last hour, newest first',
    data: Type.Array(Change),
  },
  'POST /vid/api/admin/accounts/bulk-changes/:bulkId/stop': {
    id: 'stopAccountBulkChange',
    limit: { perHour: 120, rows: 0 },
    summary: 'Stop a bulk change, or its undo. Accounts stay as they are',
    body: NoBody,
    data: Change,
    errors: ['BULK_STATE'],
  },
  'POST /vid/api/admin/accounts/bulk-changes/:bulkId/undo': {
    id: 'undoAccountBulkChange',
    limit: { perHour: 120, rows: 0 },
    summary: 'Undo a bulk change within ten minutes of its end',
    confirm: true,
    body: NoBody,
    data: Change,
    errors: ['BULK_STATE'],
  },
});
