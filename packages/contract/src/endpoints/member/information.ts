import { Type } from 'typebox';
import { arrayOf } from '../../named.ts';
import { defineEndpoints } from '../../endpoint.ts';
import { EnterpriseState, IsoTime, nullable } from '../shapes.ts';
import { BrokerCertificate } from './certificate.ts';

/** Kinds of data that are removed or restored when an account is returned to its owner. */
export const removedKinds = [
  'passkey',
  'authenticator-app',
  'identity',
  'email',
  'consent',
  'manager',
  'permission',
  'application',
  'client',
  'client-change',
  'client-secret',
  'webhook',
  'approval',
] as const;

const AccountReturn = Type.Object({
  returnedAt: IsoTime,
  sessionsEnded: Type.Integer({ minimum: 0, examples: [2] }),
  removed: arrayOf({
    kind: Type.Enum([...removedKinds]),
    name: Type.String({
      description:
        'The name of the passkey, provider, application (and role), client or host, or a masked address.',
      examples: ['Chrome on Windows'],
    }),
    addedAt: IsoTime,
  }),
});

export const informationEndpoints = defineEndpoints('member', 'profile', {
  'GET /vid/api/users/information': {
    id: 'getInformation',
    summary: 'Get the data of the profile page that `me` does not have',
    data: Type.Object({
      email: Type.Object({
        state: Type.Union([Type.Literal('none'), Type.Literal('waiting'), Type.Literal('confirmed')]),
        canConfirm: Type.Boolean({ description: 'Whether this server sends mail.' }),
      }),
      accountReturn: nullable(AccountReturn, {
        description:
          'What was removed when the owner last recovered the account, until the owner dismisses the list.',
      }),
      password: nullable(
        Type.Object({
          changedAt: IsoTime,
          holdsPhoneUntil: Type.Optional({
            ...IsoTime,
            description: 'Until then, the new password keeps the phone from being changed.',
          }),
        }),
        { description: 'Null if none is set.' },
      ),
      certificate: nullable(BrokerCertificate),
      verification: nullable(
        Type.Object({
          state: EnterpriseState,
          reason: nullable(Type.String({ description: 'Why it was declined.' })),
          checkedAt: nullable(IsoTime),
        }),
        { description: 'What the association found about the enterprise; null for a person.' },
      ),
    }),
  },
  'DELETE /vid/api/users/return': {
    id: 'dismissOwnReturn',
    limit: { perHour: 60, rows: 0 },
    summary: 'Dismiss the list of what the last recovery removed',
    tag: 'recovery',
    errors: ['REAUTHENTICATION_REQUIRED'],
  },
});
