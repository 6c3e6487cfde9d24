import { Type } from 'typebox';
import { defineEndpoints, sessionErrors } from '../../endpoint.ts';
import { accountFields, enterpriseFields, mapFields, type ProfileField } from '../../profile-fields.ts';
import { closed, MemberObject, nullable, UserInfo } from '../shapes.ts';

/** Longer than any valid value, because the service cleans the text before it applies the real limits. */
const maxLengths = { text: 400, email: 254, object: 64, province: 8, taxCode: 20 };
const text = ({ kind, example }: ProfileField) =>
  Type.Optional(nullable(Type.String({ maxLength: maxLengths[kind], examples: [example] })));

export const profileEndpoints = defineEndpoints({
  'PATCH /vid/api/users/profile': {
    id: 'changeProfile',
    summary: 'Complete or change the profile of the signed-in account; omitted fields stay unchanged',
    tag: 'profile',
    access: 'member',
    body: Type.Object(
      {
        ...mapFields(accountFields, text),
        object: Type.Optional(nullable(MemberObject)),
        enterprise: Type.Optional(Type.Object(mapFields(enterpriseFields, text), closed)),
      },
      closed,
    ),
    data: UserInfo,
    errors: [...sessionErrors, 'TAX_CODE_INVALID', 'REAUTHENTICATION_REQUIRED', 'CHANGE_ON_HOLD'],
  },
});
