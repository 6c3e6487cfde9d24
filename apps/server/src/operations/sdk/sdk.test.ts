import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sdkFile, sdkPath } from '@vid/contract/snippets/sdk';
import { TestBrowser } from '@vid/testkit/browser';
import { startTestServer, type TestServer } from '@vid/testkit/server';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

const body = Buffer.from([0x1f, 0x8b, 0x00, 0xff]);
let folder: string;
let server: TestServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vid-sdk-'));
  server = await startTestServer(inject('cluster'), { overrides: { sdkFolder: folder } });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const get = async (url: string) => (await new TestBrowser(server.app).get(url)).raw;

describe('the package of the SDK', () => {
  it('is not found before it is built', async () => {
    expect((await get(sdkPath)).statusCode).toBe(404);
  });

  it('is served as an attachment with a sandbox policy and nosniff', async () => {
    await writeFile(join(folder, sdkFile), body);
    const answer = await get(sdkPath);
    expect([answer.statusCode, answer.rawPayload]).toEqual([200, body]);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/gzip',
      'content-disposition': `attachment; filename="${sdkFile}"`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
  });

  it.each(['index.js', `../${sdkFile}`, `%2e%2e%2f${sdkFile}`, `${sdkFile}/`, ''])(
    'is the only file in /vid/sdk/ (not found: %s)',
    async (name) => {
      await writeFile(join(folder, 'index.js'), 'secret');
      expect((await get(`/vid/sdk/${name}`)).statusCode).toBe(404);
    },
  );

  it('is named after its version', async () => {
    const manifest = new URL('../../../../../packages/sso/package.json', import.meta.url);
    const { version } = JSON.parse(await readFile(manifest, 'utf8'));
    expect(sdkFile).toBe(`vid-sso-${version}.tgz`);
  });
});
