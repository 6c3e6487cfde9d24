import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startJsonSink } from '@vid/testkit/outside/json-sink';
import { freePort, listenOnLoopback } from '@vid/testkit/network';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readConfig } from '#config/config.ts';
import type { Finding } from './finding.ts';
import { checkAuditStream, checkClock } from './database.ts';
import {
  checkCollector,
  checkDisk,
  checkMailServer,
  checkPublicUrl,
  checkSmsGateways,
  checkSpace,
} from './machine.ts';

const evaluation = (more: Record<string, string> = {}, dataDir = '/nonexistent/vid') =>
  readConfig(more, { dataDir });
const production = {
  ...evaluation({ VID_SMS_URL: 'https://sms.example.vn/send' }),
  isProduction: true,
  smsChannels: [],
};

async function all(findings: AsyncIterable<Finding>): Promise<readonly Finding[]> {
  const found: Finding[] = [];
  for await (const finding of findings) found.push(finding);
  return found;
}

describe('the doctor', () => {
  it.each([
    ['https://id.example.vn', true, 'ok'],
    ['https://id.example.vn', false, 'ok'],
    ['http://localhost:8080', false, 'ok'],
    ['http://localhost:8080', true, 'fail'],
    ['http://id.example.vn', false, 'warn'],
    ['http://id.example.vn', true, 'fail'],
  ])('judges the public address %s (production: %s) as %s', (address, isProduction, state) => {
    const config = { ...evaluation(), publicUrl: new URL(address), isProduction };
    expect(checkPublicUrl(config).state).toBe(state);
  });

  it('warns of a data folder that every user can enter', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vid-doctor-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const stateWith = async (mode: number) => {
      await chmod(folder, mode);
      const [access, space] = await all(checkDisk(evaluation({}, folder)));
      expect(space?.what).toMatch(/^\d+\.\d GB free in the data folder$/u);
      return access?.state;
    };
    expect([await stateWith(0o700), await stateWith(0o750), await stateWith(0o701)]).toEqual([
      'ok',
      'ok',
      'warn',
    ]);
    expect(await all(checkDisk(evaluation()))).toEqual([
      { state: 'ok', what: 'data folder /nonexistent/vid (created at the first start)' },
    ]);
    expect(await all(checkDisk(production))).toEqual([]);
  });

  it('warns below 2 GiB of free space, and fails below 256 MiB', () => {
    const mib = 1024 ** 2;
    const states = [2_048, 2_047, 256, 255].map((count) => checkSpace(count * mib).state);
    expect(states).toEqual(['ok', 'warn', 'warn', 'fail']);
  });

  it('warns from two seconds of clock difference, and fails from a minute', () => {
    const states = [1_999, 2_000, 59_999, 60_000].map((difference) => checkClock(difference).state);
    expect(states).toEqual(['ok', 'warn', 'warn', 'fail']);
  });

  it('requires an SMS gateway only in production', async () => {
    expect(await all(checkSmsGateways(evaluation()))).toMatchObject([{ state: 'ok' }]);
    expect(await all(checkSmsGateways(production))).toContainEqual(
      expect.objectContaining({ state: 'fail', what: 'no SMS gateway' }),
    );
  });

  it('reports whether the mail server is reachable', async () => {
    const server = createServer((socket) => socket.destroy());
    onTestFinished(() => void server.close());
    const at = (port: number) =>
      checkMailServer(
        evaluation({ VID_MAIL_URL: `smtp://127.0.0.1:${port}`, VID_MAIL_FROM: 'vid@example.vn' }),
      );
    const port = await listenOnLoopback(server);
    expect(await at(port)).toEqual({ state: 'ok', what: `mail server 127.0.0.1:${port} is reachable` });
    const closedPort = await freePort();
    expect(await at(closedPort)).toMatchObject({
      state: 'fail',
      what: `mail server 127.0.0.1:${closedPort} is unreachable: ECONNREFUSED`,
    });
    expect(await checkMailServer(evaluation())).toMatchObject({ what: 'mail is written to the outbox' });
    expect(await checkMailServer(production)).toMatchObject({ what: expect.stringContaining('hidden') });
  });

  it('warns of an OpenTelemetry collector that does not answer', async () => {
    const collector = await startJsonSink();
    onTestFinished(() => collector.close());
    const at = (origin: string) => all(checkCollector(evaluation({ VID_OTLP_ENDPOINT: origin })));
    expect(await at(collector.url.origin)).toMatchObject([{ state: 'ok' }]);
    expect(await at(`http://127.0.0.1:${await freePort()}`)).toMatchObject([
      { state: 'warn', what: expect.stringContaining('ECONNREFUSED') },
    ]);
    expect(await all(checkCollector(evaluation()))).toEqual([]);
  });

  it('waits three seconds for a collector', async () => {
    const silent = createServer(() => undefined);
    onTestFinished(() => void silent.close());
    const origin = `http://127.0.0.1:${await listenOnLoopback(silent)}`;
    const startedAt = performance.now();
    const [finding] = await all(checkCollector(evaluation({ VID_OTLP_ENDPOINT: origin })));
    expect(finding?.what).toMatch(/is unreachable: no answer in 3 s$/u);
    expect(Math.round((performance.now() - startedAt) / 1_000)).toBe(3);
  });

  it('warns of audit events that have waited for 15 minutes', () => {
    const url = new URL('https://siem.example.vn/v1/logs');
    expect(checkAuditStream(url, { lagSeconds: 899, problem: 'HTTP 503' }).state).toBe('ok');
    expect(checkAuditStream(url, { lagSeconds: 900, problem: 'HTTP 503' })).toMatchObject({
      state: 'warn',
      what: 'siem.example.vn has not accepted events of the audit log for 15 minutes: HTTP 503',
    });
    expect(checkAuditStream(url, { lagSeconds: 960, problem: null }).what).toMatch(/for 16 minutes$/u);
  });
});
