import { createAccount, goodPassword, insertOtpToken, otherPassword, signIn } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { freshPhone } from '@vid/testkit/flows';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { installKillPoints, killAt, type KillPoint } from './testing/kill-points.ts';
import type { KilledRequest, KilledServer } from './testing/killed-server.ts';

let server: TestServer;
let settings: KilledServer;
beforeAll(async () => {
  server = await startTestServer(inject('cluster'));
  await installKillPoints(server.deps.sql);
  const [row] = await server.deps.sql<{ database: string }[]>`select current_database() as database`;
  settings = {
    target: { ...inject('cluster'), database: row?.database ?? '' },
    masterKey: '07'.repeat(32),
    environment: { VID_PORT: '8080', VID_PASSWORD_MEMORY_KIB: '7168', VID_DATABASE_POOL: '20' },
  };
});
afterAll(() => server.close());

type Attempt = {
  readonly browser: TestBrowser;
  readonly url: string;
  readonly body: Readonly<Record<string, unknown>>;
};

const requestOf = ({ browser, url, body }: Attempt): KilledRequest => ({
  url,
  headers: {
    host: 'localhost:8080',
    origin: 'http://localhost:8080',
    'sec-fetch-site': 'same-origin',
    cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  },
  body,
});

/** Prepares an attempt per point, and kills a server while every attempt is held at its point. */
async function killAttempts<T extends Attempt>(
  points: readonly KillPoint[],
  prepare: () => Promise<T>,
): Promise<ReadonlyMap<KillPoint, T>> {
  const attempts = new Map<KillPoint, T>();
  for (const point of points) attempts.set(point, await prepare());
  const requests = Array.from(attempts, ([point, attempt]) => [point, requestOf(attempt)] as const);
  await killAt(server.deps.sql, settings, requests);
  return attempts;
}

function getAttempt<T>(attempts: ReadonlyMap<KillPoint, T>, point: KillPoint): T {
  const attempt = attempts.get(point);
  if (!attempt) throw new Error(`no attempt at “${point}”`);
  return attempt;
}

const traceOfSignUp = async (phone: string) => {
  const [row] = await server.deps.sql`
    select
      (select count(*)::int from accounts where phone = ${phone}) as accounts,
      (select count(*)::int from enterprises e join accounts a on a.id = e.account_id where a.phone = ${phone}) as enterprises,
      (select count(*)::int from password_credentials p join accounts a on a.id = p.account_id where a.phone = ${phone}) as credentials,
      (select count(*)::int from consents c join accounts a on a.id = c.account_id where a.phone = ${phone}) as consents,
      (select count(*)::int from audit_events e join accounts a on a.id = e.account_id
        where a.phone = ${phone} and e.kind = 'account.created') as created,
      (select count(*)::int from otp_codes where phone = ${phone} and token_used_at is not null and account_id is not null) as tokens,
      (select count(*)::int from audit_events where account_id is not null and account_id not in (select id from accounts)) as strays`;
  return row;
};
const nothing = {
  accounts: 0,
  enterprises: 0,
  credentials: 0,
  consents: 0,
  created: 0,
  tokens: 0,
  strays: 0,
};
const whole = { accounts: 1, enterprises: 1, credentials: 1, consents: 2, created: 1, tokens: 1, strays: 0 };

/** Points in the order in which a sign-up reaches them. */
const signUpPoints: readonly KillPoint[] = [
  'otp_codes redeemed',
  'accounts inserted',
  'enterprises inserted',
  'password_credentials inserted',
  'consents inserted',
  'otp_codes remembered',
  'password_failures cleared',
  'password_throttles cleared',
  'audit_events written',
  'sessions begun',
  'committing',
];
const setPoints: readonly KillPoint[] = [
  'password_credentials updated',
  'sessions ended',
  'otp_codes revoked',
  'deliveries queued',
  'audit_events written',
  'committing',
];

type Trace = {
  readonly hash: string;
  readonly sessions: number;
  readonly events: number;
  readonly sms: number;
};

const traceOfChange = async (accountId: string, phone: string, kind: string): Promise<Trace> => {
  const [row] = await server.deps.sql<Trace[]>`
    select p.hash,
      (select count(*)::int from sessions where account_id = ${accountId}) as sessions,
      (select count(*)::int from audit_events where account_id = ${accountId} and kind = ${kind}) as events,
      (select count(*)::int from deliveries where phone = ${phone} and type in ('password-reset', 'password-changed')) as sms
    from password_credentials p where p.account_id = ${accountId}`;
  return row ?? { hash: '', sessions: -1, events: -1, sms: -1 };
};

type Change = Attempt & Awaited<ReturnType<typeof beforeChange>>;

async function beforeChange({ id, phone }: { readonly id: string; readonly phone: string }, kind: string) {
  const trace = () => traceOfChange(id, phone, kind);
  return { phone, before: await trace(), trace };
}

describe('D6 a process that is killed with kill -9', () => {
  describe('during a sign-up', () => {
    let attempts: ReadonlyMap<KillPoint, Attempt & { readonly phone: string }>;
    beforeAll(async () => {
      attempts = await killAttempts(signUpPoints, async () => {
        const browser = new TestBrowser(server.app);
        const phone = freshPhone();
        const otpToken = await insertOtpToken(server, browser, phone, 'signup');
        const body = { phone, password: goodPassword, isEnterprise: true, otpToken, acceptedTerms: true };
        return { browser, phone, url: '/vid/ajax/users/signup/phone', body };
      });
    });

    it.each(signUpPoints)('leaves no partial account at “%s”, and a repeat succeeds', async (point) => {
      const { browser, phone, url, body } = getAttempt(attempts, point);
      // The outcome of an interrupted COMMIT is unknown (D4), but it is all or nothing.
      expect([nothing, ...(point === 'committing' ? [whole] : [])]).toContainEqual(
        await traceOfSignUp(phone),
      );
      const repeated = await browser.post(url, body);
      expect([repeated.status, repeated.data['phone']]).toEqual([200, phone]);
      expect(await traceOfSignUp(phone)).toEqual(whole);
      expect((await browser.get('/vid/ajax/auth/me')).data['id']).toBe(repeated.data['id']);
    });
  });

  describe('during a password reset', () => {
    const points = ['otp_codes redeemed', ...setPoints] as const;
    let attempts: ReadonlyMap<KillPoint, Change>;
    beforeAll(async () => {
      attempts = await killAttempts(points, async () => {
        const account = await createAccount(server);
        await signIn(new TestBrowser(server.app), account);
        const browser = new TestBrowser(server.app);
        const otpToken = await insertOtpToken(server, browser, account.phone, 'forget-password');
        const body = { phone: account.phone, otpToken, newPassword: otherPassword };
        const url = '/vid/api/users/password/forget';
        return { browser, url, body, ...(await beforeChange(account, 'password.reset')) };
      });
    });

    it.each(points)('leaves the reset complete or not begun at “%s”', async (point) => {
      const { browser, url, body, phone, before, trace } = getAttempt(attempts, point);
      const after = await trace();
      const isDone = after.hash !== before.hash;
      expect(after).toEqual(isDone ? { hash: after.hash, sessions: 0, events: 1, sms: 1 } : before);
      const again = await browser.post(url, body);
      expect(again.code ?? 'ok').toBe(isDone ? 'OTP_TOKEN_INVALID' : 'ok');
      await signIn(new TestBrowser(server.app), { phone, password: otherPassword });
    });
  });

  describe('during a password change', () => {
    let attempts: ReadonlyMap<KillPoint, Change>;
    beforeAll(async () => {
      attempts = await killAttempts(setPoints, async () => {
        const account = await createAccount(server);
        const browser = new TestBrowser(server.app);
        await signIn(browser, account);
        await signIn(new TestBrowser(server.app), account);
        const body = { currentPassword: goodPassword, newPassword: otherPassword };
        const url = '/vid/api/users/password/change';
        return { browser, url, body, ...(await beforeChange(account, 'password.changed')) };
      });
    });

    it.each(setPoints)('leaves the change complete or not begun at “%s”', async (point) => {
      const { browser, url, body, phone, before, trace } = getAttempt(attempts, point);
      const after = await trace();
      const isDone = after.hash !== before.hash;
      expect(after).toEqual(isDone ? { hash: after.hash, sessions: 1, events: 1, sms: 1 } : before);
      expect((await browser.post(url, body)).status).toBe(200);
      await signIn(new TestBrowser(server.app), { phone, password: otherPassword });
    });
  });
});
