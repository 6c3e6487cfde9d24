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
      locks: Type.Boolean({
        description: 'Whether the link locks the account; otherwise it stops a recovery.',
      }),
    }),
    errors: ['NOTICE_LINK_INVALID'],
  },
  'POST /vid/ajax/auth/not-me': {
    id: 'lockOwnAccount',
    summary: 'Lock the account with the link of a notice, or stop the recovery that the notice reports',
    body: closedObject({ code: LinkCode }),
    data: Type.Object({
      outcome: Type.Union([Type.Literal('locked'), Type.Literal('stopped')], {
        description: '`locked`: every session has ended and the owner must recover the account.',
      }),
    }),
    errors: ['NOTICE_LINK_INVALID'],
  },
});
