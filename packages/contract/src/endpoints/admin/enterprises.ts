import { Type } from 'typebox';
import { requiredChecks } from '../../checks.ts';
import { namedEnum, namedObject } from '../../named.ts';
import { defineEndpoints } from '../../endpoint.ts';
import { countedPageOf, pageQuery } from '../../page.ts';
import {
  AccountId,
  checksOf,
  closedObject,
  Enterprise,
  EnterpriseState,
  enterpriseStates,
  IsoTime,
  maxVersion,
  nullable,
} from '../shapes.ts';
import { Author } from './accounts/account-support-fields.ts';
import { Reason } from './accounts/accounts.ts';

const Phone = nullable(Type.String({ examples: ['+84912345678'] }), {
  description: 'E.164. Null if the number went to a new owner.',
});
const Revision = Type.Integer({
  minimum: 1,
  maximum: maxVersion,
  description: 'The number of changes to the checked fields. A decision names the version that was shown.',
  examples: [3],
});

const Item = namedObject('EnterpriseItem', {
  id: AccountId,
  ...Type.Omit(Enterprise, ['verified']).properties,
  taxCodeVerdict: namedEnum('TaxCodeVerdict', ['ok', 'unverified', 'malformed', 'none'], {
    description:
      '`unverified`: the check digit does not match, which is a warning. `none`: there is no code.',
  }),
  state: EnterpriseState,
  declaredAt: IsoTime,
  checkedAt: nullable(IsoTime),
});

export const queueQuery = {
  search: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'The beginning of a name, phone number, email address or tax code.',
      examples: ['dia oc minh anh'],
    }),
  ),
  ...pageQuery,
};

export const adminEnterpriseEndpoints = defineEndpoints('admin', 'enterprises', {
  // Use POST, because a search can be a name or a phone number, which must not appear in a URL.
  'POST /vid/api/admin/enterprises/search': {
    id: 'searchEnterprises',
    listsMembers: true,
    summary: 'List the enterprises to check, longest wait first, or the checked ones, newest first',
    body: closedObject({
      state: Type.Optional(
        Type.Enum([...enterpriseStates], {
          default: 'declared',
          description: '`declared` enterprises have a name, a tax code and a representative.',
        }),
      ),
      ...queueQuery,
    }),
    data: countedPageOf(Item),
  },
  'GET /vid/api/admin/enterprises/:accountId': {
    id: 'getEnterprise',
    summary: 'Get what an enterprise declared, what to check, and the association’s findings',
    data: Type.Object({
      ...Item.properties,
      revision: Revision,
      phone: Phone,
      email: nullable(Type.String({ examples: ['lienhe@minhanh.example.vn'] })),
      province: nullable(Type.String({ examples: ['01'] })),
      createdAt: IsoTime,
      isOwn: Type.Boolean({
        description: 'Whether it belongs to the calling administrator, who may not decide on it.',
      }),
      isLocked: Type.Boolean(),
      reason: nullable(Type.String({ description: 'Why it was declined.' })),
      checkedBy: Author,
      sameTaxCode: Type.Array(
        Type.Object({
          id: AccountId,
          name: nullable(Type.String({ examples: ['Công ty Cổ phần Địa ốc Minh Anh'] })),
          state: EnterpriseState,
        }),
        { description: 'At most 10 other enterprises that declare the same tax code.' },
      ),
      brokers: Type.Integer({
        description: 'Brokers who name it as their employer, at most 1,000.',
        examples: [12],
      }),
    }),
  },
  'POST /vid/api/admin/enterprises/:accountId/verify': {
    id: 'verifyEnterprise',
    limit: { perHour: 1_200, rows: 0 },
    summary: 'Verify the name and tax code of an enterprise, as they were shown',
    confirm: true,
    body: closedObject({ revision: Revision, checks: checksOf(requiredChecks['enterprise.verified']) }),
    errors: ['OWN_ACCOUNT', 'RECORD_CHANGED'],
  },
  'POST /vid/api/admin/enterprises/:accountId/refuse': {
    id: 'refuseEnterprise',
    limit: { perHour: 1_200, rows: 0 },
    summary: 'Decline an enterprise, or withdraw its verification; the member can read the reason',
    confirm: true,
    body: closedObject({ revision: Revision, reason: Reason }),
    errors: ['OWN_ACCOUNT', 'RECORD_CHANGED'],
  },
});
