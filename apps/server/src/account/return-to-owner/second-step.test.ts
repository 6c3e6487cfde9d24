import { insertOtpToken } from '@vid/testkit/accounts';
import { freshPhone } from '@vid/testkit/flows';
import { addAuthenticatorApp } from '@vid/testkit/sign-in/two-step';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import {
  browse,
  intrude,
  notMe,
  requireOk,
  resetPassword,
  secretOf,
  signInByCode,
  undo,
  undoCodeOf,
  type Account,
} from './testing/stolen-account.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

/**
 * Dates the account's first use a year ago, and gives the account an authenticator app and recovery codes of
 * the given age.
 */
async function addApp({ id }: Account, days: number): Promise<void> {
  await addAuthenticatorApp(server, id);
  const { sql } = server.deps;
  await sql`
    insert into consents (account_id, purpose, notice_version, method, address, agreed_at)
    values (${id}, 'terms', '1', 'test', '', now() - interval '1 year')`;
  await sql`
    update authenticator_apps set confirmed_at = now() - make_interval(days => ${days}) where account_id = ${id}`;
  await sql`update recovery_codes set created_at = now() - make_interval(days => ${days}) where account_id = ${id}`;
}

const secondStepOf = async ({ id }: Account) => {
  const { sql, twoSteps } = server.deps;
  const { confirmedAt, recoveryCodesLeft } = await twoSteps.getState(sql, id);
  const setups = await sql`select from authenticator_setups where account_id = ${id}`;
  return { hasApp: confirmedAt !== null, recoveryCodesLeft, setups: setups.length };
};

/** Returns whether a person who has only the SIM gets a session. */
async function entersByCode({ phone }: Account): Promise<boolean> {
  const thief = browse(server);
  await signInByCode(server, thief, phone);
  return (await thief.get('/vid/ajax/auth/me')).status === 200;
}

/**
 * Resets the password with a code, locks the account with the link of a notice, and resets the password
 * again.
 */
async function returnBySim({ id, phone }: Account): Promise<void> {
  await resetPassword(server, phone);
  const { sql, notices, background } = server.deps;
  await sql`update due_notices set due_at = now() where account_id = ${id}`;
  await notices.queueDue();
  notices.kick();
  await background.idle();
  requireOk(await undo(server, await secretOf(server, phone, notMe)));
  await resetPassword(server, phone);
}

describe('K1 K2 an authenticator app that is older than 30 days', () => {
  it('stays if a person with the SIM locks and unlocks the account', async () => {
    const { account } = await intrude(server);
    await addApp(account, 31);
    await returnBySim(account);
    expect(await entersByCode(account)).toBe(false);
    expect(await secondStepOf(account)).toEqual({ hasApp: true, recoveryCodesLeft: 10, setups: 0 });
  });

  it('stays if a thief restores the phone that the owner replaced', async () => {
    const { account, browser } = await intrude(server);
    await addApp(account, 31);
    const phone = freshPhone();
    const otpToken = await insertOtpToken(server, browser, phone, 'phone-change');
    requireOk(await browser.post('/vid/api/users/phone', { phone, otpToken }));
    requireOk(await undo(server, await undoCodeOf(server, account.phone)));
    expect(await entersByCode(account)).toBe(false);
    await resetPassword(server, account.phone);
    expect(await entersByCode(account)).toBe(false);
  });

  it('stays, but newer recovery codes and a pending set-up are removed', async () => {
    const { account, browser } = await intrude(server);
    await addApp(account, 31);
    requireOk(await browser.post('/vid/api/users/two-step/setup'));
    requireOk(await browser.post('/vid/api/users/two-step/recovery-codes'));
    await returnBySim(account);
    expect(await secondStepOf(account)).toEqual({ hasApp: true, recoveryCodesLeft: 0, setups: 0 });
  });
});

it('K1 a return removes an authenticator app of the last 30 days', async () => {
  const { account } = await intrude(server);
  await addApp(account, 29);
  await returnBySim(account);
  expect(await secondStepOf(account)).toEqual({ hasApp: false, recoveryCodesLeft: 0, setups: 0 });
  expect(await entersByCode(account)).toBe(true);
});
