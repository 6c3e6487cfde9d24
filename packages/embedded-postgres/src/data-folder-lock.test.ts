import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DataFolderLockedError, lockDataFolder } from './data-folder-lock.ts';

const HOLD_LOCK = fileURLToPath(new URL('testing/hold-lock.ts', import.meta.url));

let dataDir = '';
let children: ChildProcess[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vid-lock-'));
  children = [];
});

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await rm(dataDir, { recursive: true });
});

async function ask(): Promise<{ child: ChildProcess; answer: string }> {
  const child = spawn(process.execPath, [HOLD_LOCK, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const [answer] = await once(createInterface({ input: child.stdout }), 'line');
  return { child, answer: String(answer) };
}

describe('lockDataFolder', () => {
  it('reports the holder of the folder to a second caller', async () => {
    const lock = await lockDataFolder(dataDir, { command: 'npm start', address: 'http://127.0.0.1:8080' });
    const refusal = await lockDataFolder(dataDir, { command: 'vid migrate' }).catch(
      (error: unknown) => error,
    );
    expect(refusal).toBeInstanceOf(DataFolderLockedError);
    expect(refusal).toHaveProperty('holder', {
      command: 'npm start',
      address: 'http://127.0.0.1:8080',
      pid: process.pid,
      host: hostname(),
      since: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect(String(refusal)).toContain(`"npm start" (process ${process.pid}, since `);
    await lock.release();
  });

  it('can lock the folder again after the lock is released', async () => {
    const first = await lockDataFolder(dataDir, { command: 'npm start' });
    await first.release();
    const second = await lockDataFolder(dataDir, { command: 'npm start' });
    // Releasing the first lock again must not release the second lock.
    await first.release();
    await expect(lockDataFolder(dataDir, { command: 'npm start' })).rejects.toThrow(DataFolderLockedError);
    await second.release();
  });

  it('succeeds in only one of several concurrent processes', async () => {
    const answers = (await Promise.all(Array.from({ length: 6 }, ask))).map(({ answer }) => answer);
    const holder = children[answers.indexOf('held')];
    expect(answers.toSorted()).toEqual(['held', ...Array(5).fill(`refused ${holder?.pid}`)]);
  });

  it('can lock the folder again after the holder was killed', async () => {
    const { child, answer } = await ask();
    expect(answer).toBe('held');
    child.kill('SIGKILL');
    await once(child, 'exit');
    const lock = await lockDataFolder(dataDir, { command: 'npm start' });
    await lock.release();
  });
});
