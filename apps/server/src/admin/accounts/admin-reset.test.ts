import { createAccount, otherPassword } from '@vid/testkit/accounts';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createAdminResetService } from './admin-reset.service.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

const by = { actorId: null, caller: { address: '127.0.0.1', requestId: 'cli' }, reason: 'lost phone' };
const reset = (id: string, password = otherPassword) =>
  createAdminResetService(server.deps).resetAdminPassword(id, password, by);
const auditsOf = (id: string) => server.deps.sql`
  select actor_id, details from audit_events where account_id = ${id} and kind = 'password.reset'`;

describe('the reset of an administrator’s password', () => {
  it('V4 is audited with its reason', async () => {
    const { id } = await createAccount(server, { role: 'admin' });
    await reset(id);
    expect(await auditsOf(id)).toEqual([{ actorId: null, details: { reason: 'lost phone' } }]);
    expect(await server.deps.sql`select must_change_password from accounts where id = ${id}`).toEqual([
      { mustChangePassword: true },
    ]);
  });

  it('is refused with a password that contains the phone number', async () => {
    const { id, phone } = await createAccount(server, { role: 'admin' });
    await expect(reset(id, `Aa-${phone.slice(3)}`)).rejects.toMatchObject({
      code: 'PASSWORD_CONTAINS_PHONE',
      fields: { newPassword: 'passwordContainsPhone' },
    });
    expect(await auditsOf(id)).toEqual([]);
  });

  it('is refused for a member and for an unknown account', async () => {
    const { id } = await createAccount(server);
    await expect(reset(id)).rejects.toMatchObject({ code: 'RESET_BY_MEMBER' });
    await expect(reset('acc_none')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
