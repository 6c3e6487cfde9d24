import { createAccount } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { readOutbox } from '@vid/testkit/flows';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { Notice } from './notices.service.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

/** Notifies the owner of a new account. Returns where the notice went, and its texts. */
async function notify(options: Omit<Notice, 'account' | 'kind'> & { isConfirmed: boolean }) {
  const { isConfirmed, ...how } = options;
  const account = await createAccount(server);
  const email = `${account.id}@example.vn`;
  const { sql, notices, background } = server.deps;
  await sql`
    update accounts set email = ${email}, email_confirmed_at = case when ${isConfirmed} then now() end
    where id = ${account.id}`;
  await sql.begin((tx) => notices.notify(tx, { account, kind: 'password-changed', ...how }));
  notices.kick();
  await background.idle();
  const outbox = await readOutbox(new TestBrowser(server.app));
  const names = new Map([
    [account.phone, 'phone'],
    [email, 'email'],
    ['+84900000000', 'former phone'],
  ]);
  const sent = outbox.filter(({ to }) => names.has(to));
  await sql`delete from outbox_messages`;
  return { to: sent.map(({ to }) => names.get(to) ?? '').toSorted(), texts: sent.map(({ text }) => text) };
}

it('sends a notice by mail to a confirmed address, and otherwise by SMS', async () => {
  expect((await notify({ isConfirmed: false })).to).toEqual(['phone']);
  expect((await notify({ isConfirmed: true })).to).toEqual(['email']);
});

it('sends a notice by mail and SMS if it is meant for every channel or names a phone', async () => {
  expect((await notify({ isConfirmed: true, everywhere: true })).to).toEqual(['email', 'phone']);
  expect((await notify({ isConfirmed: false, everywhere: true })).to).toEqual(['phone']);
  expect((await notify({ isConfirmed: true, phone: '+84900000000' })).to).toEqual(['email', 'former phone']);
});

it('says in the mail when and where the change was made', async () => {
  const caller = { userAgent: 'Mozilla/5.0 (Linux; Android 14) Chrome/130.0', address: '203.0.113.7' };
  const { texts } = await notify({ isConfirmed: true, caller });
  expect(texts[0]).toMatch(/Thiết bị: Chrome, Android\nĐịa chỉ IP: 203\.0\.113\.7/u);
  expect(texts[0]).toMatch(/\/vid\/web\/not-me#[\w-]{22}/u);
});
