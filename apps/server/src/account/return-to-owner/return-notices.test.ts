import { insertOtpToken } from '@vid/testkit/accounts';
import { freshPhone, readOutbox } from '@vid/testkit/flows';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import type { NoticeKind } from '@vid/contract/messages/notices';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import {
  browse,
  changePhone,
  countOf,
  dispute,
  intrude,
  recover,
  requestDeletion,
  requireOk,
  resetPassword,
  undo,
  undoCodeOf,
  type Account,
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

const findPhone = async (id: string) => {
  const [row] = await server.deps.sql`select phone from accounts where id = ${id}`;
  return row?.['phone'];
};

describe('the notice of a return', () => {
  it('is accompanied by the notice of a cancelled deletion', async () => {
    const intruder = await intrude(server);
    await requestDeletion(server, intruder.account.id);
    await ways['the link that undoes a change of the phone'](intruder);
    expect(await receiversOf('deletion-cancelled')).toEqual([intruder.account.phone]);
    expect(await countOf(server, intruder.account.id, 'deletion.cancelled')).toBe(1);
  });

  it('K1 is accompanied by a deletion-cancelled notice to the present phone only', async () => {
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

it('the removal of an e-mail address is announced to that address', async () => {
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

it('K1 a return by a code replaces the reminder of an earlier change', async () => {
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

const repeated = async ({ id }: Account) => {
  const rows = await server.deps.sql<{ kind: string }[]>`
    select kind from due_notices where account_id = ${id} and kind not in ('changed-yesterday', 'new-device')`;
  return rows.map(({ kind }) => kind);
};
/** Makes the account old enough for second notices. */
const makeOld = ({ id }: Account) => server.deps.sql`
  insert into consents (account_id, purpose, notice_version, method, address, agreed_at)
  values (${id}, 'terms', '1', 'test', '', now() - interval '1 year')`;

describe('K1 the second notice to a replaced phone', () => {
  it('outlasts a lock that support lifts', async () => {
    const intruder = await intrude(server);
    const { account } = intruder;
    await makeOld(account);
    await changePhone(intruder);
    expect(await repeated(account)).toEqual(['phone-replaced']);
    await ways['a lock that support lifts'](intruder);
    expect(await repeated(account)).toEqual(['phone-replaced']);
    await server.deps.sql`update due_notices set due_at = now() where account_id = ${account.id}`;
    await server.deps.sql`delete from outbox_messages`;
    await server.deps.notices.queueDue();
    server.deps.notices.kick();
    requireOk(await undo(server, await undoCodeOf(server, account.phone)));
    expect(await findPhone(account.id)).toBe(account.phone);
  });

  it('outlasts a lock that a code to the intruder’s phone opens', async () => {
    const { account } = await intrude(server);
    await makeOld(account);
    const phone = await recover(server, account, 'code');
    expect(await repeated(account)).toEqual(['account-recovered']);
    await dispute(server, { ...account, phone });
    await resetPassword(server, phone);
    expect(await repeated(account)).toEqual(['account-recovered']);
  });

  it('is cancelled by a recovery by support or with this phone', async () => {
    for (const channel of ['mail', 'support']) {
      const intruder = await intrude(server);
      const { account } = intruder;
      await makeOld(account);
      await changePhone(intruder);
      await recover(server, account, channel, channel === 'mail' ? account.phone : freshPhone());
      expect(await repeated(account)).toEqual(['account-recovered']);
    }
  });
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
