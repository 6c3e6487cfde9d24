import { describe, expect, it } from 'vitest';
import { agrees } from '../lib/install.mjs';

const machine = { os: 'linux', cpu: 'x64' };
const wanted = {
  packages: {
    '': {},
    'apps/server': { version: '0.1.0' },
    'node_modules/@vid/server': { link: true },
    'node_modules/pg': { version: '8.23.1' },
    'node_modules/build-linux-x64': { version: '1.0.0', optional: true, os: ['linux'], cpu: ['x64'] },
    'node_modules/build-darwin-arm64': { version: '1.0.0', optional: true, os: ['darwin'], cpu: ['arm64'] },
    'node_modules/build-linux-x64-musl': {
      version: '1.0.0',
      optional: true,
      os: ['linux'],
      cpu: ['x64'],
      libc: ['musl'],
    },
  },
};
const {
  '': _root,
  'node_modules/build-darwin-arm64': _darwin,
  'node_modules/build-linux-x64-musl': _musl,
  ...present
} = wanted.packages;

describe('agrees', () => {
  it('returns true for the packages that npm installs on this machine', () => {
    expect(agrees(wanted, { packages: present }, machine)).toBe(true);
  });

  it.each([
    ['nothing was installed', {}],
    ['an install was interrupted', { packages: undefined }],
    ['a package is missing', { packages: { ...present, 'node_modules/pg': undefined } }],
    ['a package has another version', { packages: { ...present, 'node_modules/pg': { version: '8.23.0' } } }],
    [
      'a package is installed that the lock file does not name',
      { packages: { ...present, 'node_modules/left': {} } },
    ],
    ['a workspace was added', { packages: { ...present, 'node_modules/@vid/server': undefined } }],
    [
      "this machine's own build is missing",
      { packages: { ...present, 'node_modules/build-linux-x64': undefined } },
    ],
  ])('returns false if %s', (_case, installed) => {
    expect(agrees(wanted, JSON.parse(JSON.stringify(installed)), machine)).toBe(false);
  });

  it('returns false if npm installed the packages on another machine', () => {
    expect(agrees(wanted, { packages: present }, { os: 'darwin', cpu: 'arm64' })).toBe(false);
  });
});
