import { auditTrail } from '@vid/testkit/database/audit-trail';
import { readOutbox } from '@vid/testkit/flows';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import {
  browse,
  dispute,
  intrude,
  ownEmail,
  recover,
  requireOk,
  resetPassword,
} from './testing/stolen-account.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

async function replaced(days: number, { isRemoved = false } = {}) {
  const intruder = await intrude(server);
  const { account } = intruder;
  const email = await ownEmail(server, account.id, days);
  // Use a different address in each test, because mail to one address is rate limited.
  const present = isRemoved ? null : `thief-${account.id}@example.vn`.toLowerCase();
  requireOk(await intruder.browser.call('PATCH', '/vid/api/users/profile', { email: present }));
  const emailOf = async () =>
    (await server.deps.sql`select email from accounts where id = ${account.id}`)[0]?.['email'];
  return { account, email, emailOf };
}

describe('a confirmed e-mail address that the intruder replaced', () => {
  it.each([
    ['replaced', false],
    ['removed', true],
  ])('K1 is restored if it is old and the intruder %s it', async (_case, isRemoved) => {
    const { account, email, emailOf } = await replaced(60, { isRemoved });
    await dispute(server, account);
    await resetPassword(server, account.phone);
    expect(await emailOf()).toBe(email);
    expect(await auditTrail(server, account.id, 'email.(removed|confirmed)')).toEqual([
      ['email.confirmed', 'owner', { restored: true }],
      ...(isRemoved ? [] : [['email.removed', 'owner', {}]]),
    ]);
    await server.deps.background.idle();
    const sent = (await readOutbox(browse(server))).filter(({ to }) => to === email);
    expect(sent.map(({ purpose }) => purpose)).toContain('account-returned');
  });

  it('is not restored if it was confirmed within 30 days', async () => {
    const recent = await replaced(20);
    await dispute(server, recent.account);
    await resetPassword(server, recent.account.phone);
    expect(await recent.emailOf()).toBeNull();
    const expired = await replaced(60);
    await server.deps
      .sql`update former_emails set expires_at = now() where account_id = ${expired.account.id}`;
    await dispute(server, expired.account);
    await resetPassword(server, expired.account.phone);
    expect(await expired.emailOf()).toBeNull();
    const checked = await replaced(60);
    await recover(server, checked.account, 'support');
    expect(await checked.emailOf()).toBeNull();
  });

  it('K1 gets a recovery notice even if confirmed 20 days ago', async () => {
    const { account, email } = await replaced(20);
    await recover(server, account, 'mail');
    await server.deps.background.idle();
    const sent = (await readOutbox(browse(server))).filter(({ to }) => to === email);
    expect(sent.map(({ purpose }) => purpose)).toContain('account-recovered');
  });
});

describe('an e-mail address that was replaced before an earlier return', () => {
  it('K1 is not restored by a later return', async () => {
    const { account, email, emailOf } = await replaced(60);
    const { sql } = server.deps;
    await sql`
      insert into former_emails (account_id, email, confirmed_at, replaced_at, expires_at)
      values (${account.id}, 'earlier-thief@example.vn', now() - interval '40 days', now() - interval '1 day',
        now() + interval '29 days')`;
    await dispute(server, account);
    await resetPassword(server, account.phone);
    expect(await emailOf()).toBe(email);
    await sql`update accounts set email = null, email_confirmed_at = null where id = ${account.id}`;
    await dispute(server, account);
    await resetPassword(server, account.phone);
    expect(await emailOf()).toBeNull();
  });
});
