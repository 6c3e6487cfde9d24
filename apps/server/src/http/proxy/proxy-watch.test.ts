import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { createProxyWatch } from './proxy-watch.ts';

type Sent = {
  readonly peer: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly atMinute?: number;
};

/** Returns the problems reported for the given requests by a server that trusts 10.0.0.0/8. */
async function problemsFor(requests: readonly Sent[]): Promise<string[]> {
  const problems: string[] = [];
  let minute = 0;
  const watch = createProxyWatch(
    (problem, address) => void problems.push(`${problem} ${address}`),
    () => minute * 60_000,
  );
  const app = fastify({ trustProxy: ['10.0.0.0/8'] });
  app.get('/', (request) => {
    watch(request);
    return '';
  });
  for (const { peer, headers = {}, atMinute = 0 } of requests) {
    minute = atMinute;
    await app.inject({ url: '/', remoteAddress: peer, headers });
  }
  await app.close();
  return problems;
}

const forwarded = { 'x-forwarded-for': '203.0.113.7' };

describe('the watch for an untrusted proxy', () => {
  it.each([
    '192.168.1.5',
    '172.17.0.1',
    '127.0.0.1',
    '100.64.0.9',
    '169.254.7.1',
    '::ffff:192.168.1.5',
    'fd00::5',
  ])('P3 names %s, which forwards requests and is not trusted', async (peer) => {
    expect(await problemsFor([{ peer, headers: forwarded }])).toEqual([`proxy-untrusted ${peer}`]);
  });

  it.each([{ forwarded: 'for=203.0.113.7' }, { 'x-real-ip': '203.0.113.7' }])(
    'P3 names a proxy that sends only the header %j',
    async (headers) => {
      expect(await problemsFor([{ peer: '10.0.0.9', headers }])).toEqual(['proxy-untrusted 10.0.0.9']);
    },
  );

  it.each([
    ['a trusted proxy', { peer: '10.0.0.9', headers: { ...forwarded, 'x-real-ip': '203.0.113.7' } }],
    [
      'a visitor on the machine of a trusted proxy',
      { peer: '10.0.0.9', headers: { 'x-forwarded-for': '10.0.0.9' } },
    ],
    ['a direct request', { peer: '192.168.1.5' }],
    ['a header that anyone sends from the internet', { peer: '198.51.100.4', headers: forwarded }],
  ])('P3 reports nothing for %s', async (_case, request) => {
    expect(await problemsFor([request])).toEqual([]);
  });

  it('reports a proxy once an hour', async () => {
    const peer = '192.168.1.5';
    const requests = [0, 1, 59, 60, 61].map((atMinute) => ({ peer, headers: forwarded, atMinute }));
    expect(await problemsFor(requests)).toEqual([`proxy-untrusted ${peer}`, `proxy-untrusted ${peer}`]);
  });
});

const visits = (count: number, visit: Sent) => Array.from({ length: count }, () => visit);

describe('the watch for visitors with one address', () => {
  const first = { 'sec-fetch-mode': 'navigate' };

  it('names the address of 50 new visitors in succession', async () => {
    const visit = { peer: '10.0.0.9', headers: first };
    expect(await problemsFor(visits(49, visit))).toEqual([]);
    expect(await problemsFor(visits(50, visit))).toEqual(['proxy-one-address 10.0.0.9']);
    expect(await problemsFor(visits(120, visit))).toEqual(['proxy-one-address 10.0.0.9']);
  });

  it('names the address although a proxy was named in the same hour', async () => {
    const requests = [
      { peer: '192.168.1.5', headers: forwarded },
      ...visits(50, { peer: '10.0.0.9', headers: first }),
    ];
    expect(await problemsFor(requests)).toEqual([
      'proxy-untrusted 192.168.1.5',
      'proxy-one-address 10.0.0.9',
    ]);
  });

  it.each([
    ['public addresses, which many phones share', { peer: '203.0.113.7', headers: first }],
    ['returning visitors', { peer: '10.0.0.9', headers: { ...first, cookie: 'vid_pre=a' } }],
    ['programs', { peer: '10.0.0.9' }],
    ['visitors of a proxy that names them', { peer: '10.0.0.9', headers: { ...first, ...forwarded } }],
  ])('reports nothing for %s', async (_case, visit) => {
    expect(await problemsFor(visits(60, visit))).toEqual([]);
  });

  it('starts the count again after a visitor from another address', async () => {
    const visit = { peer: '10.0.0.9', headers: first };
    const other = { peer: '10.0.0.9', headers: { ...first, ...forwarded } };
    expect(await problemsFor([...visits(49, visit), other, ...visits(49, visit)])).toEqual([]);
  });
});
