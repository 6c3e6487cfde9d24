import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { connect, type Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeIdentity } from '#database/testing/certificates.ts';
import { listenOnLoopback } from '@vid/testkit/network';
import { createPost } from './post.ts';

describe('a gateway behind an HTTP proxy', () => {
  const url = new URL('https://gateway.example.vn/send');
  const received: string[] = [];
  let isSilent = false;
  const identity = makeIdentity({ name: 'gateway', names: [url.hostname] });
  const gateway = createHttpsServer(
    { cert: identity.certificate, key: identity.key },
    (request, response) => {
      received.push(`${request.method} ${request.url}`);
      if (!isSilent) response.end('sent');
    },
  );
  const proxy = createHttpServer();
  const sockets = new Set<Socket>();
  const certificates = getCACertificates('default');
  let gatewayPort: number;

  /** Opens a tunnel for the next request, as a proxy does. */
  const openTunnel = (socket: Socket): void => {
    const onward = connect(gatewayPort, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.pipe(onward).pipe(socket);
    });
    for (const end of [socket, onward]) {
      sockets.add(end);
      end.on('error', () => end.destroy());
    }
  };

  beforeAll(async () => {
    setDefaultCACertificates([...certificates, identity.certificate]);
    gatewayPort = await listenOnLoopback(gateway);
    vi.stubEnv('HTTPS_PROXY', `http://vid:secret@127.0.0.1:${await listenOnLoopback(proxy)}`);
    vi.stubEnv('NO_PROXY', '');
  });
  afterEach(() => {
    proxy.removeAllListeners('connect');
    received.length = 0;
    isSilent = false;
  });
  afterAll(() => {
    vi.unstubAllEnvs();
    setDefaultCACertificates(certificates);
    for (const socket of sockets) socket.destroy();
    proxy.close();
    gateway.close();
  });

  const post = (timeoutMs = 5_000) => createPost(url)({ body: 'text', headers: {} }, timeoutMs);

  it('gets the message through a tunnel', async () => {
    const asked: (string | undefined)[] = [];
    proxy.on('connect', ({ url: target, headers }, socket: Socket) => {
      asked.push(target, headers['proxy-authorization']);
      openTunnel(socket);
    });
    await expect(post()).resolves.toEqual({ status: 200, body: 'sent' });
    expect(asked).toEqual([
      'gateway.example.vn:443',
      `Basic ${Buffer.from('vid:secret').toString('base64')}`,
    ]);
  });

  it('leaves the outcome unknown if it does not respond', async () => {
    isSilent = true;
    proxy.on('connect', (_request, socket: Socket) => openTunnel(socket));
    await expect(post(1_500)).resolves.toMatchObject({ outcome: 'unknown', cause: 'no-answer' });
    expect(received).toEqual(['POST /send']);
  });

  it('does not get the message if the proxy refuses the tunnel', async () => {
    proxy.on('connect', (_request, socket: Socket) => void socket.end('HTTP/1.1 403 Forbidden\r\n\r\n'));
    const answer = await post();
    expect(answer).toMatchObject({ outcome: 'channel-broken', cause: 'unreachable' });
    expect(answer).toHaveProperty('detail', expect.stringContaining('403 Forbidden'));
    expect(JSON.stringify(answer)).not.toContain('secret');
  });

  it('gets no message whose time was up before the tunnel opened', async () => {
    const asked = new Promise<Socket>((resolve) => {
      proxy.once('connect', (_request: IncomingMessage, socket: Socket) => resolve(socket));
    });
    await expect(post(200)).resolves.toMatchObject({ outcome: 'channel-broken', cause: 'unreachable' });
    const late = await asked;
    const closed = once(late, 'close');
    openTunnel(late);
    await closed;
    expect(received).toEqual([]);
  });
});
