import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fillGaps, listGaps } from '../lib/lock-file.mjs';
import { root } from '../lib/paths.mjs';

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
  it('adds missing builds, each installed on its platform only', () => {
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

describe("this repository's lock file", () => {
  it('has no gaps (else run node tools/complete-lock.mjs) and names no registry', async () => {
    const text = await readFile(join(root, 'package-lock.json'), 'utf8');
    expect(listGaps(JSON.parse(text))).toEqual([]);
    expect(text).not.toMatch(/"resolved": "https?:/);
  });
});
