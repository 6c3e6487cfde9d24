import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { connect as connectHttp2 } from 'node:http2';
import { request, type RequestOptions } from 'node:https';
import { request as requestPlain, type ClientRequest, type IncomingMessage } from 'node:http';
import { connect as connectSocket, createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { productionSettings } from '@vid/testkit/production';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';

const host = 'id.example.vn';
/** The visitor's loopback address. The proxy connects to VID from another address, 127.0.0.1. */
const visitor = '127.0.0.77';

type Ports = { readonly https: number; readonly http: number; readonly vid: number };
type Files = { readonly folder: string; readonly certificate: string; readonly key: string };
type Proxy = {
  readonly file: string;
  /** Replacements of values in the file by values of this machine. Each replaced value must occur in the file. */
  readonly replace: (ports: Ports, files: Files) => readonly (readonly [string, string])[];
  readonly command: (configuration: string, files: Files) => readonly [string, ...string[]];
  readonly wrap?: (configuration: string, files: Files) => string;
};

const proxies: Readonly<Record<string, Proxy>> = {
  nginx: {
    file: 'nginx.conf',
    replace: ({ https, http, vid }, { certificate, key }) => [
      ['server 127.0.0.1:8080', `server 127.0.0.1:${vid}`],
      ['listen 443 ', `listen 127.0.0.1:${https} `],
      ['listen 80;', `listen 127.0.0.1:${http};`],
      ['/etc/ssl/id.example.vn.pem', certificate],
      ['/etc/ssl/id.example.vn.key', key],
    ],
    wrap: (servers, { folder }) => `
      daemon off;
      user ${userInfo().username};
      pid ${folder}/nginx.pid;
      events {}
      http {
        access_log off;
        ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`).join('\n')}
        ${servers}
      }`,
    command: (configuration, { folder }) => ['nginx', '-p', folder, '-e', 'stderr', '-c', configuration],
  },
  HAProxy: {
    file: 'haproxy.cfg',
    replace: ({ https, http, vid }, { certificate }) => [
      ['server vid 127.0.0.1:8080', `server vid 127.0.0.1:${vid}`],
      ['bind :443 ', `bind 127.0.0.1:${https} `],
      ['bind :80', `bind 127.0.0.1:${http}`],
      ['/etc/ssl/id.example.vn.pem', certificate],
    ],
    command: (configuration) => ['haproxy', '-db', '-f', configuration],
  },
  Caddy: {
    file: 'Caddyfile',
    replace: ({ https, http, vid }, { certificate, key }) => [
      ['reverse_proxy 127.0.0.1:8080', `reverse_proxy 127.0.0.1:${vid}`],
      ['\nid.example.vn {', `\nid.example.vn {\ntls ${certificate} ${key}\n`],
      ['# Caddy 2.6', `{\nadmin off\nhttps_port ${https}\nhttp_port ${http}\n}\n# Caddy 2.6`],
    ],
    command: (configuration) => ['caddy', 'run', '--adapter', 'caddyfile', '--config', configuration],
  },
};

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || address === null) throw new Error('no port is free');
  return address.port;
}

/** Creates a certificate for the host. Its file also contains the key, as HAProxy requires. */
async function createCertificate(folder: string): Promise<Files & { readonly ca: string }> {
  const [certificate, key] = [join(folder, 'id.pem'), join(folder, 'id.key')];
  const args = `req -x509 -nodes -newkey ec -pkeyopt ec_paramgen_curve:P-256 -days 1 -subj /CN=${host}
    -addext subjectAltName=DNS:${host} -keyout ${key} -out ${certificate}`;
  await promisify(execFile)('openssl', args.split(/\s+/u));
  const ca = await readFile(certificate, 'utf8');
  await writeFile(certificate, ca + (await readFile(key, 'utf8')));
  return { folder, certificate, key, ca };
}

function responseOf(outgoing: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => outgoing.once('response', resolve).once('error', reject));
}

describe.each(Object.entries(proxies))('VID behind %s', (_name, proxy) => {
  let server: TestServer;
  let ports: Ports;
  let ca: string;
  let child: ChildProcess;

  beforeAll(async () => {
    ports = { https: await freePort(), http: await freePort(), vid: await freePort() };
    server = await startTestServer(inject('cluster'), {
      environment: {
        ...productionSettings,
        VID_PUBLIC_URL: `https://${host}:${ports.https}`,
        VID_TRUSTED_PROXIES: '127.0.0.1',
      },
      overrides: { webFolder: join(import.meta.dirname, '../../apps/web/dist') },
    });
    await server.app.listen({ port: ports.vid, host: '127.0.0.1' });
    const files = await createCertificate(await mkdtemp(join(tmpdir(), 'vid-proxy-')));
    ({ ca } = files);
    let configuration = await readFile(join(import.meta.dirname, proxy.file), 'utf8');
    for (const [from, to] of proxy.replace(ports, files)) {
      if (!configuration.includes(from)) throw new Error(`${proxy.file} does not contain ${from}`);
      configuration = configuration.replaceAll(from, to);
    }
    const path = join(files.folder, proxy.file);
    await writeFile(path, proxy.wrap?.(configuration, files) ?? configuration);
    const [program, ...args] = proxy.command(path, files);
    child = spawn(program, args, {
      stdio: 'ignore',
      env: { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin`, HOME: files.folder },
    });
    await vi.waitFor(() => call('GET', '/vid/health/live'), 15_000);
  });
  afterAll(async () => {
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
    await server.close();
  });

  const ownOrigin = () => ({ origin: `https://${host}:${ports.https}`, 'sec-fetch-site': 'same-origin' });

  const optionsOf = (method: string, path: string, headers: Record<string, string> = {}): RequestOptions => ({
    method,
    path,
    host: '127.0.0.1',
    port: ports.https,
    localAddress: visitor,
    servername: host,
    ca,
    agent: false,
    headers: { host: `${host}:${ports.https}`, ...headers },
  });

  async function call(
    method: string,
    path: string,
    { headers, body }: { headers?: Record<string, string>; body?: Buffer | string } = {},
  ) {
    const response = await responseOf(request(optionsOf(method, path, headers)).end(body));
    return { status: response.statusCode, headers: response.headers, body: await text(response) };
  }

  it('P3 logs the visitor’s own address despite forged headers', async () => {
    await call('GET', '/vid/health/live?claim', {
      headers: { 'x-forwarded-for': '203.0.113.9', forwarded: 'for=203.0.113.9', 'x-real-ip': '203.0.113.9' },
    });
    const lines = server.logLines.filter((line) => line.includes('"address":'));
    expect(lines.at(-1)).toContain(`"address":"${visitor}"`);
  });

  it('serves the sign-in page over HTTP/2', async () => {
    const session = connectHttp2(`https://127.0.0.1:${ports.https}`, { ca, servername: host });
    const stream = session.request({ ':path': '/vid/web/signin', ':authority': `${host}:${ports.https}` });
    const headers = await new Promise<Record<string, unknown>>((resolve) => stream.once('response', resolve));
    expect(headers[':status']).toBe(200);
    expect(headers['strict-transport-security']).toContain('max-age');
    expect(await text(stream)).toContain('<form');
    session.close();
  });

  it('explains to a visitor with too many cookies how to delete them', async () => {
    const { status, body } = await call('GET', '/vid/web/signin', {
      headers: { cookie: `junk=${'x'.repeat(20_000)}`, accept: 'text/html', 'accept-language': 'en' },
    });
    expect(status).toBe(431);
    expect(body).toContain('Delete this site’s cookies');
  });

  it('responds to an upload of 5 MiB, which the proxy does not refuse', async () => {
    const { status, body } = await call('PUT', '/vid/api/users/avatar', {
      headers: {
        ...ownOrigin(),
        'content-type': 'image/png',
        'content-length': String(5 * 1024 * 1024),
      },
      body: Buffer.alloc(5 * 1024 * 1024),
    });
    expect([status, JSON.parse(body).message]).toEqual([401, 'TOKEN_MISSING']);
  });

  it('delivers the first event of a QR sign-in before the stream ends', async () => {
    const started = await call('POST', '/vid/ajax/auth/qr', {
      headers: { ...ownOrigin(), 'content-type': 'application/json' },
      body: '{}',
    });
    const { qrId } = JSON.parse(started.body).data;
    const cookie = (started.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ');
    const outgoing = request(optionsOf('GET', `/vid/ajax/auth/qr/${qrId}/events`, { cookie }));
    const response = await responseOf(outgoing.end());
    let received = '';
    for await (const chunk of response) {
      received += String(chunk);
      if (received.includes('data:')) break;
    }
    expect(received).toContain('data: {');
  });

  it.each([
    ['/vid/web/signin?a=1', 301],
    ['/', 301],
    ['/vid/api/users/me', 403],
  ])('responds to %s without TLS with %i', async (path, status) => {
    const options = { host: '127.0.0.1', port: ports.http, path, headers: { host }, agent: false };
    const response = await responseOf(requestPlain(options).end());
    response.resume();
    expect([response.statusCode, response.headers.location]).toEqual([
      status,
      status === 301 ? `https://${host}${path}` : undefined,
    ]);
  });
});

const untilUsed = (vid: TestServer, path: string) =>
  vi.waitFor(() => expect(vid.logLines.join('')).toContain(path), 15_000);

describe('two VID processes behind HAProxy', () => {
  let server: TestServer;
  let twin: TestServer;
  let port: number;
  let twinPort: number;
  let ca: string;
  let socket: string;
  let child: ChildProcess;

  beforeAll(async () => {
    port = await freePort();
    server = await startTestServer(inject('cluster'), {
      environment: {
        ...productionSettings,
        VID_PUBLIC_URL: `https://${host}:${port}`,
        VID_TRUSTED_PROXIES: '127.0.0.1',
        VID_LIMIT_QR_ADDRESS_10MIN: '1000000',
      },
    });
    twin = await server.twin();
    const serverPort = await freePort();
    twinPort = await freePort();
    await server.app.listen({ port: serverPort, host: '127.0.0.1' });
    await twin.app.listen({ port: twinPort, host: '127.0.0.1' });
    const files = await createCertificate(await mkdtemp(join(tmpdir(), 'vid-proxy-')));
    ({ ca } = files);
    socket = join(files.folder, 'admin.sock');
    const file = join(import.meta.dirname, 'haproxy-two.cfg');
    const replaced = [
      ['127.0.0.1:8080', `127.0.0.1:${serverPort}`],
      ['127.0.0.1:8081', `127.0.0.1:${twinPort}`],
      ['bind :443 ', `bind 127.0.0.1:${port} `],
      ['bind :80', `bind 127.0.0.1:${await freePort()}`],
      ['/etc/ssl/id.example.vn.pem', files.certificate],
      ['stats socket /run/haproxy/admin.sock', `stats socket ${socket}`],
    ] as const;
    let configuration = await readFile(file, 'utf8');
    for (const [from, to] of replaced) {
      if (!configuration.includes(from)) throw new Error(`haproxy-two.cfg does not contain ${from}`);
      configuration = configuration.replaceAll(from, to);
    }
    const path = join(files.folder, 'haproxy-two.cfg');
    await writeFile(path, configuration);
    child = spawn('haproxy', ['-db', '-f', path], {
      stdio: 'ignore',
      env: { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` },
    });
    await vi.waitFor(() => call('GET', '/vid/health/live'), 15_000);
  });
  afterAll(async () => {
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
    await server.close();
  });

  async function call(method: 'GET' | 'POST', path: string) {
    const own = { origin: `https://${host}:${port}`, 'sec-fetch-site': 'same-origin' };
    const headers = { host: `${host}:${port}`, ...own, 'content-type': 'application/json' };
    const options = { method, path, host: '127.0.0.1', port, servername: host, ca, agent: false, headers };
    const response = await responseOf(request(options).end(method === 'POST' ? '{}' : undefined));
    return { status: response.statusCode, headers: response.headers, body: await text(response) };
  }

  /** Sends requests in four sequences until the work ends. Returns the statuses. */
  async function statusesDuring(work: () => Promise<unknown>, method: 'GET' | 'POST', path: string) {
    const statuses: unknown[] = [];
    const ended = new AbortController();
    const sequences = Array.from({ length: 4 }, async () => {
      while (!ended.signal.aborted) {
        const status = await call(method, path).then((answer) => answer.status, String);
        statuses.push(status);
      }
    });
    await work();
    ended.abort();
    await Promise.all(sequences);
    return statuses;
  }

  async function command(line: string): Promise<string> {
    const connection = connectSocket(socket);
    connection.end(`${line}\n`);
    return text(connection);
  }

  /** Returns a server's status and the number of its requests in progress, such as `UP 0`. */
  async function stateOf(name: string): Promise<string> {
    const [titles, ...rows] = (await command('show stat')).split('\n').map((row) => row.split(','));
    const row = rows.find(([backend, server_]) => backend === 'vid' && server_ === name);
    return ['status', 'scur'].map((title) => row?.[titles?.indexOf(title) ?? -1]).join(' ');
  }

  const untilState = (name: string, state: RegExp) =>
    vi.waitFor(async () => expect(await stateOf(name)).toMatch(state), 15_000);

  it('lose no read when one stops', async () => {
    await untilState('vid-8080', /^UP/u);
    await untilState('vid-8081', /^UP/u);
    const statuses = await statusesDuring(
      async () => {
        await untilUsed(twin, '/vid/oidc/*');
        await twin.app.close();
        await untilState('vid-8081', /^DOWN/u);
      },
      'GET',
      '/vid/oidc/jwks',
    );
    expect(statuses.length).toBeGreaterThan(0);
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
  });

  it('lose no write when one is drained before it stops', async () => {
    const next = await server.twin();
    await next.app.listen({ port: twinPort, host: '127.0.0.1' });
    await untilState('vid-8081', /^UP/u);
    const statuses = await statusesDuring(
      async () => {
        await untilUsed(next, '/vid/ajax/auth/qr');
        await command('set server vid/vid-8081 state drain');
        await untilState('vid-8081', /^DRAIN 0$/u);
        await next.app.close();
      },
      'POST',
      '/vid/ajax/auth/qr',
    );
    expect(statuses.length).toBeGreaterThan(0);
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
  });

  it('return VID’s own 503 response while neither is ready', async () => {
    server.deps.availability.awaitMigrations();
    await untilState('vid-8080', /^DOWN/u);
    const { status, headers, body } = await call('GET', '/vid/oidc/auth?client_id=x');
    expect([status, headers['retry-after'], JSON.parse(body).error]).toEqual([
      503,
      '5',
      'temporarily_unavailable',
    ]);
    server.deps.availability.migrated();
    await untilState('vid-8080', /^UP/u);
  });
});
