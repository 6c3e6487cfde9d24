import { createServer } from 'node:net';
import { listenOnLoopback } from '@vid/testkit/network';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { startReceiver, type Receiver } from '#platform/webhooks/testing/receiver.ts';
import { createAddressGuard } from './address-guard.ts';
import { createOutgoing } from './outgoing.ts';

let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

const loopbackOnly = createAddressGuard({ allowedNetworks: ['127.0.0.1'], allowsLoopback: false });
const neverResolves = (): Promise<string[]> => Promise.reject(new Error('no such host'));

function open(options: Partial<Parameters<typeof createOutgoing>[0]> = {}) {
  const outgoing = createOutgoing({
    guard: loopbackOnly,
    resolve: neverResolves,
    maySend: () => Promise.resolve(true),
    timeoutMs: 400,
    ...options,
  });
  const post = (url: string) => outgoing.post({ url, headers: { 'x-test': '1' }, body: '{"a":1}' });
  return { post, close: () => outgoing.close() };
}

describe('an outgoing request', () => {
  it('posts the body and returns the response’s status and text', async () => {
    receiver.behave((response) => response.writeHead(201).end('làm\n\trồi\u0000\u001b[31m\r\n'));
    expect(await open().post(receiver.url)).toMatchObject({ status: 201, text: 'làm\n\trồi[31m' });
    expect(receiver.received).toMatchObject([{ body: '{"a":1}', headers: { 'x-test': '1' } }]);
  });

  it('is not sent from a copy of the database', async () => {
    expect(await open({ maySend: () => Promise.resolve(false) }).post(receiver.url)).toEqual({
      error: 'blocked',
    });
    expect(receiver.received).toEqual([]);
  });

  it('connects to the checked address even if DNS changes', async () => {
    const answers = [['127.0.0.1'], ['127.0.0.2']];
    let asked = 0;
    const resolve = async () => answers[asked++] ?? [];
    const { post } = open({ resolve });
    const url = `http://rebind.example.vn:${receiver.port}/`;
    expect(await post(url)).toMatchObject({ status: 204, text: '' });
    expect(asked).toBe(1);
    // The next connection resolves the name again and refuses its new address.
    await receiver.close();
    expect(await post(url)).toEqual({ error: 'blocked' });
    expect([asked, receiver.received.length]).toEqual([2, 1]);
    receiver = await startReceiver();
  });

  it('uses only the allowed addresses of a host', async () => {
    const { post } = open({ resolve: async () => ['10.0.0.1', '127.0.0.1', '::1'] });
    expect(await post(`http://mixed.example.vn:${receiver.port}/`)).toMatchObject({ status: 204, text: '' });
  });

  it.each([
    ['http://127.0.0.2:1/', 'blocked'],
    ['http://[::1]:1/', 'blocked'],
    ['http://[::ffff:127.0.0.1]:1/', 'blocked'],
    ['http://0x7f.0.0.2:1/', 'blocked'],
    ['http://2130706434:1/', 'blocked'],
    ['http://169.254.169.254/', 'blocked'],
    ['http://missing.example.vn/', 'dns'],
    ['http://127.0.0.1:1/', 'connection'],
  ])('to %s ends as %s', async (url, error) => {
    expect(await open().post(url)).toEqual({ error });
  });

  it('ends when the receiver switches protocols', async () => {
    const upgrading = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () =>
        socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
      );
    });
    onTestFinished(() => void upgrading.close());
    const port = await listenOnLoopback(upgrading);
    expect(await open({ timeoutMs: 5_000 }).post(`http://127.0.0.1:${port}/`)).toEqual({
      status: 101,
      text: '',
    });
  });

  it('is sent again if the receiver closed the reused connection', async () => {
    let connections = 0;
    const closing = createServer((socket) => {
      connections += 1;
      socket.on('error', () => undefined);
      socket.once('data', () => {
        socket.write('HTTP/1.1 204 No Content\r\n\r\n');
        socket.once('data', () => socket.destroy());
      });
    });
    onTestFinished(() => void closing.close());
    const { post, close } = open({ timeoutMs: 5_000 });
    onTestFinished(close);
    const url = `http://127.0.0.1:${await listenOnLoopback(closing)}/`;
    const answers = [await post(url), await post(url)];
    expect([...answers.map((answer) => 'status' in answer && answer.status), connections]).toEqual([
      204, 204, 2,
    ]);
  });

  it('follows no redirect', async () => {
    receiver.behave((response) => response.writeHead(302, { location: '/elsewhere' }).end());
    expect(await open().post(receiver.url)).toMatchObject({ status: 302, text: '' });
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook']);
  });

  it('times out before or during the receiver’s response', async () => {
    receiver.behave(() => undefined);
    const startedAt = performance.now();
    expect(await open().post(receiver.url)).toEqual({ error: 'timeout' });
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    receiver.behave((response) => void response.writeHead(200).write('slow'));
    expect(await open().post(receiver.url)).toMatchObject({ status: 200, text: 'slow' });
  });

  it('reads only the first kilobyte of a huge response', async () => {
    let written = 0;
    receiver.behave((response) => {
      const chunk = Buffer.alloc(65_536, 'x');
      const write = (): void => {
        while (!response.destroyed && response.write(chunk)) written += chunk.length;
      };
      response.writeHead(200);
      response.on('drain', write);
      write();
    });
    const answer = await open().post(receiver.url);
    expect(answer).toMatchObject({ status: 200, text: 'x'.repeat(1_024) });
    expect(written).toBeLessThan(20_000_000);
  });

  it('reports a failed TLS handshake and a response that is not HTTP', async () => {
    expect(await open().post(receiver.url.replace('http:', 'https:'))).toEqual({ error: 'tls' });
    receiver.behave((response) => void response.socket?.end('nonsense\r\n\r\n'));
    expect(await open().post(receiver.url)).toEqual({ error: 'protocol' });
  });
});
