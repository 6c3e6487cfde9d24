import type { TestProject } from 'vitest/node';
import { removeLeftoverClusters, startTestCluster, type TestCluster } from './database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    cluster: TestCluster;
  }
}

/** Vitest global setup: one PostgreSQL for the whole run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeLeftoverClusters();
  const started = await startTestCluster();
  project.provide('cluster', started.cluster);
  return () => started.stop();
}
