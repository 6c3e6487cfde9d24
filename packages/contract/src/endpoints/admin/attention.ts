import { Type } from 'typebox';
import { adminErrors, defineEndpoints } from '../../endpoint.ts';
import { maxWaiting } from '../../limits.ts';
import { IsoTime, nullable } from '../shapes.ts';

const Count = (description: string) => Type.Integer({ minimum: 0, description, examples: [3] });

export const adminAttentionEndpoints = defineEndpoints({
  'GET /vid/api/admin/attention': {
    id: 'getAttention',
    summary: 'Count what waits for the administrators, at most 10,000 of each kind',
    tag: 'dashboard',
    access: 'admin',
    data: Type.Object({
      enterprises: Count(`Enterprises to verify, at most ${maxWaiting}.`),
      certificates: Count(`Broker certificates to check, at most ${maxWaiting}.`),
      privacy: Type.Object({
        open: Count('Privacy requests that are not closed.'),
        dueSoon: Count('Of these, due within 2 days.'),
        overdue: Count('Of these, past a legal limit.'),
      }),
      incidents: Type.Object({
        open: Count('Data incidents that are not closed.'),
        overdue: Count('Of these, those whose notice to the authority is overdue.'),
        nextDueAt: nullable(IsoTime, { description: 'When the next notice to the authority is due.' }),
      }),
    }),
    errors: adminErrors,
  },
});
