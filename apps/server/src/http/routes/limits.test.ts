import { connect, type Socket } from 'node:net';
import type { Endpoint } from '@vid/contract/endpoint';
import { endpoints } from '@vid/contract/endpoints/index';
import { webhookEventTypes } from '@vid/contract/webhook-events';
import { createAccount, createAdmin, signIn } from '@vid/testkit/accounts';
import { createApplication } from '@vid/testkit/applications';
import { TestBrowser } from '@vid/testkit/browser';
import { waitForLockWaits } from '@vid/testkit/database/lock-wait';
import { bearer, callManagement, createMachineToken } from '@vid/testkit/machine';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import type { Queryable } from '#database/connection.ts';

const writing = Object.entries<Endpoint>(endpoints).filter(
  ([name]) => !/^GET |\/(?:search|count)$/u.test(name),
);

const open = ['public', 'visitor', 'gateway'];

describe('the limits of endpoints that write', () => {
  it.each(writing)('are declared, except for visitors (%s)', (_name, endpoint) => {
    expect(endpoint.limit !== undefined).toBe(!open.includes(endpoint.access));
  });

  it('count for each session on 13 endpoints that secure an account', () => {
    const bySession = writing.filter(([, { limit }]) => limit?.of === 'session').map(([name]) => name);
    expect(bySession.toSorted()).toEqual([
      'DELETE /vid/api/passkeys/:passkeyId',
      'DELETE /vid/api/privacy/deletion',
      'DELETE /vid/api/sessions',
      'DELETE /vid/api/sessions/:sessionId',
      'DELETE /vid/api/users/identities/:provider',
      'DELETE /vid/api/users/recovery',
      'DELETE /vid/api/users/two-step',
      'POST /vid/ajax/auth/logout/all',
      'POST /vid/ajax/auth/reauthenticate',
      'POST /vid/ajax/auth/reauthenticate/passkey/options',
      'POST /vid/api/sso/consents/withdraw',
      'POST /vid/api/users/password',
      'POST /vid/api/users/password/change',
    ]);
  });

  it('leave unbounded only the members’ rows of agreements and phones', () => {
    const kept = writing.filter(([, { limit }]) => limit?.rows === 'kept');
    const own = kept.filter(([, { access }]) => access !== 'admin').map(([name]) => name);
    expect(own.toSorted()).toEqual(['POST /vid/api/agreement', 'POST /vid/api/users/phone']);
  });
});

describe('an endpoint that reads', () => {
  it('has a rate limit only for exports, employers and counts', () => {
    const reads = Object.entries<Endpoint>(endpoints).filter(([name]) =>
      /^GET |\/(?:search|count)$/u.test(name),
    );
    const limited = reads.filter(([, { limit }]) => limit !== undefined).map(([name]) => name);
    expect(limited.toSorted()).toEqual([
      'GET /vid/api/privacy/exports/:exportId',
      'GET /vid/api/users/employers',
      'POST /vid/api/admin/accounts/count',
      'POST /vid/api/apps/:appId/permissions/count',
    ]);
  });

  it('counts listed members in administrators’ searches except applications and incidents', () => {
    const searches = Object.entries<Endpoint>(endpoints).filter(
      ([name, { access }]) => name.endsWith('/search') && ['admin', 'manager'].includes(access),
    );
    expect(searches.filter(([, { listsMembers }]) => !listsMembers).map(([name]) => name)).toEqual([
      'POST /vid/api/admin/applications/search',
      'POST /vid/api/admin/incidents/search',
    ]);
  });

  it.each(Object.entries<Endpoint>(endpoints).filter(([name]) => name.endsWith('/search')))(
    'allows a limit of at most 100 rows in a search (%s)',
    (_name, { body }) => {
      expect(Object(body)['properties']).toHaveProperty('limit.maximum', 100);
    },
  );
});

type Schema = {
  readonly [
    keyword in 'type' | 'maxLength' | 'maxItems' | 'maximum' | 'pattern' | 'format' | 'enum' | 'const'
  ]?: unknown;
} & {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
};
type Value = { readonly at: string; readonly schema: Schema };

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null;

/** Lists a schema, its fields, its alternatives and the items of its lists. */
function valuesOf(schema: Schema, at: string): readonly Value[] {
  return [
    { at, schema },
    ...Object.entries(schema.properties ?? {}).flatMap(([name, one]) => valuesOf(one, `${at} ${name}`)),
    ...(schema.anyOf ?? []).flatMap((one) => valuesOf(one, at)),
    ...(schema.items ? valuesOf(schema.items, at) : []),
  ];
}

function isLimited({ schema }: Value): boolean {
  const { type, maxLength, pattern, format, maxItems, maximum } = schema;
  if (schema.enum !== undefined || schema.const !== undefined) return true;
  if (type === 'string') return [maxLength, pattern, format].some((limit) => limit !== undefined);
  if (type === 'array') return maxItems !== undefined;
  return (type !== 'integer' && type !== 'number') || maximum !== undefined;
}

const fieldOf = ({ at }: Value): string => at.slice(at.lastIndexOf(' ') + 1);

describe('the schema of a request', () => {
  const values = Object.entries<Endpoint>(endpoints).flatMap(([name, { body, query, params }]) =>
    [body, query, params].filter(isSchema).flatMap((schema) => valuesOf(schema, name)),
  );

  it('has a limit for each text, list and number', () => {
    expect(values.length).toBeGreaterThan(500);
    expect([...new Set(values.filter((value) => !isLimited(value)).map(({ at }) => at))]).toEqual([]);
  });

  it('limits each list to a fixed length', () => {
    const lists = values.filter(({ schema, at }) => schema.type === 'array' && !at.includes(' mapping '));
    const lengths = Map.groupBy(lists, fieldOf)
      .entries()
      .map(([field, all]) => [field, [...new Set(all.map(({ schema }) => schema.maxItems))]]);
    expect(Object.fromEntries(lengths)).toEqual({
      accountIds: [100],
      checks: [3],
      columns: [41],
      dataKinds: [9],
      documents: [2],
      events: [webhookEventTypes.length],
      hiddenNavIds: [50],
      ids: [100],
      keys: [20],
      parameters: [10],
      phones: [500],
      postLogoutUris: [50],
      redirectUris: [50],
      redirectUrls: [10],
      scopes: [20, 2, 4],
      transports: [10],
      value: [6, 100, 10, 1_000],
    });
  });
});

/** Returns an address in a separate network of the same IPv6 /48. */
const network = (count: number) => ({ address: `2001:db8:7:${count}::1` });
const upload = async (by: TestBrowser) => {
  const headers = { 'content-type': 'image/png' };
  return (await by.call('PUT', '/vid/api/users/avatar', 'x', { headers })).code;
};
const change = (by: TestBrowser) => by.call('PATCH', '/vid/api/users/profile', { name: 'Lê Minh Anh' });

describe('a call', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(inject('cluster'));
  });
  afterAll(() => server.close());

  const exhaust = (endpoint: keyof typeof endpoints, subject: string, times = 1) => {
    const { id, limit }: Endpoint = endpoints[endpoint];
    const points = times * (limit?.perHour ?? 0);
    return server.deps.sql`
      insert into counters (key, points, expires_at)
      values (${`calls:${id}:${subject}`}, ${points}, now() + interval '10 minutes')`;
  };

  const haveRead = (rows: number, { id }: { readonly id: string }) => server.deps.sql`
    insert into counters (key, points, expires_at)
    values (${`member-rows:${id}`}, ${rows}, now() + interval '10 minutes')`;

  const sessionOf = async (account: { readonly id: string }) => {
    const [row] = await server.deps.sql<{ id: string }[]>`
      select id from sessions where account_id = ${account.id}`;
    return row?.id ?? '';
  };

  it('over the limit is refused for its account, but not for another', async () => {
    const [account, other] = [await createAccount(server), await createAccount(server)];
    const [browser, otherBrowser] = [new TestBrowser(server.app), new TestBrowser(server.app)];
    await signIn(browser, account);
    await signIn(otherBrowser, other);
    await exhaust('PATCH /vid/api/users/profile', account.id);
    const refused = await change(browser);
    expect([refused.code, refused.raw.headers['retry-after']]).toEqual(['RATE_LIMITED', '600']);
    expect((await change(otherBrowser)).status).toBe(200);
  });

  it('X3 refused to a stolen session still succeeds in the owner’s session', async () => {
    const account = await createAccount(server);
    const [owner, thief] = [new TestBrowser(server.app), new TestBrowser(server.app)];
    await signIn(thief, account);
    const sessionId = await sessionOf(account);
    await signIn(owner, account);
    const prove = (by: TestBrowser, password = account.password) =>
      by.post('/vid/ajax/auth/reauthenticate', { password });
    await exhaust('POST /vid/ajax/auth/reauthenticate', sessionId);
    await exhaust('DELETE /vid/api/sessions/:sessionId', sessionId);
    expect((await prove(thief)).code).toBe('RATE_LIMITED');
    expect((await prove(owner)).status).toBe(200);
    const end = `/vid/api/sessions/${sessionId}`;
    expect((await thief.call('DELETE', end)).code).toBe('RATE_LIMITED');
    expect((await owner.call('DELETE', end)).status).toBe(200);
  });

  it('is refused once the account reaches ten times a session’s limit', async () => {
    const account = await createAccount(server);
    const browser = new TestBrowser(server.app);
    await signIn(browser, account);
    await exhaust('DELETE /vid/api/sessions', account.id, 10);
    const end = () => browser.call('DELETE', '/vid/api/sessions');
    expect((await end()).code).toBe('RATE_LIMITED');
    const limit = 10 * (endpoints['DELETE /vid/api/sessions'].limit?.perHour ?? 0);
    await server.deps.sql`
      update counters set points = ${limit - 1}
      where key = ${`calls:${endpoints['DELETE /vid/api/sessions'].id}:${account.id}`}`;
    expect((await end()).status).toBe(200);
    expect((await end()).code).toBe('RATE_LIMITED');
  });

  it('over the session’s limit does not count for the account', async () => {
    const account = await createAccount(server);
    const browser = new TestBrowser(server.app);
    await signIn(browser, account);
    await exhaust('DELETE /vid/api/sessions', await sessionOf(account));
    expect((await browser.call('DELETE', '/vid/api/sessions')).code).toBe('RATE_LIMITED');
    const key = `calls:${endpoints['DELETE /vid/api/sessions'].id}:${account.id}`;
    expect(await server.deps.sql`select from counters where key = ${key}`).toHaveLength(0);
  });

  it('over an application’s limit is refused to managers, not the owner', async () => {
    const [owner, manager, other] = await Promise.all([1, 2, 3].map(() => createAccount(server)));
    if (!owner || !manager || !other) throw new Error('three accounts were created');
    const app = await createApplication(server, { ownerId: owner.id });
    for (const { id } of [manager, other])
      await server.deps.sql`
        insert into application_managers (application_id, account_id) values (${app.id}, ${id})`;
    await exhaust('PUT /vid/api/apps/:appId/access', app.id);
    const setAccess = async (account: typeof owner) => {
      const browser = new TestBrowser(server.app);
      await signIn(browser, account);
      return (await browser.call('PUT', `/vid/api/apps/${app.id}/access`, { access: 'open' })).status;
    };
    expect(await Promise.all([manager, other, owner].map(setAccess))).toEqual([429, 429, 200]);
    const { token } = await createMachineToken(server, app.code, ['vid:applications:write']);
    const path = `applications/${app.id}/access`;
    const machine = await callManagement(server, 'PUT', path, bearer(token), { access: 'open' });
    expect([machine.status, machine.code]).toEqual([429, 'RATE_LIMITED']);
  });

  it('refused to a manager over the limit still succeeds for the owner', async () => {
    const [owner, manager] = [await createAccount(server), await createAccount(server)];
    const app = await createApplication(server, { ownerId: owner.id });
    await server.deps.sql`
      insert into application_managers (application_id, account_id) values (${app.id}, ${manager.id})`;
    const [own, foreign] = [new TestBrowser(server.app), new TestBrowser(server.app)];
    await signIn(own, owner);
    await signIn(foreign, manager);
    const path = (id: string) => `/vid/api/apps/${app.id}/managers/${id}`;
    const tries = await Promise.all(
      Array.from({ length: 121 }, () => foreign.call('DELETE', path(owner.id))),
    );
    expect(tries.map(({ code }) => code)).toContain('RATE_LIMITED');
    expect((await own.call('DELETE', path(manager.id))).status).toBe(200);
  });

  describe('to a list of members', () => {
    const search = '/vid/api/admin/accounts/search';

    it('is refused once the account has read its hourly rows', async () => {
      const [admin, other] = [await createAdmin(server), await createAdmin(server)];
      await haveRead(server.deps.config.memberRowsHour - 2, admin);
      expect((await admin.browser.post(search, { limit: 2 })).data.items).toHaveLength(2);
      expect((await admin.browser.post(search, { search: 'không có ai' })).status).toBe(200);
      const refused = await admin.browser.post(search, { limit: 1 });
      expect(refused.code).toBe('RATE_LIMITED');
      // The time of the last reading counts, which was seconds ago at most.
      const retryAfter = Number(refused.raw.headers['retry-after']);
      expect(retryAfter).toBeGreaterThan(570);
      expect(retryAfter).toBeLessThanOrEqual(600);
      expect((await admin.browser.post('/vid/api/admin/audit/search', {})).code).toBe('RATE_LIMITED');
      expect((await other.browser.post(search, { limit: 2 })).status).toBe(200);
    });

    it('over the limit is refused to an owner, not a machine client', async () => {
      const owner = await createAccount(server);
      const app = await createApplication(server, { ownerId: owner.id });
      await server.deps.sql`
        insert into permissions (id, account_id, application_id, role)
        values ('prm_one', ${owner.id}, ${app.id}, 'viewer')`;
      const browser = new TestBrowser(server.app);
      await signIn(browser, owner);
      await haveRead(server.deps.config.memberRowsHour, owner);
      expect((await browser.post(`/vid/api/apps/${app.id}/permissions/search`, {})).code).toBe(
        'RATE_LIMITED',
      );
      const { token } = await createMachineToken(server, app.code, ['vid:applications:read']);
      const path = `applications/${app.id}/permissions/search`;
      expect((await callManagement(server, 'POST', path, bearer(token), {})).status).toBe(200);
    });
  });

  /** Waits until this number of calls waits for a turn. */
  const waitForCallsWaiting = (calls: number) =>
    vi.waitUntil(
      async () => {
        const text = await server.deps.metrics.registry.getSingleMetricAsString('vid_calls_waiting');
        return text.endsWith(` ${calls}`);
      },
      { timeout: 15_000, interval: 5 },
    );

  it('X3 of another account succeeds while calls of one account wait', async () => {
    const [account, other] = [await createAccount(server), await createAccount(server)];
    const [browser, otherBrowser] = [new TestBrowser(server.app), new TestBrowser(server.app)];
    await signIn(browser, account);
    await signIn(otherBrowser, other);
    const app = await createApplication(server);
    const { token } = await createMachineToken(server, app.code, ['vid:applications:write']);
    const path = `applications/${app.id}/access`;
    const setAccess = () => callManagement(server, 'PUT', path, bearer(token), { access: 'open' });
    const { calls } = await server.deps.sql.begin(async (tx) => {
      await tx`select from accounts where id = ${account.id} for update`;
      await tx`select from applications where id = ${app.id} for update`;
      const waiting = Array.from({ length: 12 }, () => [change(browser), setAccess()]).flat();
      await waitForLockWaits(server, 8);
      await waitForCallsWaiting(16);
      expect(server.deps.sql.state().waiting).toBe(0);
      expect((await change(otherBrowser)).status).toBe(200);
      return { calls: waiting };
    });
    await Promise.all(calls);
  });

  const floods = {
    'an account’s other session': async () => {
      const account = await createAccount(server);
      const [busy, own] = [new TestBrowser(server.app), new TestBrowser(server.app)];
      for (const browser of [busy, own]) await signIn(browser, account);
      const lock = (tx: Queryable) => tx`select from accounts where id = ${account.id} for update`;
      return { lock, flood: () => change(busy), call: () => change(own) };
    },
    'an application’s other machine client': async () => {
      const app = await createApplication(server);
      const addClient = async () => {
        const { token } = await createMachineToken(server, app.code, ['vid:applications:write']);
        const path = `applications/${app.id}/access`;
        return () => callManagement(server, 'PUT', path, bearer(token), { access: 'open' });
      };
      const lock = (tx: Queryable) => tx`select from applications where id = ${app.id} for update`;
      return { lock, flood: await addClient(), call: await addClient() };
    },
  };

  it.each(Object.entries(floods))('X3 of %s overtakes waiting calls', async (_who, prepare) => {
    const { lock, flood, call } = await prepare();
    const ended: string[] = [];
    const calls = await server.deps.sql.begin(async (tx) => {
      await lock(tx);
      const waiting = Array.from({ length: 12 }, () => flood().then(() => ended.push('flood')));
      await waitForLockWaits(server, 4);
      await waitForCallsWaiting(8);
      waiting.push(call().then(() => ended.push('own')));
      await waitForCallsWaiting(9);
      return waiting;
    });
    await Promise.all(calls);
    expect(ended.indexOf('own')).toBeLessThan(9);
  });

  const visit = (options: { readonly address: string }) => {
    const body = { code: 'x'.repeat(22) };
    return new TestBrowser(server.app).post('/vid/ajax/auth/not-me', body, options);
  };
  const callers = {
    'a visitor in another network': async () => () => visit({ address: '203.0.113.7' }),
    'a member in the same network': async () => {
      const browser = new TestBrowser(server.app);
      await signIn(browser, await createAccount(server));
      return () => browser.call('PATCH', '/vid/api/users/profile', { name: 'Lê Minh Anh' }, network(0));
    },
    'a machine client in the same network': async () => {
      const app = await createApplication(server);
      const { token } = await createMachineToken(server, app.code, ['vid:applications:write']);
      const url = `/vid/api/manage/applications/${app.id}/access`;
      const headers = { host: 'localhost:8080', ...bearer(token) };
      const payload = { access: 'open' };
      return () =>
        server.app.inject({ method: 'PUT', url, headers, payload, remoteAddress: network(0).address });
    },
  };

  it.each(Object.entries(callers))(
    'X3 of %s overtakes waiting calls of visitors in an IPv6 /48',
    async (_who, prepare) => {
      const call = await prepare();
      const [free, rest] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const held = Array.from({ length: server.deps.config.databasePool }, (_, index) =>
        server.deps.sql.begin(() => (index === 0 ? free.promise : rest.promise)),
      );
      const ended: string[] = [];
      const flood = Array.from({ length: 40 }, (_, count) =>
        visit(network(count)).then(() => ended.push('flood')),
      );
      const whenWaiting = (calls: number) =>
        vi.waitUntil(() => server.deps.sql.state().waiting >= calls, { timeout: 15_000, interval: 5 });
      await whenWaiting(flood.length);
      const own = call().then(() => ended.push('own'));
      await whenWaiting(flood.length + 1);
      free.resolve();
      await own;
      rest.resolve();
      await Promise.all([...flood, ...held]);
      expect(ended.indexOf('own')).toBeLessThan(20);
    },
  );

  describe('with a large body', () => {
    let port: number;
    const sockets: Socket[] = [];
    beforeAll(async () => {
      await server.app.listen({ port: 0, host: '127.0.0.1' });
      const address = server.app.server.address();
      port = typeof address === 'object' && address ? address.port : 0;
    });
    const endAll = () => sockets.splice(0).forEach((socket) => socket.destroy());
    afterAll(endAll);

    const begin = (browser: TestBrowser, [method, path] = ['PUT', '/vid/api/users/avatar']) => {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined);
      sockets.push(socket);
      const head = {
        Host: `localhost:${port}`,
        Origin: `http://localhost:${port}`,
        'Content-Type': 'image/png',
        'Content-Length': '1000000',
        Cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      };
      const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`);
      socket.write([`${method} ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
      return new Promise<number>((resolve) => {
        socket.once('data', (answer) => resolve(Number(String(answer).slice(9, 12))));
      });
    };

    it('X3 is refused before its body while two others of the account run', async () => {
      const [browser, other] = [new TestBrowser(server.app), new TestBrowser(server.app)];
      await signIn(browser, await createAccount(server));
      await signIn(other, await createAccount(server));
      expect(await Promise.race([begin(browser), begin(browser), begin(browser)])).toBe(429);
      expect(await upload(other)).toBe('AVATAR_INVALID');
      endAll();
      await expect.poll(() => upload(browser)).toBe('AVATAR_INVALID');
    });

    it('X3 over the limit is refused before the body is sent', async () => {
      const account = await createAccount(server);
      const browser = new TestBrowser(server.app);
      await signIn(browser, account);
      await exhaust('PUT /vid/api/users/avatar', account.id);
      expect(await begin(browser)).toBe(429);
    });

    it('X3 for administrators is refused to a member before the body is sent', async () => {
      const browser = new TestBrowser(server.app);
      await signIn(browser, await createAccount(server));
      expect(await begin(browser, ['POST', '/vid/api/admin/params/images'])).toBe(403);
    });

    it('X3 is refused before the body without a recent re-authentication', async () => {
      const { id, browser } = await createAdmin(server);
      await server.deps.sql`
        update sessions set confirmed_at = now() - interval '6 minutes' where account_id = ${id}`;
      expect(await begin(browser, ['POST', '/vid/api/admin/params/images'])).toBe(403);
    });
  });
});
