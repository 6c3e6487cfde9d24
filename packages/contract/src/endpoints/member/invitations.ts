import { Type } from 'typebox';
import { namedObject } from '../../named.ts';
import { defineEndpoints } from '../../endpoint.ts';
import { pageOf, pageQuery } from '../../page.ts';
import { closedObject, IsoTime, nullable, ReferralCode } from '../shapes.ts';

const Count = Type.Integer({ minimum: 0, examples: [12] });

/**
 * A member who signed up with the caller's code. There is no id, because the inviter may learn only the
 * masked name.
 */
const InvitedMember = namedObject('InvitedMember', {
  displayName: nullable(Type.String({ examples: ['N*** V*** An'] }), {
    description: 'The masked name; null if the account has none yet.',
  }),
  isEnterprise: Type.Boolean(),
  joinedAt: IsoTime,
});

export const invitationEndpoints = defineEndpoints('member', 'profile', {
  'GET /vid/api/users/invitations': {
    id: 'listInvitations',
    summary: 'Get the invitation link of the account, and who signed up with it, newest first',
    query: closedObject(pageQuery),
    data: Type.Object({
      referralCode: ReferralCode,
      link: Type.String({
        description: 'Opens sign-up with the code. A `campaign` parameter may be added.',
        examples: ['https://id.example.vn/vid/web/qr/K7M2Q9HTVN'],
      }),
      counts: Type.Object({
        joined: Count,
        recent: Type.Integer({ minimum: 0, description: 'In the last 30 days.', examples: [3] }),
      }),
      joined: pageOf(InvitedMember),
    }),
  },
});
