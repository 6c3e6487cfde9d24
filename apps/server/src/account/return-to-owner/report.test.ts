import { insertOtpToken, otherPassword } from '@vid/testkit/accounts';
import { freshPhone, readOutbox } from '@vid/testkit/flows';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import {
  browse,
  changePhone,
  dispute,
  enterWithPhone,
  intrude,
  notMe,
  ownEmail,
  requestDeletion,
  requireOk,
  resetPassword,
  secretOf,
  tryReset,
  undo,
  undoCodeOf,
} from './testing/stolen-account.ts';
import { additions } from './testing/additions.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

describe('a report of an event', () => {
  it('does not let the intruder’s later phone lift the lock', async () => {
    const { account, browser } = await intrude(server);
    const { sql, notices } = server.deps;
    await sql.begin((tx) => notices.notify(tx, { account, kind: 'new-device' }));
    notices.kick();
    const code = await secretOf(server, account.phone, /\/not-me#([\w-]{22})/u);
    const phone = freshPhone();
    const otpToken = await insertOtpToken(server, browser, phone, 'phone-change');
    requireOk(await browser.post('/vid/api/users/phone', { phone, otpToken }));
    await browse(server).post('/vid/ajax/auth/not-me', { code });
    const thief = browse(server);
    const token = await insertOtpToken(server, thief, phone, 'forget-password');
    const body = { phone, otpToken: token, newPassword: otherPassword };
    expect((await thief.post('/vid/api/users/password/forget', body)).code).toBe('RECOVERY_REQUIRED');

    requireOk(await undo(server, await undoCodeOf(server, account.phone)));
    await enterWithPhone(server, account.phone);
  });

  it('cancels a deletion that the intruder requested', async () => {
    const { account } = await intrude(server);
    await requestDeletion(server, account.id);
    await dispute(server, account);
    const { count } = await server.deps.sql`select from account_deletions where account_id = ${account.id}`;
    expect(count).toBe(0);
  });

  it('is followed by a return that deletes waiting notices of changes', async () => {
    const { account } = await intrude(server);
    const { sql, notices } = server.deps;
    const accountId = account.id;
    for (let n = 0; n < 5; n += 1)
      await sql.begin(async (tx) => {
        await notices.queue(tx, { accountId, kind: 'enterprise-verified' });
        await notices.notify(tx, { account, kind: 'passkey-added' });
      });
    const waiting = async () =>
      (
        await sql`
          select kind from due_notices
          where account_id = ${accountId} and kind in ('enterprise-verified', 'passkey-added')
          order by kind`
      ).map(({ kind }) => kind);
    expect(await waiting()).toEqual(['enterprise-verified', 'passkey-added']);
    await dispute(server, account);
    await resetPassword(server, account.phone);
    expect(await waiting()).toEqual(['enterprise-verified']);
  });

  it('sends the intruder’s address no link that still works after the return', async () => {
    const intruder = await intrude(server);
    const { account } = intruder;
    await additions.email(intruder);
    const email = `thief-${account.id}@example.vn`.toLowerCase();
    await dispute(server, account);
    await resetPassword(server, account.phone);
    await server.deps.background.idle();
    const sent = (await readOutbox(browse(server))).filter(({ to }) => to === email);
    expect(sent.find(({ purpose }) => purpose === 'email-removed')?.text).toMatch(/\/vid\/web\/recovery/u);
    for (const { text } of sent) {
      const link = /\/not-me#([\w-]{22})/u.exec(text)?.[1];
      if (link === undefined) continue;
      expect((await browse(server).post('/vid/ajax/auth/not-me', { code: link })).code).toBe(
        'NOTICE_LINK_INVALID',
      );
    }
    await enterWithPhone(server, account.phone);
  });
});

describe('a return made by someone who found the phone', () => {
  it('by an undo link can be reported from the owner’s address', async () => {
    const { account, browser } = await intrude(server);
    const email = await ownEmail(server, account.id);
    const phone = freshPhone();
    const otpToken = await insertOtpToken(server, browser, phone, 'phone-change');
    requireOk(await browser.post('/vid/api/users/phone', { phone, otpToken }));
    requireOk(await undo(server, await undoCodeOf(server, account.phone)));
    const code = await secretOf(server, email, notMe);
    expect(await secretOf(server, phone, notMe)).not.toBe(code);
    requireOk(await browse(server).post('/vid/ajax/auth/not-me', { code }));
    expect((await tryReset(server, account.phone)).code).toBe('RECOVERY_REQUIRED');
  });

  it('by a password reset can be reported from the owner’s address', async () => {
    const { account } = await intrude(server);
    const email = await ownEmail(server, account.id);
    await dispute(server, account);
    await resetPassword(server, account.phone);
    await server.deps.background.idle();
    const sent = (await readOutbox(browse(server))).filter(({ to }) => to === email);
    const text = sent.find(({ purpose }) => purpose === 'account-returned')?.text ?? '';
    requireOk(await browse(server).post('/vid/ajax/auth/not-me', { code: notMe.exec(text)?.[1] }));
    expect((await tryReset(server, account.phone)).code).toBe('RECOVERY_REQUIRED');
  });
});

/**
 * Changes the phone as an intruder, who a day later locks the account with a link sent to the intruder's
 * address and unlocks it with a code of the new phone. Returns the account, the owner's address, the new
 * phone and the code of a link that was sent to the former phone.
 */
async function returnByIntruder({ hasEmail = true } = {}) {
  const intruder = await intrude(server);
  const { account } = intruder;
  const { sql } = server.deps;
  const email = hasEmail ? await ownEmail(server, account.id) : '';
  const phone = await changePhone(intruder);
  await sql`update accounts set phone_since = now() - interval '1 day' where id = ${account.id}`;
  await additions.email(intruder);
  await additions.passkey(intruder);
  const earlier = await secretOf(server, account.phone, notMe, 'passkey-added');
  const own = await secretOf(server, `thief-${account.id}@example.vn`.toLowerCase(), notMe);
  requireOk(await undo(server, own));
  await resetPassword(server, phone);
  return { account, email, phone, earlier };
}
const outcomeOf = async (code: string) => (await undo(server, code)).data['outcome'];

describe('a return by a code sent to the phone that the intruder set', () => {
  it('K1 does not disable the link that undoes the change of the address', async () => {
    const { email, phone } = await returnByIntruder();
    const thief = await enterWithPhone(server, phone);
    expect(await outcomeOf(await undoCodeOf(server, email))).toBe('email-restored');
    expect((await thief.get('/vid/ajax/auth/me')).status).toBe(401);
    expect((await tryReset(server, phone)).code).toBe('RECOVERY_REQUIRED');
  });

  it('K1 does not disable a lock link sent to the owner’s address', async () => {
    const { email, phone } = await returnByIntruder();
    await enterWithPhone(server, phone);
    expect(await outcomeOf(await secretOf(server, email, notMe, 'new-device'))).toBe('locked');
    expect((await tryReset(server, phone)).code).toBe('RECOVERY_REQUIRED');
  });

  it.each([
    ['an earlier notice', 'earlier'],
    ['the notice of the return', 'account-returned'],
  ])('K1 leaves the link of %s to the former phone valid', async (_link, kind) => {
    const { account, phone, earlier } = await returnByIntruder({ hasEmail: false });
    const code = kind === 'earlier' ? earlier : await secretOf(server, account.phone, notMe, kind);
    await enterWithPhone(server, phone);
    expect(await secretOf(server, account.phone, notMe, 'new-device')).toMatch(/^[\w-]{22}$/u);
    expect(await outcomeOf(code)).toBe('locked');
    expect((await tryReset(server, phone)).code).toBe('RECOVERY_REQUIRED');
  });
});
