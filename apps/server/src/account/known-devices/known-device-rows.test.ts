import { randomBytes } from 'node:crypto';
import { about } from '@vid/testkit/about';
import {
  createAccount,
  goodPassword,
  knownBrowser,
  setPasswordFailures,
  signIn,
} from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { requestOtp } from '@vid/testkit/flows';
import { tryValidateOtp, wrongCode } from '@vid/testkit/sign-in/flow-steps';
import { atOneMoment } from '@vid/testkit/database/one-moment';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import {
  findAnyDevice,
  forgetDeviceCodes,
  forgetDevicePasswords,
  forgetTwoStepDevices,
} from './known-device-sql.ts';
import { knownDevicePolicy } from './known-device.policy.ts';
import { knownDevices } from './known-device.repo.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

async function knownDevice() {
  const { account, browser } = await knownBrowser(server);
  const token = browser.cookies.get('vid_dev') ?? '';
  return { account, browser, hash: server.deps.keys.hashSecret(token) };
}
type Known = Awaited<ReturnType<typeof knownDevice>>;

const change = ({ hash }: Known, columns: Record<string, unknown>) => server.deps.sql`
  update known_devices set ${server.deps.sql(columns)} where token_hash = ${hash}`;
const rowOf = async ({ hash }: Pick<Known, 'hash'>) => {
  const [row] = await server.deps.sql`
    select password_failures, code_failures, round(extract(epoch from expires_at - now()))::int as seconds_left
    from known_devices where token_hash = ${hash}`;
  return row;
};

/** Conditions under which a device is no longer known. */
const endings: readonly [string, Record<string, unknown>][] = [
  ['a year has passed', { expiresAt: new Date(Date.now() - 1_000) }],
  ['it has entered ten wrong passwords', { passwordFailures: knownDevicePolicy.maxPasswordFailures }],
  ['it has entered fifteen wrong codes', { codeFailures: knownDevicePolicy.maxCodeFailures }],
];

describe.each(endings)('P5 a device, once %s,', (_when, columns) => {
  it('has the limits of an unknown device', async () => {
    const known = await knownDevice();
    const { phone } = known.account;
    await change(known, columns);
    await setPasswordFailures(server, phone, 100);
    const answer = await known.browser.post('/vid/ajax/auth/login/phone', { phone, password: goodPassword });
    expect(answer.code).toBe('OTP_REQUIRED');
    expect(await findAnyDevice(server.deps.sql, [known.hash.toString('hex')])).toBeUndefined();
  });

  it('has its wrong codes counted as those of an unknown device', async () => {
    const known = await knownDevice();
    const { phone } = known.account;
    const { otpRequestId, code } = await requestOtp(known.browser, server, phone, 'signin');
    await change(known, columns);
    await tryValidateOtp(known.browser, otpRequestId, wrongCode(code));
    const [tally] = await server.deps.sql`select attempts, device_hash from otp_codes where phone = ${phone}`;
    expect(tally).toEqual({ attempts: 1, deviceHash: null });
  });

  it('gets a new token at the next sign-in', async () => {
    const known = await knownDevice();
    await change(known, columns);
    await signIn(known.browser, known.account);
    const tokens = (known.browser.cookies.get('vid_dev') ?? '').split('.');
    const hashes = tokens.map((token) => server.deps.keys.hashSecret(token));
    expect(hashes).toHaveLength(2);
    expect(hashes[0]?.equals(known.hash)).toBe(true);
    expect(await rowOf({ hash: hashes[1] ?? Buffer.alloc(32) })).toMatchObject({ passwordFailures: 0 });
  });
});

describe('P5 a known device', () => {
  it('is found only by its own token', async () => {
    const { hash } = await knownDevice();
    const [own, other] = [hash.toString('hex'), randomBytes(32).toString('hex')];
    expect(await findAnyDevice(server.deps.sql, [other, own])).toBe(own);
    expect(await findAnyDevice(server.deps.sql, [other])).toBeUndefined();
    expect(await findAnyDevice(server.deps.sql, [])).toBeUndefined();
  });

  it('stays known for another year after a sign-in, which clears its failures', async () => {
    const known = await knownDevice();
    await change(known, {
      passwordFailures: 8,
      codeFailures: 14,
      expiresAt: new Date(Date.now() + 86_400_000),
    });
    await signIn(known.browser, known.account);
    expect(await rowOf(known)).toEqual({
      passwordFailures: 0,
      codeFailures: 0,
      secondsLeft: about(365 * 86_400),
    });
  });

  it('gets a failure for a wrong code, but not for a correct code', async () => {
    const known = await knownDevice();
    const { otpRequestId, code } = await requestOtp(known.browser, server, known.account.phone, 'signin');
    await tryValidateOtp(known.browser, otpRequestId, wrongCode(code));
    expect((await tryValidateOtp(known.browser, otpRequestId, code)).status).toBe(200);
    expect(await rowOf(known)).toMatchObject({ codeFailures: 1 });
  });

  it('is replaced by the 21st device if it was used least recently', async () => {
    const account = await createAccount(server);
    const hashes = Array.from({ length: knownDevicePolicy.devicesPerAccount }, () => randomBytes(32));
    for (const [index, hash] of hashes.entries())
      await server.deps.sql`
        insert into known_devices (account_id, token_hash, expires_at)
        values (${account.id}, ${hash}, now() + make_interval(days => ${index + 1}))`;
    await signIn(new TestBrowser(server.app), account);
    const rows = await server.deps.sql<{ tokenHash: Uint8Array }[]>`
      select token_hash from known_devices where account_id = ${account.id}`;
    expect(rows).toHaveLength(knownDevicePolicy.devicesPerAccount);
    const kept = hashes.map((hash) => rows.some(({ tokenHash }) => hash.equals(tokenHash)));
    expect(kept.filter((isKept) => !isKept)).toHaveLength(1);
    expect(kept[0]).toBe(false);
  });
});

describe('the known devices of an account', () => {
  it('are counted until they expire, separately from those with too many failures', () =>
    atOneMoment(server, async (tx) => {
      const [{ id }, other] = [await createAccount(server), await createAccount(server)];
      const tokens = Array.from({ length: 5 }, () => randomBytes(32).toString('hex'));
      const [live = '', tooManyPasswords = '', tooManyCodes = '', expired = '', foreign = ''] = tokens;
      for (const token of [live, tooManyPasswords, tooManyCodes, expired])
        await knownDevices.insert(tx, id, token, null);
      await knownDevices.insert(tx, other.id, foreign, null);
      const set = (token: string, columns: Record<string, unknown>) =>
        tx`update known_devices set ${tx(columns)} where token_hash = decode(${token}, 'hex')`;
      await set(tooManyPasswords, { passwordFailures: knownDevicePolicy.maxPasswordFailures });
      await set(tooManyCodes, { codeFailures: knownDevicePolicy.maxCodeFailures });
      await set(live, {
        passwordFailures: knownDevicePolicy.maxPasswordFailures - 1,
        codeFailures: knownDevicePolicy.maxCodeFailures - 1,
      });
      await tx`update known_devices set expires_at = now() where token_hash = decode(${expired}, 'hex')`;
      expect(await knownDevices.count(tx, id)).toEqual({ known: 1, blocked: 2 });
      expect(await knownDevices.findHash(tx, id, tokens)).toBe(live);
      expect(
        await knownDevices.findHash(tx, id, [tooManyPasswords, tooManyCodes, expired, foreign]),
      ).toBeNull();
    }));

  it('lose only their own failures and remembered second steps', () =>
    atOneMoment(server, async (tx) => {
      const [{ id }, other] = [await createAccount(server), await createAccount(server)];
      for (const accountId of [id, other.id])
        await knownDevices.insert(tx, accountId, randomBytes(32).toString('hex'), 60);
      await tx`update known_devices set password_failures = 2, code_failures = 3`;
      await forgetDevicePasswords(tx, id);
      await forgetDeviceCodes(tx, id);
      await forgetTwoStepDevices(tx, id);
      const rowsOf = (accountId: string) => tx`
        select password_failures, code_failures, (two_step_until - now())::text as left from known_devices
        where account_id = ${accountId}`;
      expect(await rowsOf(id)).toEqual([{ passwordFailures: 0, codeFailures: 0, left: null }]);
      expect(await rowsOf(other.id)).toEqual([{ passwordFailures: 2, codeFailures: 3, left: '00:01:00' }]);
    }));

  it('keep the chosen period for skipping the authenticator code', () =>
    atOneMoment(server, async (tx) => {
      const [{ id }, other] = [await createAccount(server), await createAccount(server)];
      const token = randomBytes(32).toString('hex');
      const untilOf = async () => {
        const [row] = await tx<{ left: string | null }[]>`
          select (two_step_until - now())::text as left from known_devices where account_id = ${id}`;
        return row?.left;
      };
      await knownDevices.insert(tx, id, token, null);
      expect(await untilOf()).toBeNull();
      await knownDevices.renew(tx, id, token, 60);
      expect(await untilOf()).toBe('00:01:00');
      await knownDevices.renew(tx, id, token, null);
      await knownDevices.renew(tx, other.id, token, 600);
      expect(await untilOf()).toBe('00:01:00');
      // Of the tokens of a browser, the one with the longest period counts.
      const [never, longest] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')];
      await knownDevices.insert(tx, id, never, null);
      await knownDevices.insert(tx, id, longest, 120);
      expect(await knownDevices.findHash(tx, id, [token, never, longest])).toBe(longest);
    }));
});
