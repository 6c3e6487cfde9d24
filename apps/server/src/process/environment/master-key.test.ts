import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readConfig } from '#config/config.ts';
import { findMasterKeys, loadMasterKeys } from './master-key.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'vid-master-key-'));
afterAll(() => rmSync(dataDir, { recursive: true }));
const config = readConfig({}, { dataDir });
const file = join(dataDir, 'master.key');
const key = Buffer.alloc(32, 0xab);
const hex = key.toString('hex');

it('the master key of a data folder is created once', async () => {
  expect(await findMasterKeys(config)).toBeUndefined();
  const created = await loadMasterKeys(config);
  expect(created.current).toHaveLength(32);
  expect(await loadMasterKeys(config)).toEqual(created);
});

it.each([hex, `${hex}\n`, `\uFEFF${hex}\r\n`, hex.toUpperCase(), key.toString('base64')])(
  'the master key is read from the file %j',
  async (text) => {
    writeFileSync(file, text);
    expect((await loadMasterKeys(config)).current).toEqual(key);
  },
);

it.each(['', hex.slice(2), `${hex}00`, 'key'])(
  'the server does not start with the master key file %j',
  async (text) => {
    writeFileSync(file, text);
    const problem = { name: 'StartProblem', exitCode: 78, message: expect.stringContaining(file) };
    await expect(loadMasterKeys(config)).rejects.toMatchObject(problem);
    await expect(findMasterKeys(config)).rejects.toMatchObject(problem);
  },
);
