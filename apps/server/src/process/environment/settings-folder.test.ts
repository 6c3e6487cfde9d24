import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { completeEnvironment } from './settings-folder.ts';

const folder = mkdtempSync(join(tmpdir(), 'vid-settings-'));
const secrets = join(folder, 'secrets');
mkdirSync(secrets);
writeFileSync(
  join(folder, 'vid.env'),
  '# the port\nVID_PORT=9000\nHTTPS_PROXY="http://proxy.example.vn:3128"\n',
);
writeFileSync(join(secrets, 'MASTER_KEY'), 'secret');
writeFileSync(join(secrets, 'MASTER_KEY.old'), 'secret');
afterAll(() => rmSync(folder, { recursive: true }));

function completed(settingsFolder: string | undefined, given: Record<string, string>): NodeJS.ProcessEnv {
  const environment = { ...given };
  completeEnvironment(settingsFolder, environment);
  return environment;
}

function refuse(): never {
  throw Object.assign(new Error('refused'), { code: 'EACCES' });
}

describe('the settings folder', () => {
  it('completes the environment with its settings and the paths of its secrets', () => {
    expect(completed(folder, { HOME: '/root' })).toEqual({
      HOME: '/root',
      VID_PORT: '9000',
      HTTPS_PROXY: 'http://proxy.example.vn:3128',
      VID_MASTER_KEY_FILE: join(secrets, 'MASTER_KEY'),
    });
  });

  it('does not replace variables of the environment', () => {
    const given = { VID_PORT: '8080', HTTPS_PROXY: '', VID_MASTER_KEY: 'key' };
    expect(completed(folder, given)).toEqual(given);
    const file = { ...given, VID_MASTER_KEY: '', VID_MASTER_KEY_FILE: '/key' };
    expect(completed(folder, file)).toEqual(file);
  });

  it.each([
    ["A='a # b'", 'a # b'],
    ['A="a # b"', 'a # b'],
    [String.raw`A="\"a\" \$b \n"`, String.raw`"a" $b \n`],
    ['A = a', 'a'],
    ['export A=a', 'a'],
    ['\uFEFFA=a', 'a'],
    ['A=a\r', 'a'],
    ['A="a"\r', 'a'],
    ['A="a"b', 'ab'],
    ['A=a#b', 'a#b'],
    ['A=a # b', 'a # b'],
    ['A="a" # b', 'a # b'],
    ["A='a\nb'", 'a\nb'],
    ["A='a", "'a"],
    ['A=', ''],
    ['# A=b\n;A=c\nA=a$b', 'a$b'],
  ])('reads the line %j as the value %j', (line, value) => {
    const quoted = mkdtempSync(join(folder, 'quoted-'));
    writeFileSync(join(quoted, 'vid.env'), `# settings\n${line}\nB=1\n`);
    expect(completed(quoted, {})).toEqual({ A: value, B: '1' });
  });

  it('keeps a second value of a setting, so that the settings are rejected', () => {
    const twice = mkdtempSync(join(folder, 'twice-'));
    writeFileSync(join(twice, 'vid.env'), 'VID_PORT=1\nVID_PORT=2\n');
    expect(completed(twice, {})).toEqual({ VID_PORT: '1', 'export VID_PORT': '2' });
  });

  it('names the required secrets to an operator who cannot list them', () => {
    const operator: NodeJS.ProcessEnv = { VID_DATABASE_URL_FILE: '/run/vid/DATABASE_URL' };
    completeEnvironment(folder, operator, refuse);
    expect(operator).toMatchObject({
      VID_MASTER_KEY_FILE: join(secrets, 'MASTER_KEY'),
      VID_DATABASE_URL_FILE: '/run/vid/DATABASE_URL',
    });
    const service: NodeJS.ProcessEnv = { CREDENTIALS_DIRECTORY: join(folder, 'none') };
    completeEnvironment(folder, service, refuse);
    expect(service).not.toHaveProperty('VID_MASTER_KEY_FILE');
  });

  it('is optional', () => {
    expect(completed(join(folder, 'none'), {})).toEqual({});
    expect(completed(undefined, {})).toEqual({});
  });
});

describe('systemd credentials', () => {
  it('take precedence over the secrets of the settings folder', () => {
    const credentials = mkdtempSync(join(folder, 'credentials-'));
    for (const name of ['VID_MASTER_KEY', 'other']) writeFileSync(join(credentials, name), 'secret');
    expect(completed(folder, { CREDENTIALS_DIRECTORY: credentials })).toMatchObject({
      VID_MASTER_KEY_FILE: join(credentials, 'VID_MASTER_KEY'),
    });
    expect(completed(undefined, { CREDENTIALS_DIRECTORY: credentials })).toEqual({
      CREDENTIALS_DIRECTORY: credentials,
      VID_MASTER_KEY_FILE: join(credentials, 'VID_MASTER_KEY'),
    });
  });
});
