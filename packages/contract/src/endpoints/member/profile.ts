import { Type } from 'typebox';
import { defineEndpoints, sessionErrors } from '../../endpoint.ts';
import { closed, MemberObject, nullable, UserInfo } from '../shapes.ts';

/** The limit is longer than any valid value, because the service cleans the text before it applies the real limits. */
const text = (example: string, maxLength = 400) =>
  Type.Optional(nullable(Type.String({ maxLength, examples: [example] })));

export const profileEndpoints = defineEndpoints({
  'PATCH /vid/api/users/profile': {
    id: 'changeProfile',
    summary: 'Complete or change the profile of the signed-in account; omitted fields stay unchanged',
    tag: 'profile',
    access: 'member',
    body: Type.Object(
      {
        name: text('Nguyễn Thị Minh Anh'),
        email: text('minhanh@example.vn', 254),
        object: Type.Optional(nullable(MemberObject)),
        province: text('01', 8),
        enterprise: Type.Optional(
          Type.Object(
            {
              name: text('Công ty Cổ phần Địa ốc Minh Anh'),
              shortName: text('Minh Anh Land'),
              taxCode: text('0101248141', 20),
              representative: text('Nguyễn Thị Minh Anh'),
            },
            closed,
          ),
        ),
      },
      closed,
    ),
    data: UserInfo,
    errors: [...sessionErrors, 'TAX_CODE_INVALID', 'REAUTHENTICATION_REQUIRED', 'CHANGE_ON_HOLD'],
  },
});
