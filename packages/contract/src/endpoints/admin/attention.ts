import { Type } from 'typebox';
import { adminErrors, defineEndpoints } from '../../endpoint.ts';

const Count = (description: string) => Type.Integer({ minimum: 0, description, examples: [3] });

export const adminAttentionEndpoints = defineEndpoints({
  'GET /vid/api/admin/attention': {
    summary: 'Count what waits for the administrators, at most 10,000 of each kind',
    tag: 'administration',
    access: 'admin',
    data: Type.Object({
      enterprises: Count('Enterprises to verify.'),
      certificates: Count('Broker certificates to check.'),
      privacy: Type.Object({
        open: Count('Privacy requests that are not closed.'),
        dueSoon: Count('Of these, due within 2 days.'),
        overdue: Count('Of these, past a legal limit.'),
      }),
    }),
    errors: adminErrors,
  },
});
