import { Type } from 'typebox';
import { named } from '../../named.ts';
import { adminErrors, defineEndpoints } from '../../endpoint.ts';
import { pageOf, pageQuery } from '../../page.ts';
import { closed, Done, Enterprise, EnterpriseState, enterpriseStates, IsoTime, nullable } from '../shapes.ts';
import { Author } from './account-support-fields.ts';
import { AccountId, accountParams, Reason } from './accounts.ts';

const tag = 'enterprises';

const Phone = nullable(Type.String({ examples: ['+84912345678'] }), {
  description: 'E.164. Null if the number went to a new owner.',
});
const Revision = Type.Integer({
  minimum: 1,
  description: 'Counts the changes of what is checked. A decision names the one that was read.',
  examples: [3],
});

const Item = named(
  'EnterpriseItem',
  Type.Object({
    id: AccountId,
    ...Type.Omit(Enterprise, ['verified']).properties,
    taxCodeVerdict: named(
      'TaxCodeVerdict',
      Type.Enum(['ok', 'unverified', 'malformed', 'none'], {
        description:
          '`unverified`: the check digit does not match, which is a warning. `none`: there is no code.',
        examples: ['ok'],
      }),
    ),
    state: EnterpriseState,
    declaredAt: IsoTime,
    checkedAt: nullable(IsoTime),
  }),
);

const findingErrors = [
  ...adminErrors,
  'REAUTHENTICATION_REQUIRED',
  'NOT_FOUND',
  'OWN_ACCOUNT',
  'RECORD_CHANGED',
] as const;

/** Filters and paging of a queue. */
export const queueQuery = {
  search: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'The beginning of a name, phone number, e-mail address or tax code.',
      examples: ['dia oc minh anh'],
    }),
  ),
  ...pageQuery,
};

export const adminEnterpriseEndpoints = defineEndpoints({
  // POST, because a search can be a name or a phone number.
  'POST /vid/api/admin/enterprises/search': {
    id: 'searchEnterprises',
    summary:
      'List the enterprises to check, those that wait longest first, or those that were checked, newest first',
    tag,
    access: 'admin',
    body: Type.Object(
      {
        state: Type.Optional(
          Type.Enum([...enterpriseStates], {
            default: 'declared',
            description: 'Those of `declared` have a name, a tax code and a representative.',
            examples: ['declared'],
          }),
        ),
        ...queueQuery,
      },
      closed,
    ),
    data: pageOf(Item),
    errors: adminErrors,
  },
  'GET /vid/api/admin/enterprises/:accountId': {
    id: 'getEnterprise',
    summary: 'Get what an enterprise declared, what to look at, and what the association found',
    tag,
    access: 'admin',
    params: accountParams,
    data: Type.Object({
      ...Item.properties,
      revision: Revision,
      phone: Phone,
      email: nullable(Type.String({ examples: ['lienhe@minhanh.example.vn'] })),
      province: nullable(Type.String({ examples: ['01'] })),
      createdAt: IsoTime,
      isOwn: Type.Boolean({
        description: 'The account of the administrator who asks, who may not decide on it.',
      }),
      isLocked: Type.Boolean(),
      reason: nullable(Type.String({ description: 'Why it was refused.' })),
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
    errors: [...adminErrors, 'NOT_FOUND'],
  },
  'POST /vid/api/admin/enterprises/:accountId/verify': {
    id: 'verifyEnterprise',
    summary: 'Verify the name and tax code of an enterprise, as they were read',
    tag,
    access: 'admin',
    confirm: true,
    params: accountParams,
    body: Type.Object({ revision: Revision }, closed),
    data: Done,
    errors: findingErrors,
  },
  'POST /vid/api/admin/enterprises/:accountId/refuse': {
    id: 'refuseEnterprise',
    summary: 'Refuse an enterprise, or withdraw its verification; the member reads the reason',
    tag,
    access: 'admin',
    confirm: true,
    params: accountParams,
    body: Type.Object({ revision: Revision, reason: Reason }, closed),
    data: Done,
    errors: findingErrors,
  },
});
