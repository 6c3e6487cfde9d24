import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checksumProblem } from '../lib/install.mjs';
import { addChecksums, fillGaps, listGaps, listUnverified } from '../lib/lock-file.mjs';
import { root } from '../lib/paths.mjs';

/**
 * Builds whose checksums are unknown. A release is refused on a machine that needs one of them.
 * `node tools/complete-lock.mjs` adds the checksums that a registry knows.
 */
const withoutChecksum = {
  '@node-rs/bcrypt-':
    'android-arm-eabi android-arm64 darwin-arm64 darwin-x64 freebsd-x64 linux-arm-gnueabihf linux-arm64-gnu linux-arm64-musl linux-x64-musl win32-arm64-msvc win32-ia32-msvc win32-x64-msvc',
};

const lock = {
  packages: {
    '': {},
    'node_modules/@tool/darwin-arm64': { version: '2.0.0' },
    'node_modules/tool': {
      version: '2.0.0',
      dev: true,
      optionalDependencies: {
        '@tool/darwin-arm64': '2.0.0',
        '@tool/binding-linux-x64-musl': '2.0.0',
        '@tool/win32-ia32-msvc': '2.0.0',
        fsevents: '^2.3.3',
      },
    },
  },
};

describe('fillGaps', () => {
  it('adds missing builds, and limits each build to its platform', () => {
    const { packages } = fillGaps(lock);
    expect(Object.keys(packages)).toEqual([
      '',
      'node_modules/@tool/binding-linux-x64-musl',
      'node_modules/@tool/darwin-arm64',
      'node_modules/@tool/win32-ia32-msvc',
      'node_modules/tool',
    ]);
    expect(packages['node_modules/@tool/binding-linux-x64-musl']).toEqual({
      version: '2.0.0',
      dev: true,
      optional: true,
      os: ['linux'],
      cpu: ['x64'],
      libc: ['musl'],
    });
    expect(listGaps({ packages })).toEqual([]);
  });
});

describe('two missing versions of one build', () => {
  const twice = {
    packages: {
      'node_modules/tool': { version: '2.0.0', optionalDependencies: { '@tool/linux-x64': '2.0.0' } },
      'node_modules/user': { version: '1.0.0' },
      'node_modules/user/node_modules/tool': {
        version: '1.0.0',
        optionalDependencies: { '@tool/linux-x64': '1.0.0' },
      },
    },
  };

  it('are both added, the second below the package that needs it', () => {
    const filled = fillGaps(twice);
    const inner = 'node_modules/user/node_modules/tool/node_modules/@tool/linux-x64';
    expect(filled.packages['node_modules/@tool/linux-x64']?.version).toBe('2.0.0');
    expect(filled.packages[inner]?.version).toBe('1.0.0');
    expect(listGaps(filled)).toEqual([]);
  });

  it('get their checksums from a lock file that lists them under aliases', () => {
    const source = {
      packages: {
        'node_modules/alias-0': { name: '@tool/linux-x64', version: '2.0.0', integrity: 'sha512-two' },
        'node_modules/alias-1': { name: '@tool/linux-x64', version: '1.0.0', integrity: 'sha512-one' },
      },
    };
    const completed = addChecksums(fillGaps(twice), source);
    expect(listUnverified(completed).map(({ name }) => name)).toEqual(['tool', 'user', 'tool']);
  });
});

describe('addChecksums', () => {
  it('adds a checksum only to the same version of a package', () => {
    const source = {
      packages: {
        'node_modules/@tool/darwin-arm64': { version: '2.0.0', integrity: 'sha512-new' },
        'node_modules/tool': { version: '1.0.0', integrity: 'sha512-other' },
      },
    };
    const completed = addChecksums(lock, source);
    expect(completed.packages['node_modules/@tool/darwin-arm64']?.integrity).toBe('sha512-new');
    expect(listUnverified(completed)).toEqual([{ name: 'tool', version: '2.0.0' }]);
  });

  it('keeps an existing checksum', () => {
    const own = { packages: { 'node_modules/tool': { version: '2.0.0', integrity: 'sha512-own' } } };
    const source = { packages: { 'node_modules/tool': { version: '2.0.0', integrity: 'sha512-other' } } };
    expect(addChecksums(own, source)).toEqual(own);
  });
});

describe("this repository's lock file", () => {
  it('lists every platform build, and names no registry', async () => {
    const text = await readFile(join(root, 'package-lock.json'), 'utf8');
    expect(listGaps(JSON.parse(text)), 'run node tools/complete-lock.mjs').toEqual([]);
    expect(text).not.toMatch(/"resolved": "https?:/);
  });

  it('has the checksum of every package except the builds in `withoutChecksum`', async () => {
    const own = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
    const exempt = Object.entries(withoutChecksum).flatMap(([prefix, platforms]) =>
      platforms.split(' ').map((platform) => `${prefix}${platform}`),
    );
    expect(listUnverified(own).map(({ name }) => name)).toEqual(exempt);
  });

  it('has every checksum for Linux x64 with glibc', async () => {
    const own = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
    expect(checksumProblem(own, { os: 'linux', cpu: 'x64', libc: 'glibc' })).toBeUndefined();
    expect(checksumProblem(own, { os: 'linux', cpu: 'arm64', libc: 'glibc' })).toContain(
      'no checksum of @node-rs/bcrypt-linux-arm64-gnu@2.0.0,',
    );
    expect(checksumProblem(own, { os: 'linux', cpu: 'x64', libc: 'musl' })).toContain(
      'bcrypt-linux-x64-musl',
    );
    expect(checksumProblem(own, { os: 'darwin', cpu: 'arm64', libc: undefined })).toContain(
      'bcrypt-darwin-arm64',
    );
  });

  it('pins the exact versions of packages below 1.0', async () => {
    const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
    const loose = Object.entries(packages)
      .filter(([path, { link }]) => !path.includes('node_modules/') && !link)
      .flatMap(([path, { dependencies, devDependencies }]) =>
        Object.entries({ ...dependencies, ...devDependencies }).map(([name, range]) => ({
          path,
          name,
          range,
        })),
      )
      .filter(({ range }) => /^[~^]0\./.test(range));
    expect(loose).toEqual([]);
  });
});
