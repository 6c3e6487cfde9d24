import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAccount, goodPassword, signIn } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { tryRequestOtp } from '@vid/testkit/sign-in/flow-steps';
import { freshPhone } from '@vid/testkit/flows';
import { attributesOf, startOtlpReceiver, type OtlpReceiver } from '@vid/testkit/outside/otlp-receiver';
import { freePort } from '@vid/testkit/network';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { startSmsSink, type SmsSink } from '@vid/testkit/outside/sinks';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { readConfig } from '#config/config.ts';
import type { Telemetry } from './open-telemetry.ts';
import { createTelemetry } from './telemetry.ts';

const proxy = '10.0.0.1';
let collector: OtlpReceiver;
let sms: SmsSink;
let server: TestServer;
let telemetry: Telemetry;

beforeAll(async () => {
  collector = await startOtlpReceiver();
  sms = await startSmsSink();
  server = await startTestServer(inject('cluster'), {
    environment: {
      VID_OTLP_ENDPOINT: collector.url,
      VID_OTLP_HEADERS: 'authorization=Bearer%20key',
      VID_TRACE_PERCENT: '100',
      VID_TRACE_FROM_PROXY: 'on',
      VID_TRUSTED_PROXIES: proxy,
      VID_SMS_URL: sms.url,
    },
  });
  if (!server.deps.telemetry) throw new Error('telemetry is off');
  telemetry = server.deps.telemetry;
});
afterAll(async () => {
  await server.close();
  await sms.close();
  await collector.close();
});
afterEach(() => collector.release());

const readMe = (headers: Record<string, string> = {}, address?: string) =>
  new TestBrowser(server.app).get('/vid/ajax/auth/me', {
    headers,
    ...(address !== undefined && { address }),
  });

/** Returns the spans that the collector got during `work`. */
async function spansOf(work: () => Promise<unknown>) {
  await telemetry.flush();
  const before = collector.spans().length;
  await work();
  await telemetry.flush();
  return collector.spans().slice(before);
}

/** `SPAN_KIND_SERVER` of OTLP. */
const serverKind = 2;

/** Returns the spans of the requests in `work`, without those of messages that an earlier test left to send. */
const requestsOf = async (work: () => Promise<unknown>) =>
  (await spansOf(work)).filter(({ kind }) => kind === serverKind);

/** Returns the span named `name` (undefined without one), its children, and their names. */
function treeOf(spans: Awaited<ReturnType<typeof spansOf>>, name: string) {
  const root = spans.find((span) => span.name === name);
  const children = spans.filter(({ parentSpanId }) => parentSpanId === root?.spanId);
  return { root, children, names: children.map((child) => child.name) };
}

describe('the trace of a request', () => {
  it('has spans for its statements and its password hash', async () => {
    const account = await createAccount(server);
    const spans = await spansOf(() => signIn(new TestBrowser(server.app), account));
    const { root, children, names } = treeOf(spans, 'POST /vid/ajax/auth/login/phone');
    expect(root?.parentSpanId).toBeUndefined();
    expect(root?.attributes).toMatchObject({
      'http.route': '/vid/ajax/auth/login/phone',
      'http.response.status_code': 200,
    });
    expect(names).toEqual(expect.arrayContaining(['password verify', 'begin', 'insert sessions', 'commit']));
    expect(new Set(children.map(({ traceId }) => traceId))).toEqual(new Set([root?.traceId]));
  });

  it('has a span for an outgoing request without its path', async () => {
    const spans = await spansOf(() =>
      tryRequestOtp(new TestBrowser(server.app), server, { phone: freshPhone() }),
    );
    const { host } = new URL(sms.url);
    const { children } = treeOf(spans, 'POST /vid/gateway/otp/request');
    const call = children.find(({ name }) => name === `POST ${host}`);
    expect(call?.attributes).toEqual({
      'http.request.method': 'POST',
      'server.address': '127.0.0.1',
      'http.response.status_code': 202,
    });
  });

  it('has a span for each fetch, even for a failed one', async () => {
    const closed = `127.0.0.1:${await freePort()}`;
    const spans = await spansOf(() =>
      telemetry.trace('test', async () => {
        await fetch(sms.url, { method: 'POST', body: '{}' });
        await fetch(`http://${closed}/path`).catch(() => undefined);
      }),
    );
    const { children } = treeOf(spans, 'test');
    expect(children.map(({ name, status }) => [name, status.code])).toEqual([
      [`POST ${new URL(sms.url).host}`, 0],
      [`GET ${closed}`, 2],
    ]);
  });

  it('contains no phone number, account id, password, code or cookie', async () => {
    const account = await createAccount(server);
    const browser = new TestBrowser(server.app);
    await telemetry.flush();
    const before = collector.requests.length;
    await signIn(browser, account);
    const phone = freshPhone();
    await tryRequestOtp(browser, server, { phone });
    await telemetry.flush();
    const sent = collector.requests
      .slice(before)
      .map(({ text }) => text)
      .join('\n');
    const message = sms.requests.find(({ json }) => json['to'] === phone);
    const code = /#(\d{6})/u.exec(message?.json['text'] ?? '')?.[1];
    expect(sent).toContain('insert into sessions');
    expect(code).toBeDefined();
    const phones = [account.phone, phone].flatMap((number) => [number, number.slice(3)]);
    for (const secret of [...phones, account.id, goodPassword, `${code}`, '/sms'])
      expect(sent).not.toContain(secret);
    for (const value of browser.cookies.values()) expect(sent).not.toContain(value);
  });

  it('contains the error code of a refused request', async () => {
    const [span] = await requestsOf(() => readMe());
    expect(span?.attributes).toMatchObject({
      'error.type': 'TOKEN_MISSING',
      'http.response.status_code': 401,
    });
  });

  it('is named in the lines that the request logs', async () => {
    const [span] = await requestsOf(() => readMe());
    const line = server.logLines.findLast((text) => text.includes('/vid/ajax/auth/me')) ?? '{}';
    expect(JSON.parse(line)).toMatchObject({ trace_id: span?.traceId, span_id: span?.spanId });
    await telemetry.trace('test', async () => server.deps.log.info('a line within a span'));
    expect(server.logLines.at(-1)).toMatch(/"trace_id":"[\da-f]{32}","span_id":"[\da-f]{16}"/u);
    server.deps.log.info('a line outside a span');
    expect(server.logLines.at(-1)).not.toContain('trace_id');
  });

  it.each([
    ['the liveness probe', '/vid/health/live', 200],
    ['an event stream', '/vid/ajax/auth/qr/qr_unknown/events', 404],
  ])('is not recorded for %s', async (_name, path, status) => {
    const spans = await requestsOf(async () => {
      expect((await new TestBrowser(server.app).get(path)).status).toBe(status);
    });
    expect(spans).toEqual([]);
  });

  it('continues the trace of a trusted proxy, but not of another caller', async () => {
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
    const headers = {
      traceparent: `00-${traceId}-00f067aa0ba902b7-01`,
      'x-forwarded-for': '203.0.113.7',
    };
    const [trusted, other] = await requestsOf(async () => {
      await readMe(headers, proxy);
      await readMe(headers, '203.0.113.9');
    });
    expect([trusted?.traceId, trusted?.parentSpanId]).toEqual([traceId, '00f067aa0ba902b7']);
    expect(other?.traceId).not.toBe(traceId);
    expect(other?.parentSpanId).toBeUndefined();
    const unsampled = { ...headers, traceparent: headers.traceparent.replace(/01$/u, '00') };
    expect(await requestsOf(() => readMe(unsampled, proxy))).toEqual([]);
  });
});

const countReports = () => server.logLines.filter((line) => /traces and metrics .*reach/u.test(line)).length;

describe('the collector', () => {
  it('gets the metrics of /vid/metrics under the same names', async () => {
    await readMe();
    const { body } = (await new TestBrowser(server.app).get('/vid/metrics')).raw;
    const before = collector.metrics().length;
    await telemetry.flush();
    const metrics = collector.metrics().slice(before);
    const names = body.matchAll(/^# TYPE (\w+)/gmu).map(([, name]) => name);
    expect(metrics.map(({ name }) => name)).toEqual([...names]);
    const errors = metrics.find(({ name }) => name === 'vid_errors_total')?.sum;
    expect(errors?.isMonotonic).toBe(true);
    const point = metrics
      .find(({ name }) => name === 'vid_http_request_duration_seconds')
      ?.histogram?.dataPoints.find(
        ({ attributes }) => attributesOf(attributes)['route'] === '/vid/ajax/auth/me',
      );
    const total = point?.bucketCounts?.reduce((sum, count) => sum + count, 0);
    expect(point?.bucketCounts).toHaveLength((point?.explicitBounds?.length ?? 0) + 1);
    expect(total).toBe(point?.count);
    expect(body).toContain(
      `vid_http_request_duration_seconds_count{method="GET",route="/vid/ajax/auth/me",status="401"} ${total}`,
    );
    expect(collector.requests.at(-1)?.headers.authorization).toBe('Bearer key');
  });

  it('does not delay requests while it does not respond', async () => {
    collector.hold();
    await readMe();
    const before = collector.requests.length;
    const flushing = telemetry.flush();
    await vi.waitFor(() => expect(collector.requests.length).toBeGreaterThan(before));
    expect((await readMe()).status).toBe(401);
    collector.release();
    await flushing;
  });

  it('is logged once when it refuses spans and once when it recovers', async () => {
    collector.answer(400);
    for (let round = 0; round < 2; round += 1) {
      await readMe();
      await telemetry.flush().catch(() => undefined);
    }
    expect(countReports()).toBe(1);
    collector.release();
    await readMe();
    await telemetry.flush();
    expect(countReports()).toBe(2);
  });
});

const configOf = (environment: Record<string, string>) =>
  readConfig({ VID_OTLP_ENDPOINT: collector.url, ...environment }, { dataDir: '/nonexistent' });

describe('telemetry', () => {
  const request = { method: 'GET', route: '/', requestId: 'a', traceparent: undefined };

  it('is off without a collector', async () => {
    expect(await createTelemetry(configOf({ VID_OTLP_ENDPOINT: '' }))).toBeUndefined();
  });

  it('loads the packages of OpenTelemetry only if it is on', () => {
    const source = join(import.meta.dirname, '../..');
    const files = globSync('**/*.ts', { cwd: source }).filter((path) => !path.endsWith('.test.ts'));
    const importers = (pattern: RegExp) =>
      files.filter((path) => pattern.test(readFileSync(join(source, path), 'utf8')));
    const modules = importers(/from '@opentelemetry\//u);
    expect(modules.length).toBeGreaterThan(3);
    expect(modules.filter((path) => !path.startsWith('platform/telemetry/'))).toEqual([]);
    const names = modules.map((path) => path.split('/').at(-1)).join('|');
    const loaders = importers(new RegExp(`^import (?!type )[^;]*from '[^']*/(?:${names})'`, 'mu'));
    expect(loaders.filter((path) => !modules.includes(path))).toEqual([]);
    expect(importers(/import\('\.\/open-telemetry\.ts'\)/u)).toEqual(['platform/telemetry/telemetry.ts']);
  });

  it('records no trace at 0 %', async () => {
    const off = await createTelemetry(configOf({ VID_TRACE_PERCENT: '0' }));
    const trace = off?.startRequest(request);
    expect(trace?.ids).toBeUndefined();
    expect(trace?.run(() => off?.onStatement('select 1'))).toBeUndefined();
    expect(trace?.run(() => off?.currentIds())).toBeUndefined();
    await off?.close();
  });

  it('gives up at shutdown if the collector does not respond', async () => {
    const held = await startOtlpReceiver();
    held.hold();
    const on = await createTelemetry(configOf({ VID_OTLP_ENDPOINT: held.url, VID_TRACE_PERCENT: '100' }));
    on?.startRequest(request).end({ status: 200, code: null });
    const startedAt = performance.now();
    await on?.close();
    // A request to the collector times out after ten seconds.
    expect(performance.now() - startedAt).toBeLessThan(8_000);
    expect(held.spans().map(({ name }) => name)).toEqual(['GET /']);
    await held.close();
  });
});
