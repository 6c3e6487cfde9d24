import { insertOtpToken, otherPassword } from '@vid/testkit/accounts';
import { freshPhone, readOutbox } from '@vid/testkit/flows';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import {
  browse,
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
  it('does not let the phone that the intruder set after the event lift the lock', async () => {
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

  it('cancels a deletion that the intruder asked for', async () => {
    const { account } = await intrude(server);
    await requestDeletion(server, account.id);
    await dispute(server, account);
    const { count } = await server.deps.sql`select from account_deletions where account_id = ${account.id}`;
    expect(count).toBe(0);
  });

  it('deletes waiting notices, whose links the intruder may get, but no waiting decision of the association', async () => {
    const { account } = await intrude(server);
    const { sql, notices } = server.deps;
    const accountId = account.id;
    for (let n = 0; n < 5; n += 1)
      await sql.begin(async (tx) => {
        await notices.queue(tx, { accountId, kind: 'enterprise-verified' });
        await notices.notify(tx, { account, kind: 'passkey-added' });
      });
    const waiting = async () =>
      (await sql`select kind from due_notices where account_id = ${accountId} order by kind`).map(
        ({ kind }) => kind,
      );
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
  it('keeps the owner’s old address, with which the owner can stop the holder of the former phone', async () => {
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

  it('keeps the owner’s old address after a report from an older message', async () => {
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
