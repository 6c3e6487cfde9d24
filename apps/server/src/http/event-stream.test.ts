import { get, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { createAccount, signIn } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { waitForLockWaits } from '@vid/testkit/database/lock-wait';
import { approveQr, scanQr, startQr, type StartedQr } from '@vid/testkit/sign-in/qr';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { Door } from '#process/testing/door.ts';
import { createPlaces } from './event-stream.ts';
import { transportLimits } from './proxy/transport.ts';

let server: TestServer;
let port: number;
let phone: TestBrowser;

const until = <T>(check: () => Promise<T> | T) => vi.waitFor(check, { timeout: 10_000, interval: 20 });

async function start(environment: Record<string, string> = {}, proxyPort?: number): Promise<void> {
  server = await startTestServer(inject('cluster'), {
    environment,
    ...(proxyPort !== undefined && { proxyPort }),
    app: {
      limits: {
        ...transportLimits,
        headersTimeoutMs: 300,
        requestTimeoutMs: 400,
        idleMs: 600,
        heartbeatMs: 200,
        checkEveryMs: 50,
      },
    },
  });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const address = server.app.server.address();
  port = typeof address === 'object' && address ? address.port : 0;
  phone = new TestBrowser(server.app);
  await signIn(phone, await createAccount(server));
}

type Stream = {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: () => string;
  readonly statuses: () => string[];
  readonly ended: Promise<unknown>;
  readonly leave: () => void;
};

/** Reads the events over a real socket, with the cookies of the screen that made the QR request. */
async function open(screen: TestBrowser, { qrId }: StartedQr): Promise<Stream> {
  const request = get({
    port,
    host: '127.0.0.1',
    path: `/vid/ajax/auth/qr/${qrId}/events`,
    headers: {
      host: 'localhost:8080',
      cookie: [...screen.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    },
  });
  const answered: Promise<IncomingMessage[]> = once(request, 'response');
  const [response] = await answered;
  if (!response) throw new Error('no response');
  let text = '';
  response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  response.on('error', () => undefined);
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text: () => text,
    statuses: () =>
      [...text.matchAll(/^data: (?<json>.+)$/gmu)].map(({ groups }) => {
        const event: { status: string } = JSON.parse(groups?.['json'] ?? '{}');
        return event.status;
      }),
    ended: new Promise((resolve) => response.once('close', resolve)),
    leave: () => request.destroy(),
  };
}

async function openNew() {
  const screen = new TestBrowser(server.app);
  const started = await startQr(screen);
  return { screen, started, stream: await open(screen, started) };
}

const openStreams = async (): Promise<string> =>
  /^vid_event_streams (?<count>\d+)$/mu.exec(await server.deps.metrics.registry.metrics())?.groups?.[
    'count'
  ] ?? '';

describe('an event stream', () => {
  beforeEach(() => start());
  afterEach(() => server.close());

  it('sends the current state and each change', async () => {
    const { started, stream } = await openNew();
    expect([stream.status, stream.headers['content-type'], stream.headers['cache-control']]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
      'no-store',
    ]);
    // A buffering proxy would delay the events.
    expect(stream.headers['x-accel-buffering']).toBe('no');
    await until(() => expect(stream.statuses()).toEqual(['pending']));
    expect(stream.text()).toMatch(/^retry: 3000\n\n/u);
    await scanQr(phone, started);
    await until(() => expect(stream.statuses()).toEqual(['pending', 'scanned']));
    await approveQr(phone, started);
    await until(() => expect(stream.statuses()).toEqual(['pending', 'scanned', 'approved']));
    stream.leave();
  });

  it('stays open longer than the timeouts of requests and of idle connections', async () => {
    const { started, stream } = await openNew();
    // Five heartbeats take longer than the request and idle timeouts of this server.
    await until(() => expect(stream.text().match(/^:$/gmu)?.length).toBeGreaterThan(4));
    await scanQr(phone, started);
    await until(() => expect(stream.statuses()).toEqual(['pending', 'scanned']));
    stream.leave();
  });

  it('ends when the QR request has expired', async () => {
    const screen = new TestBrowser(server.app);
    const started = await startQr(screen);
    await server.deps.sql`
      update qr_requests set expires_at = now() + interval '2 seconds' where id = ${started.qrId}`;
    const stream = await open(screen, started);
    await stream.ended;
    expect(stream.statuses()).toEqual(['pending', 'expired']);
  });

  it('ends after the member approves the sign-in with a wrong number', async () => {
    const { started, stream } = await openNew();
    await scanQr(phone, started);
    await approveQr(phone, started, { number: started.number === 10 ? 11 : 10 });
    await stream.ended;
    expect(stream.statuses().at(-1)).toBe('denied');
  });

  it('ends after the member denies the sign-in', async () => {
    const { started, stream } = await openNew();
    await scanQr(phone, started);
    await phone.post(`/vid/ajax/auth/qr/${started.qrId}/deny`, {});
    await stream.ended;
    expect(stream.statuses().at(-1)).toBe('denied');
  });

  it('ends after the QR request was deleted', async () => {
    const { started, stream } = await openNew();
    await scanQr(phone, started);
    const { sql, events } = server.deps;
    await sql`delete from qr_requests where id = ${started.qrId}`;
    await sql.begin((tx) => events.publish(tx, 'qr', started.qrId));
    await stream.ended;
    expect(stream.statuses().at(-1)).toBe('denied');
  });

  it('frees its slot when the browser leaves', async () => {
    const { screen, stream } = await openNew();
    expect(await openStreams()).toBe('1');
    stream.leave();
    await until(async () => expect(await openStreams()).toBe('0'));
    expect((await open(screen, { qrId: 'qr_00000000000000000000000000', number: 10 })).status).toBe(404);
    expect(await openStreams()).toBe('0');
  });

  it('frees its slot when the browser leaves before the response', async () => {
    const screen = new TestBrowser(server.app);
    const started = await startQr(screen);
    const cookie = [...screen.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    await server.deps.sql.begin(async (tx) => {
      await tx`lock table qr_requests in access exclusive mode`;
      const path = `/vid/ajax/auth/qr/${started.qrId}/events`;
      const request = get({ port, host: '127.0.0.1', path, headers: { host: 'localhost:8080', cookie } });
      request.on('error', () => undefined);
      await waitForLockWaits(server, 1);
      expect(await openStreams()).toBe('1');
      request.destroy();
    });
    await until(async () => expect(await openStreams()).toBe('0'));
  });

  it('ends when the server stops', async () => {
    const { stream } = await openNew();
    await until(() => expect(stream.statuses()).toEqual(['pending']));
    const stoppedAt = performance.now();
    await server.app.close();
    await stream.ended;
    expect(performance.now() - stoppedAt).toBeLessThan(2_000);
    expect(stream.statuses()).toEqual(['pending']);
  });

  it('is not counted in request durations', async () => {
    const { started, stream } = await openNew();
    await scanQr(phone, started);
    await phone.post(`/vid/ajax/auth/qr/${started.qrId}/deny`, {});
    await stream.ended;
    await until(() => expect(server.logLines.join('')).toContain('"route":"/vid/ajax/auth/qr/:qrId/events"'));
    expect(await server.deps.metrics.registry.metrics()).not.toContain(
      'route="/vid/ajax/auth/qr/:qrId/events"',
    );
  });
});

describe('an event stream during an outage of the database', () => {
  const door = new Door();
  beforeEach(async () => {
    await door.open(inject('cluster').host);
    await start({}, door.port);
  });
  afterEach(async () => {
    await server.close();
    await door.close();
  });

  it('D2 stays open and sends later changes', async () => {
    const { screen, started, stream } = await openNew();
    await until(() => expect(stream.statuses()).toEqual(['pending']));
    door.refuse();
    door.cut();
    await until(async () => expect((await screen.post('/vid/ajax/auth/qr', {})).status).toBe(503));
    const path = `/vid/ajax/auth/qr/${started.qrId}`;
    expect((await screen.get(path)).status).toBe(503);
    expect((await scanQr(phone, started)).status).toBe(503);
    expect((await screen.post('/vid/ajax/auth/login/qr', { qrId: started.qrId })).status).toBe(503);
    door.pass();
    await until(async () => expect((await scanQr(phone, started)).status).toBe(200));
    await until(() => expect(stream.statuses()).toEqual(['pending', 'scanned']));
    stream.leave();
  });
});

describe('the limits of event streams', () => {
  afterEach(() => server.close());

  it.each([
    ['VID_LIMIT_STREAMS_ADDRESS', 429],
    ['VID_LIMIT_STREAMS_PROCESS', 503],
  ])('set by %s refuse further streams with %s', async (setting, status) => {
    await start({ [setting]: '2' });
    const streams = [await openNew(), await openNew()];
    const { screen, started, stream } = await openNew();
    expect([stream.status, stream.headers['retry-after']]).toEqual([status, '30']);
    expect((await screen.get(`/vid/ajax/auth/qr/${started.qrId}`)).data['status']).toBe('pending');
    streams[0]?.stream.leave();
    await until(async () => expect(await openStreams()).toBe('1'));
    const again = await open(screen, started);
    expect(again.status).toBe(200);
    expect((await openNew()).stream.status).toBe(status);
    for (const each of [...streams.map((one) => one.stream), again]) each.leave();
  });
});

const networkOf = (network: number, site = 7) => `2001:db8:${site}:${network}::/64`;

describe('X3 the slots of streams', () => {
  it('are limited for each IPv6 /64 and /48', () => {
    const take = createPlaces(2);
    for (const network of [1, 1, 2, 2, 3, 4, 5]) take(networkOf(network));
    expect(() => take(networkOf(1))).toThrow('RATE_LIMITED');
    const leave = take(networkOf(6));
    expect(() => take(networkOf(7))).toThrow('RATE_LIMITED');
    take(networkOf(1, 8));
    leave();
    take(networkOf(7));
    expect(() => take(networkOf(6))).toThrow('RATE_LIMITED');
  });

  it('are limited for each IPv4 address', () => {
    const take = createPlaces(2);
    const leave = take('203.0.113.7');
    take('203.0.113.7');
    expect(() => take('203.0.113.7')).toThrow('RATE_LIMITED');
    leave();
    take('203.0.113.7');
    take('203.0.113.8');
  });

  it('are free again after the last stream of a network has ended', () => {
    const take = createPlaces(1);
    take('203.0.113.7')();
    take('203.0.113.7');
    expect(() => take('203.0.113.7')).toThrow('RATE_LIMITED');
  });
});
