import { insertOtpToken } from '@vid/testkit/accounts';
import { freshPhone, readOutbox } from '@vid/testkit/flows';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import {
  browse,
  dispute,
  intrude,
  notMe,
  ownEmail,
  recover,
  requireOk,
  resetPassword,
  secretOf,
  tryReset,
} from './testing/stolen-account.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

describe('a recovery that restores the owner’s phone', () => {
  it('K1 is not undone by the link that the intruder’s phone gets', async () => {
    const { account, browser } = await intrude(server);
    const phone = freshPhone();
    const otpToken = await insertOtpToken(server, browser, phone, 'phone-change');
    requireOk(await browser.post('/vid/api/users/phone', { phone, otpToken }));
    await recover(server, account, 'support', account.phone);
    const code = await secretOf(server, phone, notMe);
    await browse(server).post('/vid/ajax/auth/not-me', { code });
    const [row] = await server.deps.sql`select phone_in_doubt from accounts where id = ${account.id}`;
    expect(row).toEqual({ phoneInDoubt: false });
    await resetPassword(server, account.phone);
  });

  it('K1 dates the phone by the time for which the account held it', async () => {
    const { account } = await intrude(server);
    const { sql, accounts } = server.deps;
    const phone = freshPhone();
    await sql.begin((tx) => accounts.changePhone(tx, { accountId: account.id, phone, holdSeconds: 0 }));
    await sql`update accounts set phone_since = now() - interval '40 days' where id = ${account.id}`;
    await recover(server, account, 'support');
    await sql`
      update released_phones set held_since = now() - interval '40 days', released_at = now() - interval '35 days'
      where account_id = ${account.id} and phone = ${phone}`;
    await recover(server, account, 'support', phone);
    const [row] = await sql`
      select phone_since > now() - interval '6 days' as is_new from accounts where id = ${account.id}`;
    expect(row).toEqual({ isNew: true });
  });
});

describe('a recovery by mail', () => {
  it('K1 notifies the replaced address with a link that blocks the new phone', async () => {
    const { account, browser } = await intrude(server);
    const email = await ownEmail(server, account.id);
    requireOk(await browser.call('PATCH', '/vid/api/users/profile', { email: 'mail-thief@example.vn' }));
    await server.deps.sql`
      update accounts set email_confirmed_at = now() - interval '3 days' where id = ${account.id}`;
    const phone = await recover(server, account, 'mail');
    const sent = async (to: string) =>
      (await readOutbox(browse(server))).filter(
        (entry) => entry.to === to && entry.purpose === 'account-recovered',
      );
    await server.deps.background.idle();
    expect(await sent('mail-thief@example.vn')).toEqual([]);
    expect(await sent(account.phone)).toHaveLength(1);
    const [mail] = await sent(email);
    requireOk(
      await browse(server).post('/vid/ajax/auth/not-me', { code: notMe.exec(mail?.text ?? '')?.[1] }),
    );
    expect((await tryReset(server, phone)).code).toBe('RECOVERY_REQUIRED');
  });
});

describe('a recovery by support', () => {
  it('removes an address that the intruder confirmed more than 30 days ago', async () => {
    const { account } = await intrude(server);
    await ownEmail(server, account.id, 31);
    await dispute(server, account);
    await recover(server, account, 'support');
    const [row] = await server.deps.sql`select email from accounts where id = ${account.id}`;
    expect(row).toEqual({ email: null });
  });
});
