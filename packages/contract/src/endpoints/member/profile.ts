import { Type } from 'typebox';
import { defineEndpoints } from '../../endpoint.ts';
import { closed, MemberObject, UserInfo } from '../shapes.ts';

const text = (maxLength = 400) => Type.Union([Type.String({ maxLength }), Type.Null()]);

export const profileEndpoints = defineEndpoints({
  'PATCH /vid/api/users/profile': {
    summary: 'Complete or change the information of the signed-in account; fields left out stay',
    tag: 'profile',
    access: 'member',
    body: Type.Object(
      {
        name: Type.Optional(text()),
        email: Type.Optional(text(254)),
        object: Type.Optional(Type.Union([MemberObject, Type.Null()])),
        province: Type.Optional(text(8)),
        enterprise: Type.Optional(
          Type.Object(
            {
              name: Type.Optional(text()),
              shortName: Type.Optional(text()),
              taxCode: Type.Optional(text(20)),
              representative: Type.Optional(text()),
            },
            closed,
          ),
        ),
      },
      closed,
    ),
    data: UserInfo,
    errors: ['TOKEN_MISSING', 'TOKEN_INVALID', 'TAX_CODE_INVALID'],
  },
});
