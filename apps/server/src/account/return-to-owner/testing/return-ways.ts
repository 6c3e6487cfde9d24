import { insertOtpToken, otherPassword } from '@vid/testkit/accounts';
import { freshPhone } from '@vid/testkit/flows';
import { createAdminResetService } from '#admin/accounts/admin-reset.service.ts';
import {
  by,
  dispute,
  type Intruder,
  recover,
  requireOk,
  resetPassword,
  undo,
  undoCodeOf,
} from './stolen-account.ts';

/** Ways to take an account back. Each function returns the phone that the account then has. */
export const ways = {
  async 'a new password after a report'({ server, account }: Intruder) {
    await dispute(server, account);
    await resetPassword(server, account.phone);
    return account.phone;
  },

  async 'the link that undoes a change of the phone'({ server, account, browser }: Intruder) {
    const phone = freshPhone();
    const otpToken = await insertOtpToken(server, browser, phone, 'phone-change');
    requireOk(await browser.post('/vid/api/users/phone', { phone, otpToken }));
    requireOk(await undo(server, await undoCodeOf(server, account.phone)));
    return account.phone;
  },

  async 'the link that undoes a change of the address'({ server, account, browser }: Intruder) {
    const email = `own-${account.id}@example.vn`.toLowerCase();
    const { sql } = server.deps;
    await sql`
      update accounts set email = ${email}, email_confirmed_at = now() - interval '400 days' where id = ${account.id}`;
    requireOk(await browser.call('PATCH', '/vid/api/users/profile', { email: null }));
    requireOk(await undo(server, await undoCodeOf(server, email)));
    // Remove the address, so that the account passes through the remaining steps of the test.
    await sql`update accounts set email = null, email_confirmed_at = null where id = ${account.id}`;
    return account.phone;
  },

  'a recovery by a recovery code': ({ server, account }: Intruder) => recover(server, account, 'code'),
  'a recovery by a code to the phone': ({ server, account }: Intruder) => recover(server, account, 'phone'),
  'a recovery by support': ({ server, account }: Intruder) => recover(server, account, 'support'),

  'a recovery by mail': ({ server, account }: Intruder) => recover(server, account, 'mail'),

  async 'a reset by the operator'({ server, account }: Intruder) {
    const { sql } = server.deps;
    await sql`update accounts set role = 'admin' where id = ${account.id}`;
    await createAdminResetService(server.deps).resetAdminPassword(account.id, otherPassword, by);
    // Make the account a member without a required password change, because the remaining steps of the test
    // neither change a password nor prove a second factor.
    await sql`update accounts set role = 'user', must_change_password = false where id = ${account.id}`;
    return account.phone;
  },

  async 'a lock that support lifts'({ server, account }: Intruder) {
    await dispute(server, account);
    const { accountLock } = server.deps.modules.accounts;
    await accountLock.lock(account.id, by);
    await accountLock.unlock(account.id, by);
    return account.phone;
  },
} satisfies Readonly<Record<string, (intruder: Intruder) => Promise<string>>>;
