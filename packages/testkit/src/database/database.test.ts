import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockDataFolder } from '@vid/embedded-postgres/data-folder-lock';
import { expect, it, onTestFinished } from 'vitest';
import { removeLeftoverClusters } from './database.ts';

it('removeLeftoverClusters removes only old unused test folders', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'vid-leftovers-'));
  onTestFinished(() => rm(parent, { recursive: true }));
  const names = ['another', 'vid-test-killed', 'vid-test-new', 'vid-test-used'];
  for (const name of names) await mkdir(join(parent, name));
  const lock = await lockDataFolder(join(parent, 'vid-test-used'), { command: 'npm test' });
  onTestFinished(() => lock.release());
  const twoHoursAgo = Date.now() / 1000 - 7_200;
  for (const name of names)
    if (name !== 'vid-test-new') await utimes(join(parent, name), twoHoursAgo, twoHoursAgo);

  await removeLeftoverClusters(parent);
  expect((await readdir(parent)).toSorted()).toEqual(['another', 'vid-test-new', 'vid-test-used']);
});
