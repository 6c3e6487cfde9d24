import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { removeLeftoverClusters, startTestCluster, type TestCluster } from './database/database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    cluster: TestCluster;
  }
}

/** Sets up a Vitest run: starts one PostgreSQL and creates one folder for the temporary files of the whole run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeLeftoverClusters();
  const started = await startTestCluster({ isDurable: false });
  project.provide('cluster', started.cluster);
  process.env['TMPDIR'] = await makeTemporaryFolder(started.dataDir);
  return () => started.stop();
}

/**
 * Creates a folder next to the cluster, which is usually in memory, because test databases sync their files and a sync
 * takes seconds on a disk. Other accounts may enter the folder like /tmp, because some tests run PostgreSQL as another
 * account. The folder of the cluster's socket stays closed to them.
 */
async function makeTemporaryFolder(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'tmp');
  await mkdir(folder);
  await chmod(folder, 0o755);
  await chmod(dataDir, 0o711);
  return folder;
}
