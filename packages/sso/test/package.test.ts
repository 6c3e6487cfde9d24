import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const packageFolder = fileURLToPath(new URL('..', import.meta.url));
const compiler = join(fileURLToPath(import.meta.resolve('typescript/package.json')), '../bin/tsc');
let project = '';
let installed = '';

type Manifest = {
  readonly version: string;
  readonly exports: object;
  readonly dependencies?: object;
};

async function readManifest(): Promise<Manifest> {
  const manifest: Manifest = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8'));
  return manifest;
}

/** Installs the packed package into an empty project outside this repository, without a network. */
beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'vid-sso-'));
  installed = join(project, 'node_modules/@vid/sso');
  const built = join(project, 'built');
  await run(process.execPath, [join(packageFolder, 'build.ts'), built]);
  await writeFile(join(project, 'package.json'), '{ "private": true }');
  const packed = join(built, `vid-sso-${(await readManifest()).version}.tgz`);
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', packed], { cwd: project });
  await rm(built, { recursive: true });
});
afterAll(() => rm(project, { recursive: true, force: true }));

/** Returns the compiler's errors for a program that uses the package, or '' if there are none. */
async function compileErrorsOf(program: string, settings: Record<string, unknown>): Promise<string> {
  const compilerOptions = { strict: true, skipLibCheck: false, noEmit: true, types: [], ...settings };
  await writeFile(join(project, 'program.ts'), program);
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }));
  return run(process.execPath, [compiler, '-p', project]).then(
    ({ stdout }) => stdout,
    (error: unknown) => String(Object(error).stdout),
  );
}

const bundler = { module: 'esnext', moduleResolution: 'bundler', lib: ['es2022', 'dom'] };
const nodenext = { module: 'nodenext', moduleResolution: 'nodenext', lib: ['es2022'] };

describe('the package in an empty project', () => {
  it.each([
    ['a bundler', bundler],
    ['Node', { ...nodenext, lib: ['es2022', 'dom'] }],
  ])('has browser entries whose types %s can resolve', async (_resolver, settings) => {
    const program = `
      import { VidSso, VidSsoError, type VidSsoResult } from '@vid/sso';
      import { useVidSso } from '@vid/sso/react';
      export const sso = new VidSso({ origin: 'o', appCode: 'a', clientId: 'c', redirectUri: 'r' });
      export const result: Promise<VidSsoResult> = sso.signInWithPopup({ data: '/' });
      sso.on('error', ({ code, reason }) => [code satisfies VidSsoError['code'], reason]);
      export const useIt = (): boolean => useVidSso(sso).isPending;
    `;
    expect(await compileErrorsOf(program, settings)).toBe('');
  });

  it('has server types that need no other package, not even @types/node', async () => {
    const program = `
      import { exchangeCode, fetchUserInfo, verifyLogoutToken, VidTokenError } from '@vid/sso/server';
      const vid = { origin: 'o', clientId: 'c', clientSecret: 's' };
      const tokens = () => exchangeCode(vid, { authCode: 'a', codeVerifier: 'v', redirectUri: 'r' });
      export const sub = async (): Promise<string> => (await tokens()).claims.sub;
      export const sid = async (): Promise<string | undefined> => (await verifyLogoutToken(vid, 't')).sid;
      export const number = async (): Promise<string | undefined> =>
        (await fetchUserInfo(vid, await tokens()))['vid:broker_certificate']?.number;
      export const isSpent = (error: unknown): boolean =>
        error instanceof VidTokenError && error.code === 'invalid_grant';
    `;
    expect(await compileErrorsOf(program, nodenext)).toBe('');
  });

  it('causes a type error when it is used incorrectly', async () => {
    const program = "import { VidSso } from '@vid/sso'; export const sso = new VidSso({ origin: 1 });";
    expect(await compileErrorsOf(program, bundler)).toContain('TS2322');
  });

  it('has no dependencies, and its server entry runs without installing any package', async () => {
    expect((await readManifest()).dependencies).toBeUndefined();
    const program = `
      const { verifyIdToken, exchangeCode } = await import('@vid/sso/server');
      const vid = { origin: 'https://id.example.vn', clientId: 'c' };
      const refused = await verifyIdToken(vid, 'no token').catch((error) => error.code);
      console.log(typeof exchangeCode, refused);
    `;
    await writeFile(join(project, 'program.mjs'), program);
    const { stdout } = await run(process.execPath, [join(project, 'program.mjs')]);
    expect(stdout.trim()).toBe('function ERR_JWS_INVALID');
  });

  it('contains every file that its exports name', async () => {
    const entries = Object.values((await readManifest()).exports).flatMap((entry: unknown) =>
      typeof entry === 'string' ? [entry] : [Object(entry).types, Object(entry).default],
    );
    expect(entries).toHaveLength(7);
    for (const entry of entries) expect(await readFile(join(installed, String(entry)), 'utf8')).not.toBe('');
  });
});
