import { appCode } from '@vid/testkit/http/app-code';
import { createAccount, signIn, signInAdmin } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { waitForLockWaits } from '@vid/testkit/database/lock-wait';
import { atOneMoment } from '@vid/testkit/database/one-moment';
import { approveQr, scanQr, signInByQr, startQr, type StartedQr } from '@vid/testkit/sign-in/qr';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { addAuthenticatorApp } from '@vid/testkit/sign-in/two-step';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createQrRepo } from './qr.repo.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
});
afterAll(() => server.close());

const loginPath = '/vid/ajax/auth/login/qr';
const farAway = '198.51.100.20';
const browse = (app = server.app): TestBrowser => new TestBrowser(app);

async function signedIn(role: 'user' | 'admin' = 'user') {
  const [account, phone] = [await createAccount(server, { role }), browse()];
  if (role === 'admin') await signInAdmin(server, phone, account);
  else await signIn(phone, account);
  return { account, phone };
}

async function scanned() {
  const [{ account, phone }, screen] = [await signedIn(), browse()];
  const started = await startQr(screen);
  expect((await scanQr(phone, started)).status).toBe(200);
  return { account, phone, screen, started };
}

const outcome = ({ status, code }: { status: number; code: string | undefined }) => [status, code];
const stateOf = async (screen: TestBrowser, { qrId }: StartedQr) =>
  (await screen.get(`/vid/ajax/auth/qr/${qrId}`)).data['status'];
const login = (screen: TestBrowser, { qrId }: StartedQr) => screen.post(loginPath, { qrId });
const deny = (phone: TestBrowser, { qrId }: StartedQr) => phone.post(`/vid/ajax/auth/qr/${qrId}/deny`, {});
const expire = ({ qrId }: StartedQr) =>
  server.deps.sql`update qr_requests set expires_at = now() where id = ${qrId}`;
const sessionsOf = ({ id }: { id: string }) => server.deps.sql`
  select id from sessions where account_id = ${id} and method = 'qr'`;
const auditOf = async ({ id }: { id: string }) =>
  (
    await server.deps.sql<{ kind: string; actorId: string; details: { reason?: string; qrId: string } }[]>`
      select kind, actor_id, details from audit_events
      where account_id = ${id} and actor_id = ${id} and kind like 'qr.%' order by at`
  ).map(({ kind, details: { qrId, reason } }) => [kind, qrId, reason]);
const noticesOf = async ({ phone }: { phone: string }) =>
  (
    await server.deps.sql<{ purpose: string }[]>`
      select type as purpose from deliveries where phone = ${phone} and type like 'qr%'`
  ).map(({ purpose }) => purpose);
/** Makes the sign-in of an account's sessions too old for sensitive changes. */
const age = ({ id }: { id: string }) => server.deps.sql`
  update sessions set authenticated_at = now() - interval '301 seconds', confirmed_at = null where account_id = ${id}`;

describe('a QR sign-in', () => {
  it('signs the screen in to the phone’s account', async () => {
    const { account, phone, screen, started } = await scanned();
    expect(await stateOf(screen, started)).toBe('scanned');
    expect((await approveQr(phone, started)).status).toBe(200);
    expect(await stateOf(screen, started)).toBe('approved');
    const answer = await login(screen, started);
    expect([answer.status, answer.data['id']]).toEqual([200, account.id]);
    expect((await screen.get('/vid/ajax/auth/me')).data['id']).toBe(account.id);
    expect(screen.cookies.has('vid_qr')).toBe(false);
    expect(await auditOf(account)).toEqual([['qr.approved', started.qrId, undefined]]);
    const [session] = await server.deps.sql`
      select is_persistent from sessions where account_id = ${account.id} and method = 'qr'`;
    expect(session).toEqual({ isPersistent: true });
  });

  it('P10 is not approved by a session that ends during the approval', async () => {
    const { account, phone, started } = await scanned();
    const { approval } = await server.deps.sql.begin(async (tx) => {
      await tx`select from sessions where account_id = ${account.id} for update`;
      const sent = approveQr(phone, started);
      await waitForLockWaits(server, 1);
      await tx`delete from sessions where account_id = ${account.id}`;
      return { approval: sent };
    });
    expect((await approval).code).toBe('TOKEN_INVALID');
    expect(await auditOf(account)).toEqual([]);
  });

  it('Q3 describes the screen on the phone, next to three numbers', async () => {
    const { phone } = await signedIn();
    const screen = browse();
    const { data } = await screen.post(
      '/vid/ajax/auth/qr',
      {},
      { address: farAway, headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0' } },
    );
    const started = { qrId: String(data['qrId']), number: Number(data['number']) };
    expect(data).toMatchObject({ expiresIn: 120, url: `http://localhost:8080/vid/web/qr/${started.qrId}` });
    expect(started.qrId).toMatch(/^qr_\w{26}$/u);
    const looked = await scanQr(phone, started);
    expect(looked.data).toMatchObject({
      status: 'scanned',
      device: { browser: 'Firefox', system: 'Windows', isMobile: false },
      address: '198.51.100.x',
      isSameNetwork: false,
    });
    expect(Math.abs(Date.parse(String(looked.data['requestedAt'])) - Date.now())).toBeLessThan(60_000);
    expect(looked.data['choices']).toHaveLength(3);
    expect(looked.data['choices']).toContain(started.number);
    // Other numbers after a reload would reveal the correct one, which alone would appear twice.
    expect((await scanQr(phone, started)).data['choices']).toEqual(looked.data['choices']);
  });

  it('inherits the phone’s authentication methods, but does not confirm the session', async () => {
    const { account, phone } = await signedIn('admin');
    const screen = browse();
    expect((await signInByQr(screen, phone)).status).toBe(200);
    const [row] = await server.deps.sql`
      select amr, confirmed_at from sessions where account_id = ${account.id} and method = 'qr'`;
    expect(row).toEqual({ amr: ['pwd', 'otp', 'sms', 'mfa'], confirmedAt: null });
  });

  it('allows no new passkey or removal of the app without the password', async () => {
    const [{ account, phone }, screen] = [await signedIn(), browse()];
    const { secret } = await addAuthenticatorApp(server, account.id);
    expect((await signInByQr(screen, phone)).data['methods']).toEqual(['totp', 'recovery-code']);
    await screen.post('/vid/ajax/auth/login/two-step', { mfaToken: 'cookie', code: appCode(secret) });
    const addPasskey = () => screen.post('/vid/api/passkey-options');
    const removeApp = () => screen.call('DELETE', '/vid/api/users/two-step');
    for (const answer of [await addPasskey(), await removeApp()])
      expect(outcome(answer)).toEqual([403, 'REAUTHENTICATION_REQUIRED']);
    await screen.post('/vid/ajax/auth/reauthenticate', { password: account.password });
    for (const answer of [await addPasskey(), await removeApp()]) expect(answer.status).toBe(200);
  });

  it('signs in one of three tabs that each have their own QR code', async () => {
    const { phone } = await signedIn();
    const screen = browse();
    const codes = [await startQr(screen), await startQr(screen), await startQr(screen)];
    for (const started of codes) expect(await stateOf(screen, started)).toBe('pending');
    const [first] = codes;
    if (!first) throw new Error('no code');
    const other = screen.copy();
    await scanQr(phone, first);
    await approveQr(phone, first);
    expect((await login(screen, first)).status).toBe(200);
    // A fourth code replaces the oldest in the browser's cookie.
    const fourth = await startQr(other);
    expect([await stateOf(other, first), await stateOf(other, fourth)]).toEqual([undefined, 'pending']);
  });

  it('can be started at most 600 times in ten minutes per network address', async () => {
    const address = '192.0.2.99';
    await browse().post('/vid/ajax/auth/qr', {}, { address });
    const [counter] = await server.deps.sql`
      select round(extract(epoch from expires_at - now()) / 60)::int as minutes from counters
      where key = ${`qr:${address}`}`;
    expect(counter).toEqual({ minutes: 10 });
    await server.deps.sql`update counters set points = 600 where key = ${`qr:${address}`}`;
    expect(outcome(await browse().post('/vid/ajax/auth/qr', {}, { address }))).toEqual([429, 'RATE_LIMITED']);
  });
});

const count = (answers: readonly { code: string | undefined }[]) =>
  Object.fromEntries(
    Map.groupBy(answers, ({ code }) => code ?? 'ok')
      .entries()
      .map(([code, list]) => [code, list.length]),
  );

describe('a QR code', () => {
  it('Q1 is refused after its 120 seconds at every step', async () => {
    const { account, phone, screen, started } = await scanned();
    const unscanned = await startQr(screen);
    const approved = await startQr(screen);
    await scanQr(phone, approved);
    await approveQr(phone, approved);
    const [row] = await server.deps.sql<{ seconds: number }[]>`
      select extract(epoch from expires_at - created_at)::int as seconds from qr_requests where id = ${started.qrId}`;
    expect(row?.seconds).toBe(120);
    for (const code of [started, unscanned, approved]) await expire(code);
    expect(await stateOf(screen, started)).toBe('expired');
    expect(outcome(await scanQr(phone, unscanned))).toEqual([400, 'QR_EXPIRED']);
    expect(outcome(await approveQr(phone, started))).toEqual([400, 'QR_EXPIRED']);
    expect(outcome(await deny(phone, started))).toEqual([400, 'QR_EXPIRED']);
    expect(outcome(await login(screen, approved))).toEqual([400, 'QR_EXPIRED']);
    expect(await sessionsOf(account)).toHaveLength(0);
  });

  it('Q1 cannot be approved or used a second time', async () => {
    const { account, phone, screen, started } = await scanned();
    expect(outcome(await login(screen, started))).toEqual([400, 'QR_NOT_APPROVED']);
    await approveQr(phone, started);
    expect(outcome(await approveQr(phone, started))).toEqual([400, 'QR_DECIDED']);
    const thief = screen.copy();
    await login(screen, started);
    expect(outcome(await login(thief, started))).toEqual([400, 'QR_DECIDED']);
    expect(outcome(await approveQr(phone, started))).toEqual([400, 'QR_DECIDED']);
    expect(await sessionsOf(account)).toHaveLength(1);
  });

  it('Q1 R2 leads to one session for 50 parallel approvals and uses', async () => {
    const twin = await server.twin();
    const { account, phone, screen, started } = await scanned();
    const each = <T>(run: (app: typeof server.app) => Promise<T>) =>
      Promise.all(Array.from({ length: 50 }, (_, index) => run(index % 2 ? twin.app : server.app)));
    expect(count(await each((app) => approveQr(phone.copy(app), started)))).toEqual({
      ok: 1,
      QR_DECIDED: 49,
    });
    expect(await auditOf(account)).toHaveLength(1);
    expect(count(await each((app) => login(screen.copy(app), started)))).toEqual({ ok: 1, QR_DECIDED: 49 });
    expect(await sessionsOf(account)).toHaveLength(1);
  });
});

describe('a QR code alone', () => {
  it('Q2 signs in no other browser, even one with the screen’s pre-session or secret', async () => {
    const { phone, screen, started } = await scanned();
    await approveQr(phone, started);
    const [onlyCode, onlyPreSession, onlySecret] = [browse(), screen.copy(), screen.copy()];
    onlyPreSession.cookies.delete('vid_qr');
    onlySecret.cookies.delete('vid_pre');
    const ownSecret = browse();
    await startQr(ownSecret);
    const guesses = [onlyCode, onlyPreSession, onlySecret, ownSecret];
    for (const other of guesses) {
      const { qrId } = started;
      for (const path of [`/vid/ajax/auth/qr/${qrId}`, `/vid/ajax/auth/qr/${qrId}/events`])
        expect(outcome(await other.get(path))).toEqual([404, 'QR_NOT_FOUND']);
      expect(outcome(await login(other, started))).toEqual([404, 'QR_NOT_FOUND']);
      expect(other.cookies.has('vid_sid')).toBe(false);
    }
    expect((await login(screen, started)).status).toBe(200);
  });

  it('Q2 comes with an HttpOnly cookie that contains the screen’s secret', async () => {
    const screen = browse();
    const answer = await screen.post('/vid/ajax/auth/qr', {});
    const cookie = answer.raw.cookies.find(({ name }) => name === 'vid_qr');
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', maxAge: 120 });
    expect(Object.keys(answer.data).toSorted()).toEqual(['expiresIn', 'number', 'qrId', 'url']);
    const [row] = await server.deps.sql<{ pollHash: Buffer }[]>`
      select poll_hash from qr_requests where id = ${String(answer.data['qrId'])}`;
    expect(row?.pollHash.equals(server.deps.keys.hashSecret(cookie?.value ?? ''))).toBe(true);
  });
});

describe('the relay of a QR code by an attacker', () => {
  it('Q3 is shown to the owner by a notice of the approval', async () => {
    const { account, phone, started } = await scanned();
    await server.deps.sql`update qr_requests set address = ${farAway} where id = ${started.qrId}`;
    await server.deps.background.idle();
    await approveQr(phone, started);
    expect(await noticesOf(account)).toEqual(['qr-approved']);
    await server.deps.background.idle();
    const sent = await server.deps.sql`
      select status from deliveries where phone = ${account.phone} and type = 'qr-approved'`;
    expect(sent).toEqual([{ status: 'sent' }]);
    expect(
      await server.deps.sql`
      select address from notice_links where account_id = ${account.id} and kind = 'qr-approved'`,
    ).toEqual([{ address: farAway }]);
  });

  it('K1 Q3 schedules a second notice when it is approved', async () => {
    const { account, phone, started } = await scanned();
    const { sql } = server.deps;
    await sql`
      insert into consents (account_id, purpose, notice_version, method, address, agreed_at)
      values (${account.id}, 'terms', '1', 'test', '', now() - interval '25 hours')`;
    expect((await approveQr(phone, started)).status).toBe(200);
    const due = await sql`
      select kind from due_notices where account_id = ${account.id} and kind = 'signed-in-yesterday'`;
    expect(due).toHaveLength(1);
  });

  it('Q3 ends for good with a wrong number', async () => {
    const { account, phone, screen, started } = await scanned();
    const wrong = started.number === 99 ? 10 : started.number + 1;
    expect(outcome(await approveQr(phone, started, { number: wrong }))).toEqual([400, 'QR_NUMBER_WRONG']);
    expect(await stateOf(screen, started)).toBe('denied');
    expect(outcome(await approveQr(phone, started))).toEqual([400, 'QR_DECIDED']);
    expect(outcome(await login(screen, started))).toEqual([400, 'QR_NOT_APPROVED']);
    expect(await auditOf(account)).toEqual([['qr.denied', started.qrId, 'number']]);
  });

  it('Q3 needs a confirmed session for an approval from another network', async () => {
    const { account, phone, started } = await scanned();
    await server.deps.sql`update sessions set confirmed_at = null where account_id = ${account.id}`;
    expect(outcome(await approveQr(phone, started, { address: farAway }))).toEqual([
      403,
      'REAUTHENTICATION_REQUIRED',
    ]);
    // The refusal did not deny the request, so the member can still approve it.
    await phone.post('/vid/ajax/auth/reauthenticate', { password: account.password });
    expect((await approveQr(phone, started, { address: farAway })).status).toBe(200);
    const other = await scanned();
    await server.deps.sql`update sessions set confirmed_at = null where account_id = ${other.account.id}`;
    expect((await approveQr(other.phone, other.started)).status).toBe(200);
  });
});

describe('a QR decision', () => {
  it('Q4 is refused to a member who scans the code after another member', async () => {
    const { phone, screen, started } = await scanned();
    const { phone: stranger } = await signedIn();
    for (const answer of [
      await scanQr(stranger, started),
      await approveQr(stranger, started),
      await deny(stranger, started),
    ])
      expect(outcome(answer)).toEqual([403, 'QR_FORBIDDEN']);
    expect(await stateOf(screen, started)).toBe('scanned');
    expect((await approveQr(phone, started)).status).toBe(200);
  });

  it('Q4 is refused before a scan, and for an unknown code', async () => {
    const { phone } = await signedIn();
    const started = await startQr(browse());
    expect(outcome(await approveQr(phone, started))).toEqual([403, 'QR_FORBIDDEN']);
    expect(outcome(await deny(phone, started))).toEqual([403, 'QR_FORBIDDEN']);
    const unknown = { ...started, qrId: 'qr_00000000000000000000000000' };
    for (const answer of [
      await scanQr(phone, unknown),
      await approveQr(phone, unknown),
      await deny(phone, unknown),
    ])
      expect(outcome(answer)).toEqual([404, 'QR_NOT_FOUND']);
  });

  it('Q4 requires a sign-in within five minutes to approve', async () => {
    const { account, phone, screen, started } = await scanned();
    await age(account);
    expect(outcome(await approveQr(phone, started))).toEqual([403, 'REAUTHENTICATION_REQUIRED']);
    expect(await stateOf(screen, started)).toBe('scanned');
    expect((await deny(phone, started)).status).toBe(200);
    expect(await stateOf(screen, started)).toBe('denied');
    expect(await auditOf(account)).toEqual([['qr.denied', started.qrId, 'member']]);
  });

  it('Q4 starts no session for an account locked before or after it', async () => {
    const before = await scanned();
    await server.deps.modules.accounts.accountLock.lock(before.account.id, {
      actorId: null,
      caller: { address: '127.0.0.1', requestId: 'test' },
    });
    expect(outcome(await approveQr(before.phone, before.started))).toEqual([401, 'TOKEN_INVALID']);
    const after = await scanned();
    await approveQr(after.phone, after.started);
    await server.deps.sql`update accounts set status = 'locked' where id = ${after.account.id}`;
    expect(outcome(await login(after.screen, after.started))).toEqual([403, 'ACCOUNT_LOCKED']);
    expect(await stateOf(after.screen, after.started)).toBe('approved');
    for (const { account } of [before, after]) expect(await sessionsOf(account)).toHaveLength(0);
  });

  it('K1 starts no session after the session that approved it is ended in another one', async () => {
    const { account, phone, screen, started } = await scanned();
    expect((await approveQr(phone, started)).status).toBe(200);
    const owner = browse();
    await signIn(owner, account);
    const [approver] = await server.deps.sql<{ id: string }[]>`
      select id from sessions where account_id = ${account.id} order by created_at limit 1`;
    expect((await owner.call('DELETE', `/vid/api/sessions/${approver?.id}`)).status).toBe(200);
    expect((await login(screen, started)).code).toBe('QR_NOT_FOUND');
    expect(await sessionsOf(account)).toEqual([]);
  });

  it('P10 starts no session after all sessions of the account have ended', async () => {
    const { account, phone, screen, started } = await scanned();
    await approveQr(phone, started);
    await phone.post('/vid/ajax/auth/logout/all', {});
    expect(outcome(await login(screen, started))).toEqual([404, 'QR_NOT_FOUND']);
    expect(await sessionsOf(account)).toHaveLength(0);
  });
});

describe('the row of a QR request', () => {
  it('accepts one scan, one decision and one sign-in by one member', () =>
    atOneMoment(server, async (tx) => {
      const repo = createQrRepo(tx);
      const [{ id: accountId }, other] = [await createAccount(server), await createAccount(server)];
      const browser = { preSessionHash: Buffer.alloc(32, 1), pollHashes: [Buffer.alloc(32, 2)] };
      const row = {
        preSessionHash: Buffer.alloc(32, 1),
        pollHash: Buffer.alloc(32, 2),
        userAgent: '',
        address: '',
      };
      await repo.insert({ ...row, id: 'qr_a', number: 10, decoyOne: 11, decoyTwo: 12 });
      const scan = () => repo.scan(tx, 'qr_a', accountId);
      const answer = (id = accountId) =>
        repo.answer(tx, { id: 'qr_a', accountId: id, answer: 'approved', amr: ['pwd'] });
      const use = (id = accountId) => repo.use(tx, { id: 'qr_a', accountId: id }, browser);
      const inTime = async (call: () => Promise<boolean>) => {
        await tx`update qr_requests set expires_at = now()`;
        expect(await call()).toBe(false);
        await tx`update qr_requests set expires_at = now() + interval '1 microsecond'`;
        return call();
      };
      expect(await answer()).toBe(false);
      expect([await inTime(scan), await scan()]).toEqual([true, false]);
      expect(await answer(other.id)).toBe(false);
      expect(await use()).toBe(false);
      expect([await inTime(answer), await answer()]).toEqual([true, false]);
      expect(await use(other.id)).toBe(false);
      expect([await inTime(use), await use()]).toEqual([true, false]);
    }));

  it('is shown as expired after it expires, unless it was denied or used', () =>
    atOneMoment(server, async (tx) => {
      const repo = createQrRepo(tx);
      const hashes = { preSessionHash: Buffer.alloc(32, 1), pollHash: Buffer.alloc(32, 2) };
      await repo.insert({
        ...hashes,
        id: 'qr_a',
        userAgent: '',
        address: '',
        number: 10,
        decoyOne: 11,
        decoyTwo: 12,
      });
      const shown = [];
      for (const expiresIn of ['1 millisecond', '-1 hour'])
        for (const status of ['pending', 'scanned', 'approved', 'denied', 'used']) {
          await tx`update qr_requests set status = ${status}, expires_at = now() + ${expiresIn}::interval`;
          const found = await repo.find('qr_a');
          shown.push([found?.status, found?.expiresIn]);
        }
      expect(shown).toEqual([
        ['pending', 1],
        ['scanned', 1],
        ['approved', 1],
        ['denied', 1],
        ['used', 1],
        ['expired', 0],
        ['expired', 0],
        ['expired', 0],
        ['denied', 0],
        ['used', 0],
      ]);
    }));
});
