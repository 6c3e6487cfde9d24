import { createServer, type Server } from 'node:http';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { fetchLogo, toLogo } from './logo.ts';

const logoBytes = 32 * 1024;
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const padded = (bytes: number): Buffer => Buffer.concat([png, Buffer.alloc(bytes - png.length)]);

const typeOf = (bytes: Buffer): string => {
  const verdict = toLogo(bytes);
  return 'logo' in verdict ? verdict.logo.slice(0, verdict.logo.indexOf(';')) : verdict.problem;
};

describe('application logos', () => {
  let sink: Server;
  let server: TestServer;
  let origin = '';
  const answers: Record<string, { status?: number; body?: Buffer | string; location?: string }> = {
    '/logo.png': { body: png },
    '/moved': { status: 302, location: '/logo.png' },
    '/gone': { status: 404, body: png },
    '/page': { body: '<!doctype html><svg></svg>' },
    '/full': { body: padded(logoBytes) },
    '/large': { body: padded(logoBytes + 1) },
  };
  beforeAll(async () => {
    sink = createServer((request, response) => {
      const { status = 200, body, location } = answers[request.url ?? ''] ?? {};
      response.writeHead(status, location === undefined ? {} : { location }).end(body);
    });
    await new Promise<void>((resolve) => {
      sink.listen(0, '127.0.0.1', resolve);
    });
    const at = sink.address();
    origin = `http://127.0.0.1:${typeof at === 'object' && at ? at.port : 0}`;
    server = await startTestServer(inject('cluster'));
  });
  afterAll(async () => {
    await server.close();
    await new Promise((resolve) => {
      sink.close(resolve);
      sink.closeAllConnections();
    });
  });
  const logoOf = async (code: string): Promise<string | null | undefined> =>
    (await server.deps.applications.describe()).find(({ application }) => application.code === code)
      ?.application.logo;

  it('are fetched at registration and stored as data URLs', async () => {
    const { applications } = server.deps;
    await applications.add({ code: 'shop', name: 'Sàn', logo: `${origin}/logo.png` });
    expect(await logoOf('shop')).toBe(`data:image/png;base64,${png.toString('base64')}`);
    await applications.setLogo('shop', `${origin}/full`);
    expect(Buffer.from((await logoOf('shop'))?.split(',')[1] ?? '', 'base64')).toHaveLength(logoBytes);
    await applications.setLogo('shop', null);
    expect(await logoOf('shop')).toBeNull();
  });

  it.each(['127.evil.example', '127.0.0.1.evil.example', 'localhost.evil.example'])(
    'are not fetched from http://%s, which is not loopback',
    async (host) => {
      expect(await fetchLogo(`http://${host}/logo.png`, { allowsLoopback: true })).toEqual({
        problem: 'address',
      });
    },
  );

  it.each([
    ['/moved', 'unreachable'],
    ['/gone', 'unreachable'],
    ['/page', 'no-picture'],
    ['/large', 'too-large'],
  ])('are rejected if their URL is %s, with the problem %s', async (path, problem) => {
    expect(await fetchLogo(`${origin}${path}`, { allowsLoopback: true })).toEqual({ problem });
    const added = server.deps.applications.add({ code: 'bad', name: 'x', logo: `${origin}${path}` });
    await expect(added).rejects.toThrow('cannot be used');
    expect(await logoOf('bad')).toBeUndefined();
  });

  it.each([
    'javascript:alert(1)',
    'data:image/png;base64,AA',
    'http://app.example.vn/a.png',
    '/logo.png',
    'file:///a',
  ])('F3 are rejected from the URL %s', async (address) => {
    expect(await fetchLogo(address, { allowsLoopback: true })).toEqual({ problem: 'address' });
  });

  it('may come from a loopback http address if this is allowed', async () => {
    expect(await fetchLogo(`${origin}/logo.png`, { allowsLoopback: false })).toEqual({ problem: 'address' });
    expect(await fetchLogo('http://127.0.0.1:1/logo.png', { allowsLoopback: true })).toEqual({
      problem: 'unreachable',
    });
  });

  it('F3 are recognized by their bytes', () => {
    expect(typeOf(Buffer.from([0xff, 0xd8, 0xff, 0xe0]))).toBe('data:image/jpeg');
    expect(typeOf(Buffer.from('RIFF\0\0\0\0WEBPVP8 '))).toBe('data:image/webp');
    expect(typeOf(Buffer.from('<?xml version="1.0"?>\n<!-- a -->\n<!DOCTYPE svg>\n<svg xmlns="x"/>'))).toBe(
      'data:image/svg+xml',
    );
    expect(typeOf(Buffer.from('\uFEFF <svg>'))).toBe('data:image/svg+xml');
    for (const text of ['', '<html><svg>', 'RIFF', '<script>', '<svgx>'])
      expect(typeOf(Buffer.from(text))).toBe('no-picture');
  });
});
