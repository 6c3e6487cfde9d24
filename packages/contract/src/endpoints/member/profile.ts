import { Type } from 'typebox';
import { defineEndpoints } from '../../endpoint.ts';
import { accountFields, enterpriseFields, mapFields, type ProfileField } from '../../profile-fields.ts';
import { closedObject, MemberObject, nullable, UserInfo } from '../shapes.ts';

/** Maximum lengths of raw values. The service cleans a value before it applies the limits of the field. */
const maxLengths = { text: 400, email: 254, object: 64, province: 8, taxCode: 20 };
const text = ({ kind, example }: ProfileField) =>
  Type.Optional(nullable(Type.String({ maxLength: maxLengths[kind], examples: [example] })));

export const profileEndpoints = defineEndpoints('member', 'profile', {
  'PATCH /vid/api/users/profile': {
    id: 'changeProfile',
    limit: { perHour: 60, rows: 1 },
    summary: 'Complete or change the profile of the signed-in account; omitted fields stay unchanged',
    body: closedObject({
      ...mapFields(accountFields, text),
      object: Type.Optional(nullable(MemberObject)),
      enterprise: Type.Optional(closedObject(mapFields(enterpriseFields, text))),
    }),
    data: UserInfo,
    errors: ['TAX_CODE_INVALID', 'REAUTHENTICATION_REQUIRED', 'CHANGE_ON_HOLD'],
  },
});
