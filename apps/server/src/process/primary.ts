import type { Logger } from 'pino';
import { createKeys, type Keys } from '#lib/keys.ts';
import { createLog } from '#lib/log/log.ts';
import type { FirstAdministrator } from '#operations/seeds/seeds.service.ts';
import { program } from '#lib/program.ts';
import type { Telemetry } from '#platform/telemetry/open-telemetry.ts';
import { createTelemetry } from '#platform/telemetry/telemetry.ts';
import { formatBanner } from './banner.ts';
import { redirectConsole } from './console.ts';
import { exitCodes, type ReadEnvironment } from './environment/environment.ts';
import { findExampleOrigins, runExamples, type ExampleOrigins } from './evaluation/examples.ts';
import { loadMasterKeys } from './environment/master-key.ts';
import { prepareDatabase } from './prepare.ts';
import { withSampleGateways } from './evaluation/sample-gateways.ts';
import { withSampleProviders } from './evaluation/sample-providers.ts';
import { StartProblem } from './start-problem.ts';
import { onStopSignal } from './stop-signals.ts';
import { openStorage, type Storage } from './storage.ts';
import { exitOnUncaughtError } from './uncaught-errors.ts';

/** Steps that undo the start, executed in reverse order. */
type Closers = (() => Promise<void>)[];

type Start = ReadEnvironment & {
  readonly log: Logger;
  readonly closers: Closers;
  readonly signal: AbortSignal;
  readonly fail: (error: unknown) => void;
  readonly startedAt: number;
  readonly telemetry: Telemetry | undefined;
};

/**
 * Runs the main process, which owns the database and the migrations, serves requests alone or through
 * workers, and stops everything in order.
 */
export async function runPrimary(read: ReadEnvironment, startedAt: number): Promise<void> {
  // A primary with workers serves no requests, so it has nothing to trace.
  const telemetry = read.config.workers > 1 ? undefined : await createTelemetry(read.config);
  const { log, flush } = await createLog(read.config, telemetry);
  const stopping = new AbortController();
  const closers: Closers = [];
  let exitCode = 0;
  const failWith = (error: unknown): void => {
    if (stopping.signal.aborted) return;
    exitCode = error instanceof StartProblem ? error.exitCode : exitCodes.failed;
    if (error instanceof StartProblem) process.stderr.write(`\n${error.message}\n`);
    else log.fatal({ err: error }, 'VID is stopping because of an error');
    stopping.abort();
  };
  exitOnUncaughtError(log, flush);
  redirectConsole(log);
  onStopSignal({
    stop() {
      log.info('stopping after the requests in flight');
      stopping.abort();
    },
    force() {
      log.warn('stopping immediately');
      flush();
      process.exit(exitCodes.failed);
    },
  });

  const stopped = new Promise<void>((resolve) => {
    stopping.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await start({
    ...read,
    log,
    closers,
    signal: stopping.signal,
    fail: failWith,
    startedAt,
    telemetry,
  }).catch(failWith);
  await stopped;
  for (const close of closers.toReversed()) {
    await close().catch((error: unknown) => log.error({ err: error }, 'a component failed to close'));
  }
  log.info('stopped');
  flush();
  process.exit(exitCode);
}

async function start(given: Start): Promise<void> {
  const { close: closeProviders, ...withProviders } = await withSampleProviders(given);
  const { close: closeGateways, ...read } = await withSampleGateways(withProviders);
  const input: Start = { ...given, ...read };
  const { config, log, closers, signal, telemetry } = input;
  closers.push(closeProviders, closeGateways);
  // Load the module while PostgreSQL starts. A primary with workers does not need most of the server.
  const serveModule = config.workers > 1 ? undefined : import('./serve.ts');
  const storage = await openStorage(config, log, program.start);
  closers.push(() => storage.close());
  const masterKeys = await loadMasterKeys(config);
  const keys = createKeys();
  signal.throwIfAborted();
  if (!serveModule) {
    const { startWorkers } = await import('./workers.ts');
    await startWorkers({
      ...input,
      storage,
      masterKeys,
      keys,
      announce: (started) => announce(input, { ...started, storage, keys }),
    });
    return;
  }

  const { createServing } = await serveModule;
  const serving = await createServing({ config, log, target: storage.target, keys, telemetry });
  closers.push(() => serving.close());
  const preparing = prepareDatabase({
    target: storage.target,
    log,
    signal,
    masterKeys,
    deps: serving.deps,
  }).then((administrator) => {
    serving.open();
    return administrator;
  });
  // Do not wait for an external database, because health probes must work while it is unavailable.
  if (storage.isEmbedded) await preparing;
  else preparing.catch(input.fail);
  signal.throwIfAborted();
  const { port } = await serving.listen();
  await announce(input, { port, preparing, storage, keys });
}

type Started = {
  readonly port: number;
  readonly preparing: Promise<FirstAdministrator | undefined>;
  readonly storage: Storage;
  readonly keys: Keys;
};

async function announce(input: Start, started: Started): Promise<void> {
  const { config, log, startedAt } = input;
  const { port } = started;
  const elapsedMs = (): number => Math.round(performance.now() - startedAt);
  log.info({ host: config.host, port, mode: config.mode, startedInMs: elapsedMs() }, 'listening');
  if (config.isProduction) return;
  const administrator = await started.preparing;
  // Browsers use the port of the public URL, on which Vite listens with npm run dev.
  const vidPort = Number(config.publicUrl.port || port);
  // With port 0, the example applications have no fixed URL, so VID does not start them.
  const examples =
    !program.isRelease && config.examples === 'on' && vidPort !== 0
      ? await findExampleOrigins(vidPort)
      : undefined;
  process.stdout.write(formatBanner({ config, port, startedInMs: elapsedMs(), administrator, examples }));
  if (examples) startExamples(input, started, examples);
}

function startExamples(
  { config, log, signal, closers }: Start,
  started: Started,
  origins: ExampleOrigins,
): void {
  if (signal.aborted) return;
  const vidOrigin = config.publicUrl.origin;
  const { keys, storage } = started;
  closers.push(runExamples({ origins, vidOrigin, target: storage.target, keys, log, signal }));
}
