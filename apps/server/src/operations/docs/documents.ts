import type { Access } from '@vid/contract/endpoint';

export type ApiDocument = {
  readonly file: string;
  readonly key: string;
  readonly title: string;
  readonly reader: string;
  readonly purpose: string;
  readonly access: readonly Access[];
  readonly hasWebhooks: boolean;
};

/**
 * OpenAPI documents, one per audience, so that a generated client leaves out the calls of the other
 * audiences.
 */
export const documents: readonly ApiDocument[] = [
  {
    file: 'openapi-management.json',
    key: 'management',
    title: 'VID management API',
    reader: 'Manage by machine',
    purpose:
      'The calls of programs, with the access token of a machine client, and the webhooks they receive.',
    access: ['machine'],
    hasWebhooks: true,
  },
  {
    file: 'openapi.json',
    key: 'account',
    title: 'VID account API',
    reader: 'VID’s own pages: members',
    purpose: 'The calls of visitors, members and managers of applications, with the session of a browser.',
    access: ['public', 'visitor', 'gateway', 'member', 'manager'],
    hasWebhooks: false,
  },
  {
    file: 'openapi-administration.json',
    key: 'administration',
    title: 'VID administration API',
    reader: 'VID’s own pages: administration',
    purpose: 'The calls of administrators, with the session of a browser.',
    access: ['admin'],
    hasWebhooks: false,
  },
];
