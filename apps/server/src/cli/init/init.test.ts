import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '#config/config.ts';
import { completeEnvironment } from '#process/environment/settings-folder.ts';
import { createContext, UsageProblem } from '../command.ts';
import { init } from './init.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vid-init-'));
});
afterAll(() => rm(folder, { recursive: true }));

const unused = () => Promise.reject(new Error('not used'));

async function run(...args: string[]): Promise<string> {
  const printed: string[] = [];
  const context = createContext(
    {
      environment: {},
      output: { out: (text) => printed.push(text), err: (text) => printed.push(text) },
      input: unused,
      config: () => readConfig({}, { dataDir: folder }),
      withDatabase: unused,
      withDeps: unused,
    },
    false,
  );
  await init([...args, '--settings', join(folder, 'etc'), '--units', folder], context);
  return printed.join('\n');
}

const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;

it('“init” writes settings that VID reads, and systemd units that load them', async () => {
  const printed = await run('https://id.example.vn');
  const settings = join(folder, 'etc');
  expect(printed).toContain(`written  ${join(settings, 'vid.env')}`);
  const environment: NodeJS.ProcessEnv = {
    VID_DATABASE_URL: 'postgres:///vid',
    VID_SMS_URL: 'https://sms.example.vn/send',
  };
  completeEnvironment(settings, environment);
  const config = readConfig(environment, { dataDir: folder });
  expect(config).toMatchObject({ isProduction: true, trustedProxies: ['127.0.0.1', '::1'] });
  expect(config.publicUrl.origin).toBe('https://id.example.vn');
  expect(config.masterKey).toHaveLength(32);
  expect(await modeOf(join(settings, 'secrets'))).toBe(0o700);
  expect(await modeOf(join(settings, 'secrets', 'MASTER_KEY'))).toBe(0o600);
  expect(await modeOf(join(settings, 'vid.env'))).toBe(0o644);

  for (const name of ['vid.service', 'vid@.service']) {
    const unit = await readFile(join(folder, name), 'utf8');
    expect(unit).toContain(`EnvironmentFile=${settings}/vid.env\nLoadCredential=VID:${settings}/secrets\n`);
    expect(unit).toMatch(/^ExecStart=\/.*\/bin\/vid start$/mu);
    expect(unit.split('\n')).toEqual(
      expect.arrayContaining([
        'Restart=always',
        'RestartPreventExitStatus=78',
        'TimeoutStopSec=30',
        'DynamicUser=yes',
        'UMask=0077',
        'CacheDirectoryMode=0700',
      ]),
    );
    expect(unit.includes('\nEnvironment=VID_PORT=%i\n')).toBe(name === 'vid@.service');
  }
});

it('“init” keeps existing files', async () => {
  const key = join(folder, 'etc', 'secrets', 'MASTER_KEY');
  const before = await readFile(key, 'utf8');
  expect(await run('https://other.example.vn')).toContain(`kept     ${key}`);
  expect(await readFile(key, 'utf8')).toBe(before);
  expect(await readFile(join(folder, 'etc', 'vid.env'), 'utf8')).toContain('https://id.example.vn');
});

it.each([
  [[]],
  [['http://id.example.vn']],
  [['id.example.vn']],
  [['https://a.example', 'https://b.example']],
  [['https://a.example', '--force']],
])('“init” refuses the arguments %j', async (args) => {
  await expect(run(...args)).rejects.toThrow(UsageProblem);
});
