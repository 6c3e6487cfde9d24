import { Type } from 'typebox';
import { namedEnum, namedObject } from '../../named.ts';
import { defineEndpoints } from '../../endpoint.ts';
import { maxPeople } from '../../limits.ts';
import { IsoTime, ManagableApplication, nullable } from '../shapes.ts';

export const ApplicationAccess = namedEnum('ApplicationAccess', ['open', 'restricted'], {
  description: 'Any member may use an open application; a restricted one requires a permission.',
});

const ManagedApplication = namedObject('ManagedApplication', {
  ...ManagableApplication.properties,
  logo: nullable(Type.String()),
  access: ApplicationAccess,
  status: Type.Enum(['active', 'disabled']),
  isOwner: Type.Boolean({ description: 'Whether the caller owns it.' }),
  people: Type.Integer({
    description: `Accounts with a permission, at most ${maxPeople}.`,
    examples: [1240],
  }),
});

export const applicationEndpoints = defineEndpoints('manager', 'applications', {
  'GET /vid/api/apps': {
    id: 'listManagedApplications',
    summary: 'List the applications that the signed-in account manages',
    access: 'member',
    data: Type.Array(ManagedApplication),
  },
  'GET /vid/api/apps/:appId': {
    id: 'getManagedApplication',
    summary: 'Get an application',
    data: Type.Object({
      ...ManagedApplication.properties,
      createdAt: IsoTime,
      locked: Type.Integer({
        description: `Of these, the locked ones, at most ${maxPeople}.`,
        examples: [3],
      }),
      usersWithout: nullable(
        Type.Integer({
          description: `Accounts without a permission that have used it. They lose access when an open application is restricted. 0 for a restricted application, null if more than ${maxPeople} accounts have used it.`,
          examples: [40],
        }),
      ),
    }),
  },
  'GET /vid/api/apps/:appId/sign-ins': {
    id: 'countApplicationSignIns',
    summary: 'Count the sign-ins to an application of each of the last 30 days',
    data: Type.Array(
      Type.Object({
        day: Type.String({ description: 'In Vietnam.', examples: ['2026-11-24'] }),
        count: Type.Integer({ examples: [340] }),
      }),
      { description: 'Oldest first; the last one is today.' },
    ),
  },
});
