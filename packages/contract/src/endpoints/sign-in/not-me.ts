import { Type } from 'typebox';
import { defineEndpoints } from '../../endpoint.ts';
import { closed, LinkCode } from '../shapes.ts';

export const notMeEndpoints = defineEndpoints({
  'POST /vid/ajax/auth/not-me': {
    id: 'lockOwnAccount',
    summary: 'Lock the account with the link of a notice, or stop the recovery that the notice reports',
    tag: 'recovery',
    access: 'visitor',
    body: Type.Object({ code: LinkCode }, closed),
    data: Type.Object({
      outcome: Type.Union([Type.Literal('locked'), Type.Literal('stopped')], {
        description: '`locked`: every session has ended and the owner must recover the account.',
      }),
    }),
    errors: ['NOTICE_LINK_INVALID'],
  },
});
