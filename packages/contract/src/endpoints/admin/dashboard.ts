import { Type } from 'typebox';
import { namedObject } from '../../named.ts';
import { defineEndpoints } from '../../endpoint.ts';
import { closedObject, IsoTime, nullable } from '../shapes.ts';

const figures = {
  signUps: Type.Integer({ examples: [124] }),
  signIns: Type.Integer({ description: 'Sign-ins of members, without sign-ups.', examples: [3120] }),
  failures: Type.Integer({ description: 'Failed sign-ins.', examples: [85] }),
  codesSent: Type.Integer({ examples: [410] }),
  codesVerified: Type.Integer({ examples: [362] }),
};
const Totals = namedObject('DashboardTotals', {
  ...figures,
  sessions: nullable(Type.Integer({ examples: [5210] }), {
    description: 'Active sessions. Null if they were not counted at that time.',
  }),
});

export const adminDashboardEndpoints = defineEndpoints('admin', 'dashboard', {
  'GET /vid/api/admin/dashboard': {
    id: 'getDashboard',
    summary: 'Get the figures of the last 24 hours, 7 days or 30 days',
    query: closedObject({
      period: Type.Optional(Type.Enum(['day', 'week', 'month'])),
    }),
    data: Type.Object({
      period: Type.Enum(['day', 'week', 'month']),
      countedAt: nullable(IsoTime, {
        description: 'When a job counted the figures; null before its first run.',
      }),
      now: Totals,
      before: Type.Object(Totals.properties, { description: 'The same part of the previous period.' }),
      buckets: Type.Array(
        Type.Object({ start: IsoTime, ...figures }, { description: 'An hour, or a day in Vietnam.' }),
      ),
      methods: Type.Array(
        Type.Object({
          method: Type.String({ examples: ['password'] }),
          count: Type.Integer({ examples: [2100] }),
        }),
        { description: 'Sign-ins by method, most frequent first.' },
      ),
      smsPrice: nullable(Type.Integer({ examples: [350] }), {
        description: 'Price of one SMS in VND, from the settings.',
      }),
    }),
  },
});
