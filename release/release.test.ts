import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { access, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@vid/testkit/network';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { SERVER_FLAGS } from '../tools/lib/runtime.mjs';
import { bundleServer } from './bundle.ts';
import { createSbom } from './sbom.ts';
import { assemble } from './tree.ts';

const { version } = manifest;
let folder: string;
let release: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vid-release-'));
  release = join(folder, 'release');
  await assemble(release, await createSbom(version));
});
afterAll(() => rm(folder, { recursive: true, maxRetries: 5 }));

/** Environment that contains nothing of this checkout's Node and npm. */
const environment = () => ({ PATH: '/usr/bin:/bin', HOME: folder });
const vid = (...args: string[]) =>
  promisify(execFile)(join(release, 'bin', 'vid'), args, { env: environment() });

describe('a release', () => {
  it('starts with an empty home folder, and signs a member in', async () => {
    const port = await freePort();
    const server = spawn(join(release, 'bin', 'vid'), ['start'], {
      env: { ...environment(), VID_PORT: String(port), VID_SAMPLE_PROVIDERS: 'off' },
      stdio: 'ignore',
    });
    const ended = new Promise((resolve) => server.once('exit', resolve));
    onTestFinished(async () => {
      server.kill();
      await ended;
    });
    const origin = `http://localhost:${port}`;
    const ready = () =>
      fetch(`${origin}/vid/health/ready`).then(
        (answer) => answer.json(),
        () => undefined,
      );
    await expect.poll(ready, { timeout: 30_000 }).toMatchObject({ status: 'ready', version });

    expect((await fetch(`${origin}/vid/web/signin`)).status).toBe(200);
    const signIn = await fetch(`${origin}/vid/ajax/auth/login/phone`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify({ phone: '0900000101', password: 'Hoi-Vien@2026' }),
    });
    expect(signIn.status).toBe(200);
    expect((await vid('account', 'find', '0900000101')).stdout).toContain('Nguyễn Thị Minh Anh');

    server.kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  it('starts Node with the flags that npm start uses', async () => {
    const script = await readFile(join(release, 'bin', 'vid'), 'utf8');
    expect(script).toContain(` ${SERVER_FLAGS.join(' ')} "$root/server/main.js"`);
  });

  it('prints its commands and its version', async () => {
    expect((await vid('--version')).stdout).toBe(`${version}\n`);
    const { stdout } = await vid('help');
    expect(stdout).toContain('vid <command> [--json]');
    expect(stdout).toContain('init <public address>');
    expect(stdout).toContain('Settings come from /etc/vid');
    expect(stdout).not.toContain('npm');
  });

  it('contains the files that its README names', async () => {
    const text = await readFile(join(release, 'README.md'), 'utf8');
    const named = [...text.matchAll(/`([\w/.]+)(?: \w+)?`/gu)].map(([, path = '']) => join(release, path));
    expect(named).toHaveLength(4);
    for (const path of named) await expect(access(path)).resolves.toBeUndefined();
  });

  it('contains every file to which its documentation for operators and developers links', async () => {
    const docs = join(release, 'docs');
    // `architecture.md` is for contributors and links to VID's sources.
    const pages = (await readdir(docs)).filter((name) => name.endsWith('.md') && name !== 'architecture.md');
    const texts = await Promise.all(pages.map((name) => readFile(join(docs, name), 'utf8')));
    const links = texts.flatMap((text) => [...text.matchAll(/\]\((?!https?:)(?<path>[^)#]+)/gu)]);
    const missing = links
      .map(({ groups }) => groups?.['path'] ?? '')
      .filter((path) => !existsSync(join(docs, path)));
    expect(links.length).toBeGreaterThan(50);
    expect(missing).toEqual([]);
  });

  it('has the same code after a second build', async () => {
    const again = join(folder, 'again');
    await bundleServer(again);
    const names = await readdir(again);
    expect(names).not.toHaveLength(0);
    const contents = (of: string) => Promise.all(names.map((name) => readFile(join(of, name), 'utf8')));
    expect(await contents(again)).toEqual(await contents(join(release, 'server')));
  });

  it('lists components such as Node and Fastify, and contains licence texts', async () => {
    const sbom: unknown = JSON.parse(await readFile(join(release, 'sbom.cdx.json'), 'utf8'));
    expect(sbom).toMatchObject({
      bomFormat: 'CycloneDX',
      metadata: { component: { name: 'vid', version } },
      components: expect.arrayContaining([
        expect.objectContaining({ name: 'node', version: process.versions.node }),
        expect.objectContaining({ name: 'fastify' }),
        expect.objectContaining({ name: 'react-router' }),
      ]),
    });
    const licences = await readFile(join(release, 'LICENCES.txt'), 'utf8');
    expect(licences).toMatch(/^fastify [\d.]+ \(MIT\)\n\nMIT License/mu);
  });
});
