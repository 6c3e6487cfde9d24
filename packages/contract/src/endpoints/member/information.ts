import { Type } from 'typebox';
import { defineEndpoints, sessionErrors } from '../../endpoint.ts';
import { EnterpriseState, IsoTime, nullable } from '../shapes.ts';
import { BrokerCertificate } from './certificate.ts';

export const informationEndpoints = defineEndpoints({
  'GET /vid/api/users/information': {
    id: 'getInformation',
    summary: 'Read what the profile page shows besides `me`',
    tag: 'profile',
    access: 'member',
    data: Type.Object({
      email: Type.Object({
        state: Type.Union([Type.Literal('none'), Type.Literal('waiting'), Type.Literal('confirmed')]),
        canConfirm: Type.Boolean({ description: 'Whether this server sends mail.' }),
      }),
      phoneChange: nullable(
        Type.Object({
          oldPhone: Type.String({ description: 'Masked.', examples: ['+8491****78'] }),
          changedAt: IsoTime,
          undoUntil: IsoTime,
        }),
        {
          description:
            'The change of the phone that can still be undone. Until then, some changes are on hold.',
        },
      ),
      certificate: nullable(BrokerCertificate),
      verification: nullable(
        Type.Object({
          state: EnterpriseState,
          reason: nullable(Type.String({ description: 'Why it was refused.' })),
          checkedAt: nullable(IsoTime),
        }),
        { description: 'What the association found about the enterprise; null for a person.' },
      ),
    }),
    errors: sessionErrors,
  },
});
