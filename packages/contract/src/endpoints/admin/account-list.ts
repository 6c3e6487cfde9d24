import { Type } from 'typebox';
import { adminErrors, defineEndpoints } from '../../endpoint.ts';
import { pageQuery } from '../../page.ts';
import { closed, nullable } from '../shapes.ts';
import { AccountId, accountFilters, Reason } from './accounts.ts';

const tag = 'accounts';

export const maxChangedAccounts = 100;

/** `unchanged`: the account already had the wanted status. The outcomes after it are refusals. */
export const accountChangeOutcomes = ['done', 'unchanged', 'not-found', 'own-account', 'last-admin'] as const;

export const adminAccountListEndpoints = defineEndpoints({
  'POST /vid/api/admin/accounts/changes': {
    id: 'changeAccounts',
    summary: 'Lock, unlock or end the sessions of up to 100 accounts; each is reported',
    tag,
    access: 'admin',
    confirm: true,
    body: Type.Object(
      {
        action: Type.Enum(['lock', 'unlock', 'end-sessions'], { examples: ['lock'] }),
        accountIds: Type.Array(AccountId, { minItems: 1, maxItems: maxChangedAccounts, uniqueItems: true }),
        reason: Reason,
      },
      closed,
    ),
    data: Type.Object({
      report: Type.Array(
        Type.Object({
          accountId: AccountId,
          outcome: Type.Enum([...accountChangeOutcomes], { examples: ['done'] }),
        }),
        { description: 'In the order of the request.' },
      ),
    }),
    errors: [...adminErrors, 'REAUTHENTICATION_REQUIRED'],
  },
  'POST /vid/api/admin/accounts/export': {
    id: 'exportAccounts',
    summary: 'Get the filtered accounts as lines of a CSV file, 5,000 at a time',
    tag,
    access: 'admin',
    confirm: true,
    body: Type.Object({ ...accountFilters, after: pageQuery.after }, closed),
    data: Type.Object({
      csv: Type.String({
        description: 'The first part begins with the titles.',
        examples: ['An,0912 345 678'],
      }),
      next: nullable(Type.String()),
    }),
    errors: [...adminErrors, 'REAUTHENTICATION_REQUIRED'],
  },
});
