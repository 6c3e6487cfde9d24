import { createHmac } from 'node:crypto';
import { createServer } from 'node:net';
import { freePort, listenOnLoopback } from '@vid/testkit/network';
import { startSmsSink, type SmsSink } from '@vid/testkit/outside/sinks';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createHttpGateway } from './http-gateway.ts';

const message = {
  id: 'sms_1',
  to: '+84912345678',
  text: 'VID: "quoted" {{to}} \\ text\n@id.vn #012345',
  locale: 'vi',
  purpose: 'signup',
} as const;
const template = '{"requestId":"{{id}}","nested":{"to":["{{to}}"]},"text":"{{text}}","brand":"VID","n":1}';

describe('the HTTP SMS gateway', () => {
  let sink: SmsSink;
  beforeAll(async () => {
    sink = await startSmsSink();
  });
  beforeEach(() => {
    sink.behave('accept');
  });
  afterAll(() => sink.close());

  const gateway = (url = sink.url) =>
    createHttpGateway({
      url: new URL(url),
      template,
      secret: 'the gateway’s key',
      authorization: 'Bearer of-the-gateway',
    });
  const send = (timeoutMs = 2_000, url?: string) => gateway(url).send(message, { timeoutMs });

  it('fills in the template safely, signs the body and sends the authorization', async () => {
    await expect(send()).resolves.toEqual({ outcome: 'accepted' });
    const [{ headers, body, json } = { headers: {}, body: '', json: {} }] = sink.requests;
    expect(json).toEqual({
      requestId: 'sms_1',
      nested: { to: ['+84912345678'] },
      text: message.text,
      brand: 'VID',
      n: 1,
    });
    const timestamp = String(headers['x-vid-timestamp']);
    expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(10);
    expect(headers['x-vid-signature']).toBe(
      createHmac('sha256', 'the gateway’s key').update(`${timestamp}.${body}`).digest('hex'),
    );
    expect(headers.authorization).toBe('Bearer of-the-gateway');
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
  });

  it.each([400, 401, 404, 429, 503])('reports a broken channel for the status %i', async (status) => {
    sink.behave(status);
    await expect(send()).resolves.toMatchObject({ outcome: 'channel-broken' });
  });

  it('does not follow a redirect', async () => {
    sink.behave(307);
    const before = sink.requests.length;
    await expect(send()).resolves.toMatchObject({ outcome: 'channel-broken' });
    expect(sink.requests).toHaveLength(before + 1);
  });

  it.each([500, 502, 504, 'cut', 'hang'] as const)(
    'reports an unknown outcome if the receiver’s behaviour is “%s”',
    async (behaviour) => {
      sink.behave(behaviour);
      const answer = await send();
      expect(answer.outcome).toBe('unknown');
      expect(JSON.stringify(answer)).not.toContain('012345');
    },
  );

  it('reuses its connection for a short time', async () => {
    const kept = gateway();
    const connections = sink.connections();
    for (let count = 0; count < 5; count += 1) {
      await expect(kept.send(message, { timeoutMs: 2_000 })).resolves.toEqual({ outcome: 'accepted' });
    }
    expect(sink.connections()).toBe(connections + 1);
    await vi.waitFor(async () => expect(await sink.openConnections()).toBe(0), { timeout: 5_000 });
    await expect(kept.send(message, { timeoutMs: 2_000 })).resolves.toEqual({ outcome: 'accepted' });
    expect(sink.connections()).toBe(connections + 2);
  });

  it('treats a closed port as a broken channel', async () => {
    await expect(send(2_000, `http://127.0.0.1:${await freePort()}/sms`)).resolves.toMatchObject({
      outcome: 'channel-broken',
    });
  });

  it('treats a stalled TLS handshake as a broken channel', async () => {
    const silent = createServer((socket) => {
      socket.on('error', () => undefined).resume();
    });
    onTestFinished(() => void silent.close());
    const port = await listenOnLoopback(silent);
    await expect(send(200, `https://127.0.0.1:${port}/`)).resolves.toMatchObject({
      outcome: 'channel-broken',
    });
  });
});
