import { Type } from 'typebox';
import { defineEndpoints } from '../../endpoint.ts';
import { closedObject, IsoTime, LinkCode, Place } from '../shapes.ts';
import { Device } from './session.ts';

export const notMeEndpoints = defineEndpoints('visitor', 'recovery', {
  'POST /vid/ajax/auth/not-me/event': {
    id: 'describeNoticeEvent',
    summary: 'Describe the event that a notice reports, with the link of the notice; changes nothing',
    body: closedObject({ code: LinkCode }),
    data: Type.Object({
      text: Type.String({
        description: 'What happened, in the language of the caller.',
        examples: ['A passkey was added to your account.'],
      }),
      at: IsoTime,
      device: Device,
      address: Type.String({ description: 'Empty if unknown.', examples: ['203.0.113.7'] }),
      place: Type.Optional(Place),
      effect: Type.Union(
        [
          Type.Literal('lock'),
          Type.Literal('stop'),
          Type.Literal('restore-phone'),
          Type.Literal('restore-email'),
        ],
        {
          description:
            'What the link does if the owner did not make the change: it locks the account, cancels the recovery, or undoes the change.',
        },
      ),
    }),
    errors: ['NOTICE_LINK_INVALID'],
  },
  'POST /vid/ajax/auth/not-me': {
    id: 'lockOwnAccount',
    summary:
      'Lock the account with the link of a notice, or cancel the recovery or undo the change of phone number or email address that the notice reports',
    body: closedObject({ code: LinkCode }),
    data: Type.Object({
      outcome: Type.Union(
        [
          Type.Literal('locked'),
          Type.Literal('stopped'),
          Type.Literal('phone-restored'),
          Type.Literal('email-restored'),
        ],
        {
          description:
            '`locked`: every session has ended and the owner must recover the account. `phone-restored` and `email-restored`: every session has ended and the password is removed.',
        },
      ),
      restored: Type.Optional(
        Type.String({
          description: 'The restored number (E.164) or address. Absent if the account had no number before.',
          examples: ['+84912345678'],
        }),
      ),
    }),
    errors: ['NOTICE_LINK_INVALID', 'ACCOUNT_EXISTS'],
  },
});
