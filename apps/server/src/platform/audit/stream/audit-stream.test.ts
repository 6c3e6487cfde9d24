import { createAccount, signIn } from '@vid/testkit/accounts';
import { TestBrowser } from '@vid/testkit/browser';
import { startOtlpReceiver, type OtlpReceiver } from '@vid/testkit/outside/otlp-receiver';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { createMetrics } from '#lib/telemetry/metrics.ts';
import { createAuditStream, streamTask, type AuditStream } from './audit-stream.ts';
import { createAuditStreamRepo, readStreamState } from './audit-stream.repo.ts';

const caller = { address: '203.0.113.9', requestId: 'req-stream' };
let siem: OtlpReceiver;
let server: TestServer;
let stream: AuditStream;

beforeAll(async () => {
  siem = await startOtlpReceiver();
  server = await startTestServer(inject('cluster'), {
    environment: {
      VID_AUDIT_STREAM_URL: `${siem.url}/v1/logs`,
      VID_AUDIT_STREAM_HEADERS: 'authorization=Bearer%20key',
    },
  });
  stream = streamOf(server);
});
afterAll(async () => {
  await server.close();
  await siem.close();
});
afterEach(() => siem.release());

function streamOf({ deps }: TestServer): AuditStream {
  if (!deps.auditStream) throw new Error('the audit log is not sent');
  return deps.auditStream;
}

const write = (name: string) =>
  server.deps.audit.write(server.deps.sql, {
    kind: 'profile.changed',
    accountId: 'acc_stream',
    caller,
    details: { fields: name, count: 2, isFirst: true, phone: '+8491****12' },
  });
const names = () => siem.logs().map(({ attributes }) => attributes['vid.details.fields']);
const stateOf = () => readStreamState(server.deps.sql);

/**
 * Runs the stream until the SIEM has all events. A transaction that is still writing audit events delays the
 * stream.
 */
async function sendAll(of: AuditStream = stream): Promise<void> {
  await vi.waitFor(
    async () => {
      await of.run();
      expect((await stateOf()).lagSeconds).toBe(0);
    },
    { timeout: 30_000 },
  );
}

describe('the audit log stream', () => {
  it('sends events in order, with their fields', async () => {
    await write('first');
    await write('second');
    await sendAll();
    expect(names().slice(-2)).toEqual(['first', 'second']);
    const event = siem.logs().at(-1);
    expect(event).toMatchObject({
      eventName: 'profile.changed',
      severityText: 'INFO',
      attributes: {
        'event.name': 'profile.changed',
        'vid.account.id': 'acc_stream',
        'vid.actor.id': 'acc_stream',
        'client.address': caller.address,
        'vid.request.id': caller.requestId,
        'vid.details.count': '2',
        'vid.details.isFirst': true,
        'vid.details.phone': '+8491****12',
      },
    });
    const [row] = await server.deps.sql<{ at: Date; id: string }[]>`
      select at, id from audit_events order by id desc limit 1`;
    expect(event?.timeUnixNano.slice(0, -6)).toBe(String(row?.at.getTime()));
    expect(event?.attributes['vid.audit.id']).toBe(row?.id);
    expect(siem.requests.at(-1)?.headers.authorization).toBe('Bearer key');
  });

  it('continues after the last accepted event, even in another process', async () => {
    await write('third');
    const before = siem.logs().length;
    const twin = await server.twin();
    await sendAll(streamOf(twin));
    await stream.run();
    expect(names().slice(before)).toEqual(['third']);
  });

  it('sends a refused batch again, and records the reason', async () => {
    siem.answer(503);
    await write('fourth');
    await vi.waitFor(async () => {
      await stream.run();
      expect(await stateOf()).toMatchObject({ problem: 'HTTP 503' });
    });
    await stream.run();
    expect((await stateOf()).lagSeconds).toBeGreaterThan(0);
    const warnings = server.logLines.filter((line) => line.includes('does not accept the audit log'));
    expect(warnings).toHaveLength(1);
    siem.answer(200);
    const before = siem.logs().length;
    await sendAll();
    expect(names().slice(before)).toEqual(['fourth']);
    expect((await stateOf()).problem).toBeNull();
  });

  it('sends no event while an earlier event’s transaction is running', async () => {
    const { sql, audit } = server.deps;
    const before = siem.logs().length;
    await sql.begin(async (tx) => {
      await audit.write(tx, { kind: 'profile.changed', caller, details: { fields: 'early' } });
      await write('late');
      await stream.run();
      expect(names().slice(before)).toEqual([]);
    });
    await sendAll();
    expect(names().slice(before)).toEqual(['early', 'late']);
  });

  it('logs how many events the SIEM dropped', async () => {
    siem.answer(200, { partialSuccess: { rejectedLogRecords: '1', errorMessage: 'too old' } });
    await write('dropped');
    await sendAll();
    expect(server.logLines.join('')).toContain('"rejected":1');
  });

  it('sends nothing from a copy of the database', async () => {
    const { deps } = server;
    const copy = createAuditStream({
      ...deps,
      metrics: createMetrics(),
      maySend: () => Promise.resolve(false),
      findSafeEnd: () => Promise.resolve(Number.MAX_SAFE_INTEGER),
    });
    await write('fifth');
    const before = siem.requests.length;
    await copy?.run();
    expect(siem.requests).toHaveLength(before);
    await sendAll();
  });

  it('records a refusal after an accepted batch of the same run', async () => {
    const oneByOne = createAuditStream({
      ...server.deps,
      metrics: createMetrics(),
      findSafeEnd: () => Promise.resolve(Number.MAX_SAFE_INTEGER),
      batchRows: 1,
    });
    await write('sixth');
    await write('seventh');
    siem.answer(503);
    await oneByOne?.run();
    siem.hold();
    const before = siem.requests.length;
    const running = oneByOne?.run();
    await vi.waitFor(() => expect(siem.requests).toHaveLength(before + 1));
    siem.release();
    siem.answer(503);
    await running;
    expect(names().slice(-2)).toEqual(['sixth', 'seventh']);
    expect(await stateOf()).toMatchObject({ problem: 'HTTP 503' });
    siem.answer(200);
    await sendAll();
  });

  it('is scheduled to run every minute', () => {
    const { schedules } = server.deps;
    expect(schedules.find(({ name }) => name === streamTask)?.everyMinutes).toBe(1);
  });

  it('follows no redirect', async () => {
    await sendAll();
    await write('redirected');
    siem.answer(302);
    await vi.waitFor(async () => {
      await stream.run();
      expect(await stateOf()).toMatchObject({ problem: 'no answer' });
    });
    siem.answer(200);
    await sendAll();
  });

  it('does not advance from a position that another process has passed', async () => {
    await sendAll();
    const { sentTo } = await stateOf();
    const repo = createAuditStreamRepo(server.deps.sql);
    expect([await repo.advance(sentTo - 1, sentTo + 1), (await stateOf()).sentTo]).toEqual([false, sentTo]);
  });

  it('sends at most 500 events in a request', async () => {
    await sendAll();
    const before = siem.requests.length;
    await server.deps.sql`
      insert into audit_events (kind, address, request_id)
      select 'profile.changed', '203.0.113.9', 'req-many' from generate_series(1, 501)`;
    await sendAll();
    expect(siem.requests.slice(before).map(({ text }) => text.split('req-many').length - 1)).toEqual([
      500, 1,
    ]);
  });

  it('does not delay a sign-in while the SIEM does not respond', async () => {
    const account = await createAccount(server);
    const twin = await server.twin();
    await write('held');
    siem.hold();
    const before = siem.requests.length;
    const running = vi.waitFor(async () => {
      await streamOf(twin).run();
      expect(siem.requests.length).toBeGreaterThan(before);
    });
    await vi.waitFor(() => expect(siem.requests.length).toBeGreaterThan(before));
    await signIn(new TestBrowser(server.app), account);
    streamOf(twin).stop();
    await running;
    siem.release();
    await sendAll();
    expect(siem.logs().some(({ eventName }) => eventName === 'session.started')).toBe(true);
  });
});
