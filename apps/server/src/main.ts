import cluster from 'node:cluster';
import { keepCompiledCode } from './process/compile-cache.ts';
import { readEnvironment, sizeThreadPool } from './process/environment.ts';

/**
 * The process only. Everything else is loaded after the thread pool has its size, which libuv reads at its first
 * use and never again.
 */
keepCompiledCode();
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
