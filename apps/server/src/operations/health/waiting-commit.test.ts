import { createAccount, goodPassword, insertOtpToken, otherPassword, signIn } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { startTestCluster } from '@vid/testkit/database/database';
import { freshPhone } from '@vid/testkit/flows';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { callOidc, communityCode, signedIn, startSsoServer, type SsoServer } from '@vid/testkit/sso';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { program } from '#lib/program.ts';
import { createMissingStandby } from './testing/missing-standby.ts';
import { untilReadiness } from './testing/signed-in-traffic.ts';

/** A separate cluster, because these tests change PostgreSQL settings. */
let cluster: Awaited<ReturnType<typeof startTestCluster>>;
let standby: Awaited<ReturnType<typeof createMissingStandby>>;
let server: TestServer;
let sso: SsoServer;

beforeAll(async () => {
  cluster = await startTestCluster();
  standby = await createMissingStandby(cluster);
  server = await startTestServer(cluster.cluster);
  sso = await startSsoServer(cluster.cluster);
});
afterAll(async () => {
  await sso.close();
  await server.close();
  await standby.close();
  await cluster.stop();
});

afterEach(async () => {
  await standby.restore();
  await untilReadiness(server.app, 200);
});

const browse = () => new TestBrowser(server.app);

async function prepareSignUp() {
  const browser = browse();
  const phone = freshPhone();
  const otpToken = await insertOtpToken(server, browser, phone, 'signup');
  const body = { phone, password: goodPassword, otpToken, acceptedTerms: true };
  return { phone, send: () => browser.copy().post('/vid/ajax/users/signup/phone', body) };
}

async function timed<T>(work: Promise<T>): Promise<{ answer: T; ms: number }> {
  const startedAt = performance.now();
  const answer = await work;
  return { answer, ms: performance.now() - startedAt };
}

describe('D4 VID, after the loss of a synchronous standby,', () => {
  it('D2 answers writes with 503 within 2 s and serves reads', async () => {
    const signUps = await Promise.all(Array.from({ length: 6 }, prepareSignUp));
    const member = browse();
    await signIn(member, await createAccount(server));
    await server.deps.sql`update sessions set last_seen_at = now() - interval '1 hour'`;
    // Send the new-device notice first, because its waiting commit would be counted.
    await server.deps.background.idle();

    // The first request creates the signing keys.
    const readKeys = async () => (await browse().get('/vid/oidc/jwks')).status;
    expect(await readKeys()).toBe(200);

    const { lookups } = server.deps;
    const [reader] = await lookups<{ pid: number }[]>`select pg_backend_pid() as pid`;

    await standby.lose();
    const stalled = await Promise.all(signUps.map(({ send }) => timed(send())));
    expect(new Set(stalled.map(({ answer }) => `${answer.status} ${answer.code}`))).toEqual(
      new Set(['503 UNAVAILABLE']),
    );
    expect(Math.max(...stalled.map(({ ms }) => ms))).toBeLessThan(2_000);

    const ready = await browse().get('/vid/health/ready');
    expect([ready.status, ready.raw.json()]).toEqual([
      503,
      {
        status: 'unavailable',
        version: program.version,
        checks: {
          database: 'up',
          writes: 'stalled',
          migrations: 'applied',
          jobs: 'running',
          storage: 'writable',
        },
      },
    ]);
    const metrics = await browse().get('/vid/metrics', { headers: { host: 'localhost' } });
    expect(metrics.raw.body).toContain('vid_database_writes_stalled 1');
    expect(metrics.raw.body).toContain('vid_database_up 1');

    // Further writes are rejected before they take a connection.
    const waiting = await standby.countWaiting();
    const repeats = await Promise.all([...signUps, ...signUps].map(({ send }) => timed(send())));
    expect(new Set(repeats.map(({ answer }) => answer.status))).toEqual(new Set([503]));
    expect(Math.max(...repeats.map(({ ms }) => ms))).toBeLessThan(1_000);
    // A scheduled task may also be waiting for a commit.
    expect(await standby.countWaiting()).toBeLessThan(waiting + signUps.length);

    // A read must not wait even when the session's last-seen time is due for an update.
    const me = await timed(member.get('/vid/ajax/auth/me'));
    expect(me.answer.status).toBe(200);
    expect(me.ms).toBeLessThan(1_000);
    expect((await browse().get('/vid/api/avatars/ava_unknown')).code).toBe('NOT_FOUND');
    expect(await readKeys()).toBe(200);
    // Only the connections of writers were closed.
    expect(await lookups`select from pg_stat_activity where pid = ${reader?.pid ?? 0}`).toHaveLength(1);

    await standby.restore();
    expect(await untilReadiness(server.app, 200)).toBeLessThan(5_000);
    const done = await Promise.all(signUps.map(({ send }) => send()));
    expect(done.map(({ status }) => status)).toEqual(Array(signUps.length).fill(200));

    const phones = signUps.map(({ phone }) => phone);
    const accounts = await server.deps.sql<Record<string, unknown>[]>`
      select a.phone,
        (select count(*)::int from password_credentials p where p.account_id = a.id) as passwords,
        (select count(*)::int from consents c where c.account_id = a.id) as consents,
        (select count(*)::int from audit_events e where e.account_id = a.id and e.kind = 'account.created') as created
      from accounts a where phone = any(${phones}::text[])`;
    expect(new Set(accounts.map((row) => row['phone']))).toEqual(new Set(phones));
    expect(accounts.length).toBe(phones.length);
    expect(
      new Set(accounts.map((row) => [row['passwords'], row['consents'], row['created']].join())),
    ).toEqual(new Set(['1,2,1']));
    await signIn(browse(), { phone: phones[0] ?? '', password: goodPassword });
  });

  it('D2 keeps the user signed in after an unacknowledged commit', async () => {
    const account = await createAccount(server);
    const browser = browse();
    await signIn(browser, account);
    // The notice of the new device would keep the account's row locked while its commit waits.
    await server.deps.background.idle();
    await standby.lose();
    const change = { currentPassword: goodPassword, newPassword: otherPassword };
    const { answer, ms } = await timed(browser.post('/vid/api/users/password/change', change));
    expect([answer.status, answer.code]).toEqual([503, 'UNAVAILABLE']);
    expect(ms).toBeLessThan(2_000);
    await standby.restore();
    await untilReadiness(server.app, 200);
    expect((await browser.get('/vid/ajax/auth/me')).status).toBe(200);
    // The change was committed; only its acknowledgement was missing.
    await signIn(browse(), { phone: account.phone, password: otherPassword });
  });

  it('changes counters without waiting for the standby', async () => {
    const { counters } = server.deps;
    const hit = { key: freshPhone(), windowSeconds: 60, limit: 5 };
    await standby.lose();
    // These calls would fail if their commits waited.
    await counters.hit([hit]);
    await counters.refund([hit.key]);
    expect((await counters.peek([hit.key])).get(hit.key)).toBe(0);
  });

  it('A3 S7 D2 rejects a repeated refresh whose response was lost', async () => {
    const redirectUrl = 'https://shop.example.vn/callback';
    const { applications } = sso.deps;
    await applications.add({ code: 'shop', name: 'Shop', isFirstParty: true, access: 'open' });
    const { secret = '' } = await applications.addClient('shop', {
      clientId: 'shop-web',
      kind: 'web',
      redirectUris: [redirectUrl],
    });
    const as = { client: 'shop-web', secret };
    const { browser } = await signedIn(sso);
    const signOn = async () => {
      const { code, verifier } = await communityCode(browser, {
        appCode: 'shop',
        clientId: 'shop-web',
        redirectUrl,
      });
      const form = {
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUrl,
        code_verifier: verifier,
      };
      return callOidc(sso, '/token', form, as);
    };
    const refresh = (from: Record<string, unknown>) =>
      callOidc(
        sso,
        '/token',
        { grant_type: 'refresh_token', refresh_token: String(from['refresh_token']) },
        as,
      );
    const first = await signOn();
    expect(first.status).toBe(200);

    await standby.lose();
    const unanswered = await refresh(first.body);
    expect([unanswered.status, unanswered.body['error']]).toEqual([503, 'temporarily_unavailable']);
    expect(unanswered.headers.get('retry-after')).not.toBeNull();
    await standby.restore();
    await untilReadiness(sso.app, 200);

    // The refresh was committed. VID cannot tell a repeated refresh from a thief's, so it revokes the tokens.
    const repeat = await refresh(first.body);
    expect([repeat.status, repeat.body['error']]).toEqual([400, 'invalid_grant']);
    // The session is still valid, so VID issues the next code without a prompt.
    const again = await signOn();
    expect(again.status).toBe(200);
    expect((await refresh(again.body)).status).toBe(200);
  });
});
