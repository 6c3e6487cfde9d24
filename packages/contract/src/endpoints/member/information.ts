import { Type } from 'typebox';
import { defineEndpoints, sessionErrors } from '../../endpoint.ts';

export const informationEndpoints = defineEndpoints({
  'GET /vid/api/users/information': {
    summary: 'Read what the profile page shows besides `me`',
    tag: 'profile',
    access: 'member',
    data: Type.Object({
      email: Type.Object({
        state: Type.Union([Type.Literal('none'), Type.Literal('waiting'), Type.Literal('confirmed')]),
        canConfirm: Type.Boolean({ description: 'Whether this server sends mail.' }),
      }),
    }),
    errors: sessionErrors,
  },
});
