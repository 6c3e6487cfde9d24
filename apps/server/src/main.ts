import cluster from 'node:cluster';
import { program } from '#lib/program.ts';
import { readEnvironment, sizeThreadPool, useOutgoingProxy } from './process/environment/environment.ts';
import { completeEnvironment } from './process/environment/settings-folder.ts';

// Workers get their settings from the primary and inherit its other variables.
if (cluster.isPrimary) completeEnvironment(program.settingsFolder);
useOutgoingProxy();
// Load the server only after setting the size of the thread pool, which libuv reads at its first use.
if (cluster.isPrimary) {
  const started = performance.now();
  const read = readEnvironment();
  sizeThreadPool(read.config);
  const { runPrimary } = await import('./process/primary.ts');
  await runPrimary(read, started);
} else {
  const { runWorker } = await import('./process/worker.ts');
  await runWorker();
}
