import { createServer, type Server } from 'node:http';
import { createAccount } from '@vid/testkit/accounts';
import {
  authorizationPath,
  callOidc,
  communityCode,
  pkce,
  signedIn,
  startSsoServer,
  textAt,
  type SsoBrowser,
  type SsoServer,
} from '@vid/testkit/sso';
import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { queueLogouts } from '#platform/deliveries/deliveries.repo.ts';

const callback = 'https://shop.example.vn/callback';

type Told = { readonly path: string; readonly token: string };

const use = (browser: SsoBrowser, code: string) =>
  communityCode(browser, { appCode: code, clientId: `${code}-web`, redirectUrl: callback });
const until = (check: () => void) => vi.waitFor(check, { timeout: 20_000, interval: 20 });

describe('back-channel logout', () => {
  let server: SsoServer;
  let sink: Server;
  let address = '';
  const told: Told[] = [];
  let plan: (number | 'hang')[] = [];
  /** If set, responses wait for this promise. */
  let held: Promise<void> | undefined;
  beforeAll(async () => {
    sink = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => {
        body += chunk.toString('utf8');
      });
      const respond = async (): Promise<void> => {
        told.push({ path: request.url ?? '', token: new URLSearchParams(body).get('logout_token') ?? '' });
        const behaviour = plan.shift() ?? 200;
        await held;
        if (behaviour === 'hang') request.socket.destroy();
        else response.writeHead(behaviour, { location: '/elsewhere' }).end();
      };
      request.on('end', () => void respond());
    });
    await new Promise<void>((resolve) => {
      sink.listen(0, '127.0.0.1', resolve);
    });
    const at = sink.address();
    address = `http://127.0.0.1:${typeof at === 'object' && at ? at.port : 0}`;
    server = await startSsoServer(inject('cluster'));
    const { applications } = server.deps;
    for (const code of ['shop', 'bank', 'quiet']) {
      await applications.add({ code, name: code, isFirstParty: true });
      await applications.addClient(code, {
        clientId: `${code}-web`,
        kind: 'web',
        redirectUris: [callback],
        ...(code === 'quiet' ? {} : { backchannelLogoutUri: `${address}/${code}` }),
      });
    }
    server.deps.backchannelLogout.start();
  });
  afterEach(() => {
    told.length = 0;
    plan = [];
  });
  afterAll(async () => {
    await server.close();
    await new Promise((resolve) => {
      sink.close(resolve);
      sink.closeAllConnections();
    });
  });

  const paths = () => told.map(({ path }) => path).toSorted();

  it('notifies only the applications of the session, with a verifiable token', async () => {
    const { browser, accountId } = await signedIn(server);
    const other = await signedIn(server, { accountId });
    await use(browser, 'shop');
    await use(browser, 'quiet');
    await use(other.browser, 'bank');
    await browser.post('/vid/ajax/auth/logout', {});
    await until(() => expect(paths()).toEqual(['/shop']));
    const jwks = createRemoteJWKSet(new URL(`${server.issuer}/jwks`));
    const { payload, protectedHeader } = await jwtVerify(told[0]?.token ?? '', jwks, {
      issuer: server.issuer,
      audience: 'shop-web',
      typ: 'logout+jwt',
    });
    expect(protectedHeader.alg).toBe('ES256');
    expect(payload).toMatchObject({
      sub: accountId,
      sid: expect.any(String),
      jti: expect.any(String),
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    });
    expect(payload['nonce']).toBeUndefined();
    expect(Number(payload.exp) - Number(payload.iat)).toBe(120);
  });

  it('is also delivered by a schedule every minute', () => {
    const schedule = server.deps.schedules.find(({ name }) => name === 'deliver-logouts');
    expect(schedule?.everyMinutes).toBe(1);
  });

  it('notifies eight clients at a time', async () => {
    const { applications, sql } = server.deps;
    const { id: accountId } = await createAccount(server);
    await applications.add({ code: 'many', name: 'many', isFirstParty: true });
    const clients = Array.from({ length: 9 }, (_, n) => ({ id: `many-${n}`, sid: undefined }));
    for (const { id: clientId } of clients)
      await applications.addClient('many', {
        clientId,
        kind: 'web',
        redirectUris: [callback],
        backchannelLogoutUri: `${address}/${clientId}`,
      });
    const release = Promise.withResolvers<void>();
    held = release.promise;
    await sql.begin((tx) => queueLogouts(tx, accountId, clients));
    await until(() => expect(told).toHaveLength(8));
    const leases = await sql`
      select round(extract(epoch from lease_until - now()) / 10)::int * 10 as seconds
      from deliveries where kind = 'logout' and status = 'sending'`;
    expect(leases).toEqual(Array.from({ length: 8 }, () => ({ seconds: 30 })));
    held = undefined;
    release.resolve();
    await until(() => expect(told).toHaveLength(9));
  });

  it('increases the wait after later attempts', async () => {
    const { sql } = server.deps;
    const { id: accountId } = await createAccount(server);
    for (const [attempts, wait, rest] of [
      [0, 2.7, 2.7],
      [5, 403.4, 60],
    ] as const) {
      plan = [500];
      await sql.begin(async (tx) => {
        await queueLogouts(tx, accountId, [{ id: 'shop-web', sid: undefined }]);
        await tx`update deliveries set attempts = ${attempts} where kind = 'logout'`;
      });
      await vi.waitFor(async () => {
        const [row] = await sql<{ wait: number; rest: number }[]>`
          select extract(epoch from next_attempt_at - turn_at)::float8 as wait,
            extract(epoch from lease_until - turn_at)::float8 as rest
          from deliveries where kind = 'logout' and status = 'pending' and attempts = ${attempts + 1}`;
        expect(Math.abs((row?.wait ?? 0) - wait)).toBeLessThan(2);
        expect(Math.abs((row?.rest ?? 0) - rest)).toBeLessThan(2);
      });
      await sql`delete from deliveries where kind = 'logout'`;
    }
    expect(await server.deps.metrics.registry.metrics()).toMatch(
      /^vid_job_failures_total\{task="logout"\} [1-9]/mu,
    );
  });

  it.each([200, 204])('does not repeat a notice that an application answered with %i', async (status) => {
    const { sql } = server.deps;
    const { id: accountId } = await createAccount(server);
    plan = [status];
    await sql.begin((tx) => queueLogouts(tx, accountId, [{ id: 'shop-web', sid: undefined }]));
    await until(() => expect(told).toHaveLength(1));
    await vi.waitFor(async () =>
      expect(await sql`select from deliveries where account_id = ${accountId}`).toHaveLength(0),
    );
  });

  it('notifies applications when all sessions end or the account is locked', async () => {
    const { id: accountId } = await createAccount(server);
    const ends = [
      async (browser: SsoBrowser) => void (await browser.post('/vid/ajax/auth/logout/all', {})),
      () => server.deps.sql.begin((tx) => server.deps.sessionRepo.deleteAll(tx, accountId)),
      () =>
        server.deps.modules.accounts.accountLock.lock(accountId, {
          actorId: null,
          caller: { address: '127.0.0.1', requestId: 'test' },
        }),
    ];
    for (const end of ends) {
      told.length = 0;
      const one = await signedIn(server, { accountId });
      const two = await signedIn(server, { accountId });
      await use(one.browser, 'shop');
      await use(two.browser, 'bank');
      await end(one.browser);
      await until(() => expect(paths()).toEqual(['/bank', '/shop']));
    }
  });

  it('notifies applications of expired, erased and surplus sessions', async () => {
    const { sql, sessionRepo, accounts } = server.deps;
    const ends = [
      async (accountId: string) => {
        await sql`update sessions set expires_at = now() - interval '1 second' where account_id = ${accountId}`;
        await sessionRepo.deleteExpired(100);
      },
      (accountId: string) => sql.begin((tx) => accounts.erase(tx, accountId)),
      async (accountId: string) => {
        await sql`
          insert into sessions (id, token_hash, account_id, method, amr, is_persistent, user_agent, address,
            idle_seconds, idle_expires_at, expires_at)
          select 'ses_limit_' || n, sha256(convert_to('limit' || n, 'UTF8')), ${accountId}, 'otp', '{otp}', true, '', '',
            60, now() + interval '1 day', now() + interval '1 day'
          from generate_series(1, 49) n`;
        await signedIn(server, { accountId });
      },
    ];
    for (const end of ends) {
      told.length = 0;
      const { browser, accountId } = await signedIn(server);
      await use(browser, 'shop');
      await end(accountId);
      await until(() => expect(paths()).toEqual(['/shop']));
    }
  });

  it('names the session by the sid of its ID token', async () => {
    const { browser } = await signedIn(server);
    const secret = await server.deps.applications.rotateSecret('shop-web');
    const { verifier, challenge } = pkce();
    const path = authorizationPath({ clientId: 'shop-web', redirectUri: callback, challenge });
    const code = (await browser.visitAndContinue(path)).searchParams.get('code') ?? '';
    const exchange = {
      grant_type: 'authorization_code',
      code,
      code_verifier: verifier,
      redirect_uri: callback,
    };
    const { body } = await callOidc(server, '/token', exchange, { client: 'shop-web', secret });
    const { sid } = decodeJwt(textAt(body, 'id_token'));
    expect(sid).toEqual(expect.any(String));
    await browser.post('/vid/ajax/auth/logout', {});
    await until(() => expect(told.map(({ token }) => decodeJwt(token)['sid'])).toEqual([sid]));
  });

  it('notifies an application of both accounts whose sessions expire together', async () => {
    const people = [await signedIn(server), await signedIn(server)];
    for (const { browser } of people) await use(browser, 'shop');
    const ids = people.map(({ accountId }) => accountId);
    await server.deps.sql`
      update sessions set idle_expires_at = now() - interval '1 second' where account_id = any(${ids})`;
    await server.deps.sessionRepo.deleteExpired(100);
    await until(() => {
      const notified = told.map(({ token }) => String(decodeJwt(token).sub)).toSorted();
      expect(notified).toEqual(ids.toSorted());
    });
  });

  it('retries a rejected notice until the application accepts it', async () => {
    const { browser } = await signedIn(server);
    await use(browser, 'shop');
    await use(browser, 'bank');
    plan = [302, 302];
    await browser.post('/vid/ajax/auth/logout', {});
    await until(() => expect(told).toHaveLength(2));
    plan = ['hang', 200];
    const retryNow = async () => {
      await server.deps.sql`
        update deliveries set next_attempt_at = now(), lease_until = null
        where kind = 'logout' and status = 'pending'`;
      await server.deps.backchannelLogout.run();
    };
    await vi.waitFor(
      async () => {
        await retryNow();
        expect(await server.deps.sql`select id from deliveries where kind = 'logout'`).toHaveLength(0);
      },
      { timeout: 20_000, interval: 100 },
    );
    expect(paths().filter((path) => path === '/elsewhere')).toEqual([]);
    expect(told).toHaveLength(5);
  });

  it('sends a failing client no more notices until its pause is over', async () => {
    const { sql, backchannelLogout } = server.deps;
    plan = [500];
    await sql.begin((tx) =>
      queueLogouts(tx, 'acc_rest', [
        { id: 'shop-web', sid: 'one' },
        { id: 'shop-web', sid: 'two' },
      ]),
    );
    await backchannelLogout.run();
    expect(paths()).toEqual(['/shop']);
    await sql`update deliveries set lease_until = now(), next_attempt_at = now() where kind = 'logout'`;
    await backchannelLogout.run();
    expect(paths()).toEqual(['/shop', '/shop', '/shop']);
  });

  it('gives up after the eighth attempt', async () => {
    const { sql, backchannelLogout } = server.deps;
    await sql.begin(async (tx) => {
      await queueLogouts(tx, 'acc_gone', [{ id: 'shop-web', sid: 'one' }]);
      // Set a later time, so that the sender, which the commit wakes, does not claim this row.
      await tx`update deliveries set next_attempt_at = now() + interval '1 hour' where kind = 'logout'`;
    });
    const attempt = async (number: number) => {
      plan = [500];
      await sql`
        update deliveries set attempts = ${number - 1}, next_attempt_at = now(), lease_until = now()
        where kind = 'logout'`;
      await backchannelLogout.run();
      return sql`
        select lease_until <= now() + interval '60 seconds' as is_short,
          next_attempt_at > now() + interval '10 minutes' as is_later
        from deliveries where kind = 'logout'`;
    };
    expect(await attempt(7)).toEqual([{ isShort: true, isLater: true }]);
    expect(await attempt(8)).toEqual([]);
    expect(paths()).toEqual(['/shop', '/shop']);
  });

  it('notifies an application once when the account withdraws its access', async () => {
    const { browser, accountId } = await signedIn(server);
    await use(browser, 'shop');
    await use(browser, 'bank');
    const withdraw = () => browser.post('/vid/api/sso/consents/withdraw', { appCode: 'shop' });
    expect((await withdraw()).status).toBe(200);
    await until(() => expect(paths()).toEqual(['/shop']));
    const payload = decodeJwt(told[0]?.token ?? '');
    expect(payload).toMatchObject({ sub: accountId, aud: 'shop-web' });
    expect(payload['sid']).toBeUndefined();
    await vi.waitFor(
      async () =>
        expect(await server.deps.sql`select id from deliveries where kind = 'logout'`).toHaveLength(0),
      { timeout: 20_000 },
    );
    expect((await withdraw()).status).toBe(200);
    expect(await server.deps.sql`select id from deliveries where kind = 'logout'`).toHaveLength(0);
    expect(paths()).toEqual(['/shop']);
  });

  it('drops a notice if the client has no back-channel logout URI', async () => {
    const { sql, backchannelLogout, metrics } = server.deps;
    const failures = async () =>
      (await metrics.jobFailures.get()).values.find(({ labels }) => labels['task'] === 'logout')?.value ?? 0;
    const before = await failures();
    await sql.begin((tx) => queueLogouts(tx, 'acc_former', [{ id: 'quiet-web', sid: 'one' }]));
    await backchannelLogout.run();
    await vi.waitFor(async () =>
      expect(await sql`select id from deliveries where kind = 'logout'`).toHaveLength(0),
    );
    expect([paths(), await failures()]).toEqual([[], before]);
  });

  it('queues no notice for a session whose application receives none', async () => {
    const { browser } = await signedIn(server);
    await use(browser, 'quiet');
    await browser.post('/vid/ajax/auth/logout', {});
    expect(await server.deps.sql`select id from deliveries where kind = 'logout'`).toHaveLength(0);
  });
});
