import { insertOtpToken } from '@vid/testkit/accounts';
import { freshPhone, readOutbox } from '@vid/testkit/flows';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import type { NoticeKind } from '@vid/contract/messages/notices';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import {
  browse,
  countOf,
  dispute,
  intrude,
  recover,
  requestDeletion,
  requireOk,
  resetPassword,
} from './testing/stolen-account.ts';
import { ways } from './testing/return-ways.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

async function receiversOf(kind: NoticeKind): Promise<string[]> {
  await server.deps.background.idle();
  const sent = await readOutbox(browse(server));
  return sent.filter(({ purpose }) => purpose === kind).map(({ to }) => to);
}

describe('the notice of a return', () => {
  it('is accompanied by the notice of a cancelled deletion', async () => {
    const intruder = await intrude(server);
    await requestDeletion(server, intruder.account.id);
    await ways['the link that undoes a change of the phone'](intruder);
    expect(await receiversOf('deletion-cancelled')).toEqual([intruder.account.phone]);
    expect(await countOf(server, intruder.account.id, 'deletion.cancelled')).toBe(1);
  });

  it('K1 is accompanied by the notice of a cancelled deletion to the present phone, but not to former phones', async () => {
    const { account, browser } = await intrude(server);
    const phone = freshPhone();
    const otpToken = await insertOtpToken(server, browser, phone, 'phone-change');
    requireOk(await browser.post('/vid/api/users/phone', { phone, otpToken }));
    await requestDeletion(server, account.id);
    const present = await recover(server, account, 'code');
    await server.deps.background.idle();
    const known = [account.phone, phone, present];
    const sent = (await readOutbox(browse(server))).filter(
      ({ to, purpose }) => purpose === 'deletion-cancelled' && known.includes(to),
    );
    expect(sent.map(({ to }) => to)).toEqual([present]);
  });

  it('is of the kind “lock-lifted” after support has lifted a lock', async () => {
    const intruder = await intrude(server);
    await ways['a lock that support lifts'](intruder);
    expect(await receiversOf('lock-lifted')).toEqual([intruder.account.phone]);
  });
});

it('the removal of an e-mail address is announced to that address, but not to the phone', async () => {
  const { account } = await intrude(server);
  const { sql, background } = server.deps;
  const email = `${account.id}@thief.example.vn`;
  await sql`update accounts set email = ${email}, email_confirmed_at = now() where id = ${account.id}`;
  await dispute(server, account);
  await resetPassword(server, account.phone);
  await background.idle();
  const sent = (await readOutbox(browse(server))).filter(({ to }) => to === email || to === account.phone);
  expect(sent.filter(({ purpose }) => purpose === 'email-removed').map(({ to }) => to)).toEqual([email]);
});

it('K1 a return by a code replaces the reminders of earlier changes with a reminder of the return', async () => {
  const { account } = await intrude(server);
  const { sql, notices } = server.deps;
  await sql`
    insert into consents (account_id, purpose, notice_version, method, address, agreed_at)
    values (${account.id}, 'terms', '1', 'test', '', now() - interval '25 hours')`;
  const caller = { userAgent: 'before', address: '' };
  await sql.begin((tx) => notices.notify(tx, { account, kind: 'email-confirmed', caller }));
  await dispute(server, account);
  await resetPassword(server, account.phone);
  expect(await sql`select kind, count from due_notices where account_id = ${account.id}`).toEqual([
    { kind: 'changed-yesterday', count: 1 },
  ]);
});

it('the return of an account to its owner removes its deferred notices', async () => {
  const { account } = await intrude(server);
  const { sql, notices } = server.deps;
  await dispute(server, account);
  const caller = { userAgent: '', address: '' };
  await sql.begin((tx) =>
    notices.defer(tx, {
      accountId: account.id,
      kind: 'new-device',
      caller,
      skipsPhone: false,
      isByCode: false,
    }),
  );
  await resetPassword(server, account.phone);
  expect(await sql`select from due_notices where account_id = ${account.id}`).toHaveLength(0);
});
