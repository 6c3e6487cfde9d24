import { Type } from 'typebox';
import { named } from '../../named.ts';
import { defineEndpoints, sessionErrors } from '../../endpoint.ts';
import { pageOf, pageQuery } from '../../page.ts';
import { closed, IsoTime, nullable, ReferralCode } from '../shapes.ts';

const Count = Type.Integer({ minimum: 0, examples: [12] });

/** A member who signed up with the caller's code. Has no id: the inviter learns nothing but the name's last word. */
const InvitedMember = named(
  'InvitedMember',
  Type.Object({
    displayName: nullable(Type.String({ examples: ['N*** V*** An'] }), {
      description: 'The masked name; null if the account has none yet.',
    }),
    isEnterprise: Type.Boolean(),
    joinedAt: IsoTime,
  }),
);

export const invitationEndpoints = defineEndpoints({
  'GET /vid/api/users/invitations': {
    id: 'listInvitations',
    summary: 'Get the invitation link of the account, and who signed up with it, newest first',
    tag: 'profile',
    access: 'member',
    query: Type.Object(pageQuery, closed),
    data: Type.Object({
      referralCode: ReferralCode,
      link: Type.String({
        description: 'Opens sign-up with the code. A `campaign` parameter may be added.',
        examples: ['https://id.example.vn/vid/web/qr/K7M2Q9XA'],
      }),
      counts: Type.Object({
        joined: Count,
        recent: Type.Integer({ minimum: 0, description: 'In the last 30 days.', examples: [3] }),
      }),
      joined: pageOf(InvitedMember),
    }),
    errors: sessionErrors,
  },
});
