import { callOidc, startSsoServer, type SsoServer } from '@vid/testkit/sso';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

let server: SsoServer;
beforeAll(async () => {
  server = await startSsoServer(inject('cluster'));
  await server.deps.applications.add({ code: 'shop', name: 'Sàn' });
});
afterAll(() => server.close());

describe('a client that several calls change in parallel', () => {
  it('has two valid secrets after parallel rotations', async () => {
    const { applications } = server.deps;
    const made = await applications.addClient('shop', {
      clientId: 'jobs',
      kind: 'machine',
      redirectUris: [],
    });
    const secrets = await Promise.all(Array.from({ length: 8 }, () => applications.rotateSecret('jobs')));
    const statusOf = async (secret: string | undefined) => {
      const form = { grant_type: 'client_credentials' };
      return (await callOidc(server, '/token', form, { client: 'jobs', secret: secret ?? '' })).status;
    };
    expect(await statusOf(made.secret)).toBe(401);
    const statuses = await Promise.all(secrets.map(statusOf));
    expect(statuses.filter((status) => status === 200)).toHaveLength(2);
  });

  it('keeps one redirect URI after parallel removals', async () => {
    const { applications } = server.deps;
    const addresses = Array.from({ length: 8 }, (_, index) => `https://shop.example.vn/${index}`);
    await applications.addClient('shop', { clientId: 'web', kind: 'web', redirectUris: addresses });
    const ends = await Promise.allSettled(
      addresses.map((address) => applications.removeRedirect('web', address)),
    );
    const refusals = ends.flatMap((end) => (end.status === 'rejected' ? [String(end.reason)] : []));
    expect(refusals).toEqual([expect.stringContaining('is the only redirect URI of web')]);
  });

  it('keeps every added redirect URI exactly once', async () => {
    const { applications } = server.deps;
    const first = 'https://shop.example.vn/first';
    await applications.addClient('shop', { clientId: 'more', kind: 'web', redirectUris: [first] });
    const addresses = Array.from({ length: 8 }, (_, index) => `https://shop.example.vn/${index}`);
    await Promise.all(addresses.map((address) => applications.addRedirect('more', address)));
    expect([...(await applications.addRedirect('more', first))].toSorted()).toEqual([...addresses, first]);
  });
});
