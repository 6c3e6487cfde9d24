import { Type } from 'typebox';
import { defineEndpoints } from '../../../endpoint.ts';
import { pageQuery } from '../../../page.ts';
import { AccountId, closedObject, nullable } from '../../shapes.ts';
import { accountListQuery, Reason } from './accounts.ts';

const maxChangedAccounts = 100;

/** `unchanged`: the account already had the requested status. The outcomes after `unchanged` are refusals. */
const accountChangeOutcomes = ['done', 'unchanged', 'not-found', 'own-account', 'last-admin'] as const;

export const adminAccountListEndpoints = defineEndpoints('admin', 'accounts', {
  'POST /vid/api/admin/accounts/changes': {
    id: 'changeAccounts',
    limit: { perHour: 600, rows: 0 },
    summary: 'Lock or unlock up to 100 accounts, or end their sessions; the response has a result for each',
    confirm: true,
    body: closedObject({
      action: Type.Enum(['lock', 'unlock', 'end-sessions']),
      accountIds: Type.Array(AccountId, { minItems: 1, maxItems: maxChangedAccounts, uniqueItems: true }),
      reason: Reason,
    }),
    data: Type.Object({
      report: Type.Array(
        Type.Object({
          accountId: AccountId,
          outcome: Type.Enum([...accountChangeOutcomes]),
        }),
        { description: 'In the order of the request.' },
      ),
    }),
  },
  'POST /vid/api/admin/accounts/export': {
    id: 'exportAccounts',
    limit: { perHour: 60, rows: 0 },
    summary: 'Get the filtered accounts as lines of a CSV file, 5,000 at a time',
    confirm: true,
    body: closedObject({ ...accountListQuery, after: pageQuery.after }),
    data: Type.Object({
      csv: Type.String({
        description: 'The first part begins with the column titles.',
        examples: ['An,0912 345 678'],
      }),
      next: nullable(Type.String()),
    }),
  },
});
