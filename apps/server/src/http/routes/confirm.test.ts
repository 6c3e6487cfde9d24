import type { Endpoint } from '@vid/contract/endpoint';
import { endpoints } from '@vid/contract/endpoints/index';
import { expect, it } from 'vitest';

const all = Object.entries<Endpoint>(endpoints);
const reads = /^GET |\/search$/u;

/** Endpoints of administrators and managers that ask for no confirmation, each with the reason. */
const unconfirmed: Readonly<Record<string, string>> = {
  'POST /vid/api/apps/:appId/managers': 'the owner is asked in the route, after other managers are refused',
  'DELETE /vid/api/apps/:appId/managers/:accountId': 'the same, except for a manager who leaves',
  'POST /vid/api/apps/:appId/clients/:clientId/checks': 'checks settings and changes nothing',
  'POST /vid/api/apps/:appId/webhooks/:webhookId/test': 'sends a sample event',
  'POST /vid/api/admin/webhooks/:webhookId/test': 'sends a sample event',
  'POST /vid/api/admin/accounts/:accountId/notes': 'adds a note that administrators read',
  'POST /vid/api/admin/accounts/count': 'counts accounts and changes nothing',
  'POST /vid/api/admin/accounts/bulk-changes/:bulkId/stop': 'stops a change whose start was confirmed',
  'POST /vid/api/apps/:appId/permissions/count': 'counts people and changes nothing',
  'POST /vid/api/apps/:appId/permissions/bulk-changes/:bulkId/stop':
    'stops a change whose start was confirmed',
  'DELETE /vid/api/admin/exports/:exportId': 'deletes a copy',
  'PUT /vid/api/admin/imports/:importId/parts/:part': 'uploads to an import whose start was confirmed',
  'POST /vid/api/admin/imports/:importId/cancel': 'stops an import',
  'POST /vid/api/admin/incidents': 'records an incident; its notices ask',
  'PUT /vid/api/admin/incidents/:incidentId': 'records an incident; its notices ask',
  'POST /vid/api/admin/incidents/:incidentId/accounts': 'records an incident; its notices ask',
  'POST /vid/api/admin/incidents/:incidentId/accounts/find': 'records an incident; its notices ask',
  'POST /vid/api/admin/incidents/:incidentId/accounts/remove': 'records an incident; its notices ask',
};

it('M1 only listed writes of administrators and managers need no confirmation', () => {
  const open = all
    .filter(([name, { access }]) => (access === 'admin' || access === 'manager') && !reads.test(name))
    .filter(([, { confirm }]) => confirm === undefined)
    .map(([name]) => name);
  expect(open.toSorted()).toEqual(Object.keys(unconfirmed).toSorted());
});

it('every endpoint that asks for a confirmation lists the confirmation error', () => {
  const asking = all.filter(([, { confirm }]) => confirm !== undefined);
  expect(asking.length).toBeGreaterThan(50);
  for (const [name, { access, errors }] of asking) {
    expect([name, access]).toEqual([name, expect.stringMatching(/^(?:admin|manager)$/u)]);
    expect([name, errors.includes('REAUTHENTICATION_REQUIRED')]).toEqual([name, true]);
  }
});
