import { Type } from 'typebox';
import { defineEndpoints } from '../../endpoint.ts';
import { maxCounted } from '../../limits.ts';
import { IsoTime, nullable } from '../shapes.ts';

const Count = (description: string) => Type.Integer({ minimum: 0, description, examples: [3] });

export const adminAttentionEndpoints = defineEndpoints('admin', 'dashboard', {
  'GET /vid/api/admin/attention': {
    id: 'getAttention',
    summary: 'Count what is waiting for administrators, at most 10,000 of each kind',
    data: Type.Object({
      enterprises: Count(`Enterprises to verify, at most ${maxCounted}.`),
      certificates: Count(`Broker certificates to check, at most ${maxCounted}.`),
      privacy: Type.Object({
        open: Count('Privacy requests that are not closed.'),
        dueSoon: Count('Of these, due within 2 days.'),
        overdue: Count('Of these, past a legal limit.'),
      }),
      operation: Type.Array(
        Type.Object({
          kind: Type.Enum([
            'database-copy',
            'maintenance',
            'proxy-untrusted',
            'proxy-one-address',
            'zalo-disconnected',
            'passwords-guessed',
            'sms-ceiling-near',
            'sms-ceiling-reached',
            'sms-balance-low',
          ]),
          detail: Type.String({
            description: 'The proxy’s address, the SMS costs, or the gateway balances.',
            examples: ['10.0.0.5'],
          }),
        }),
        { description: 'Problems that the operator has to solve.' },
      ),
      incidents: Type.Object({
        open: Count('Data incidents that are not closed.'),
        overdue: Count('Of these, those whose notice to the authority is overdue.'),
        nextDueAt: nullable(IsoTime, { description: 'When the next notice to the authority is due.' }),
      }),
    }),
  },
});
