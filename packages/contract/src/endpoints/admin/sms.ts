import { Type } from 'typebox';
import { arrayOf, namedEnum } from '../../named.ts';
import { defineEndpoints } from '../../endpoint.ts';
import { closedObject, IsoTime, nullable } from '../shapes.ts';
import { Author } from './accounts/account-support-fields.ts';
import { Reason, ReasonBody } from './accounts/accounts.ts';
import { breakerMinutes, carriers, smsCauses, smsChannels } from './sms-shapes.ts';

const BreakerState = namedEnum('SmsBreakerState', ['open', 'closed']);
const Channel = namedEnum('SmsGateway', [...smsChannels]);
const Cost = {
  today: Type.Integer({ examples: [42_000] }),
  month: Type.Integer({ examples: [1_250_000] }),
};
const Ratio = Type.Object({
  sent: Type.Integer({ examples: [50] }),
  verified: Type.Integer({ examples: [41] }),
});

export const adminSmsEndpoints = defineEndpoints('admin', 'sms', {
  'GET /vid/api/admin/sms': {
    id: 'getSmsHealth',
    summary: 'Get the health of the SMS channel and the state of its breaker',
    data: Type.Object({
      health: Type.Enum(['idle', 'working', 'slow', 'refusing'], {
        description: 'From the replies of the last 15 minutes. `idle`: no SMS was sent.',
      }),
      replies: Type.Object(
        {
          accepted: Type.Integer({ examples: [120] }),
          refused: Type.Integer({ examples: [0] }),
          unknown: Type.Integer({ description: 'Timeouts and invalid replies.', examples: [1] }),
          averageMs: nullable(Type.Integer({ examples: [420] })),
        },
        { description: 'Of the gateway in the last 15 minutes.' },
      ),
      hour: Type.Object(Ratio.properties, { description: 'Codes sent in the last hour.' }),
      strangers: Type.Object(Ratio.properties, {
        description: 'The latest codes to phones without an account, on which the breaker decides.',
      }),
      breaker: Type.Object({
        state: BreakerState,
        isCeilingReached: Type.Boolean({
          description: 'True if it is open because SMS costs have reached their ceiling.',
        }),
        openSince: nullable(IsoTime, {
          description: 'When it opened automatically or was opened by an administrator.',
        }),
        hold: nullable(
          Type.Object({
            state: BreakerState,
            by: Author,
            reason: Reason,
            since: IsoTime,
            expiresAt: IsoTime,
          }),
          { description: 'Who holds it in this state. Null if it is automatic.' },
        ),
      }),
    }),
  },
  'GET /vid/api/admin/sms/gateways': {
    id: 'getSmsGateways',
    summary: 'Get what each SMS gateway did in the last 24 hours, its failures and the cost',
    data: Type.Object({
      orders: arrayOf({
        messages: Type.Enum(['all', 'notice', ...carriers], {
          description: 'A carrier’s order applies to its numbers, and takes precedence over the others.',
        }),
        channels: Type.Array(Channel, { description: 'The gateways in the order in which they are tried.' }),
      }),
      gateways: arrayOf({
        channel: Channel,
        isPaused: Type.Boolean({
          description: 'After five faults in a row, the gateway is asked last for 30 seconds.',
        }),
        balance: nullable(
          Type.Object({
            dong: Type.Integer({ examples: [1_250_000] }),
            at: IsoTime,
            isLow: Type.Boolean({ description: 'True below the operator’s threshold.' }),
          }),
          { description: 'Balance of the account at the gateway, in VND. Null if it is unknown.' },
        ),
        cost: nullable(Type.Object(Cost), {
          description:
            'Of its messages, in VND. Null if no price is known, or if it sent nothing this month.',
        }),
        carriers: arrayOf({
          carrier: Type.Enum([...carriers]),
          accepted: Type.Integer({ examples: [120] }),
          delivered: Type.Integer({ description: 'By the reports of the gateway.', examples: [117] }),
          undelivered: Type.Integer({ examples: [1] }),
          failed: Type.Integer({ description: 'Messages that the gateway did not accept.', examples: [2] }),
          codes: Type.Integer({ description: 'Accepted messages with a code.', examples: [80] }),
          verified: Type.Integer({ description: 'Of these, entered correctly.', examples: [71] }),
          answerMs: Type.Integer({ description: 'The median time of the answer.', examples: [240] }),
          deliverySeconds: nullable(
            Type.Integer({ description: 'The median time until the report.', examples: [4] }),
          ),
        }),
      }),
      failures: arrayOf({
        at: IsoTime,
        channel: Channel,
        carrier: Type.Enum([...carriers]),
        phone: Type.String({ description: 'Masked.', examples: ['091• ••• •12'] }),
        kind: Type.Enum(['code', 'notice']),
        cause: Type.Enum([...smsCauses]),
        nextChannel: nullable(Channel, { description: 'The gateway that accepted the message afterwards.' }),
      }),
      ceilings: Type.Object({
        level: Type.Enum(['below', 'near', 'reached'], { description: '`near`: at least 80 %.' }),
        day: nullable(Type.Integer({ examples: [1_000_000] })),
        month: nullable(Type.Integer({ examples: [20_000_000] })),
      }),
      cost: nullable(Type.Object(Cost), {
        description: 'In VND, by the reports and the price of one SMS. Null if neither is known.',
      }),
    }),
  },
  'POST /vid/api/admin/sms/breaker': {
    id: 'holdSmsBreaker',
    limit: { perHour: 120, rows: 1 },
    summary: 'Hold the breaker open, so that phones without an account get no codes, or closed',
    confirm: true,
    body: closedObject({
      state: BreakerState,
      minutes: Type.Enum([...breakerMinutes], {
        description: 'It is then automatic again.',
      }),
      reason: Reason,
    }),
  },
  'POST /vid/api/admin/sms/breaker/release': {
    id: 'releaseSmsBreaker',
    limit: { perHour: 120, rows: 0 },
    summary: 'Make the breaker automatic again',
    confirm: true,
    body: ReasonBody,
  },
});
