import type { Logger } from 'pino';
import { createLog } from '#lib/log.ts';
import type { FirstAdministrator } from '#operations/seeds/seeds.service.ts';
import { formatBanner } from './banner.ts';
import { exitCodes, type ReadEnvironment } from './environment.ts';
import { findExampleOrigins, runExamples, type ExampleOrigins } from './examples.ts';
import { loadMasterKey } from './master-key.ts';
import { prepareDatabase } from './prepare.ts';
import { StartProblem } from './start-problem.ts';
import { onStopSignal } from './stop-signals.ts';
import { openStorage, type Storage } from './storage.ts';

/** Steps to undo, the last one first. */
type Closers = (() => Promise<void>)[];

type Start = ReadEnvironment & {
  readonly log: Logger;
  readonly closers: Closers;
  readonly signal: AbortSignal;
  /** Ends the whole process because of something that came up after the start. */
  readonly fail: (error: unknown) => void;
  readonly startedAt: number;
};

/** The process that an operator sees: owns the database and the migrations, serves itself or by workers, stops in order. */
export async function runPrimary(read: ReadEnvironment, startedAt: number): Promise<void> {
  const { log, flush } = createLog(read.config);
  const stopping = new AbortController();
  const closers: Closers = [];
  let exitCode = 0;
  const failWith = (error: unknown): void => {
    if (stopping.signal.aborted) return;
    exitCode = error instanceof StartProblem ? error.exitCode : exitCodes.failed;
    if (error instanceof StartProblem) process.stderr.write(`\n${error.message}\n`);
    else log.fatal({ err: error }, 'VID cannot go on');
    stopping.abort();
  };
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'an error that nothing caught');
    flush();
    process.exit(exitCodes.failed);
  });
  onStopSignal({
    stop() {
      log.info('stopping: requests in flight finish first');
      stopping.abort();
    },
    force() {
      log.warn('stopping at once');
      flush();
      process.exit(exitCodes.failed);
    },
  });

  const stopped = new Promise<void>((resolve) => {
    stopping.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await start({ ...read, log, closers, signal: stopping.signal, fail: failWith, startedAt }).catch(failWith);
  await stopped;
  for (const close of closers.toReversed()) {
    await close().catch((error: unknown) => log.error({ err: error }, 'a part did not close'));
  }
  log.info('stopped');
  flush();
  process.exit(exitCode);
}

async function start(input: Start): Promise<void> {
  const { config, log, closers, signal } = input;
  // Read while PostgreSQL starts. A first process that only looks after workers does without most of it.
  const serveModule = config.workers > 1 ? undefined : import('./serve.ts');
  const storage = await openStorage(config, log, 'npm start');
  closers.push(() => storage.close());
  const masterKey = await loadMasterKey(config);
  signal.throwIfAborted();
  if (!serveModule) {
    const { startWorkers } = await import('./workers.ts');
    await startWorkers({
      ...input,
      storage,
      masterKey,
      announce: (told) => announce(input, { ...told, storage, masterKey }),
    });
    return;
  }

  const { createServing } = await serveModule;
  const serving = await createServing({ config, log, target: storage.target, masterKey });
  closers.push(() => serving.close());
  const preparing = prepareDatabase({ target: storage.target, log, signal, parts: serving.deps }).then(
    (administrator) => {
      serving.open();
      return administrator;
    },
  );
  // A database of the operator may come later than this process, whose probes must answer meanwhile.
  if (storage.isEmbedded) await preparing;
  else preparing.catch(input.fail);
  signal.throwIfAborted();
  const { port } = await serving.listen();
  const administrator = storage.isEmbedded ? await preparing : undefined;
  await announce(input, { port, administrator, storage, masterKey });
}

type Told = {
  readonly port: number;
  readonly administrator: FirstAdministrator | undefined;
  readonly storage: Storage;
  readonly masterKey: Buffer;
};

async function announce(input: Start, told: Told): Promise<void> {
  const { config, log, startedAt } = input;
  const { port, administrator } = told;
  const startedInMs = Math.round(performance.now() - startedAt);
  log.info({ host: config.host, port, mode: config.mode, startedInMs }, 'listening');
  if (config.isProduction) return;
  // By what browsers see: with npm run dev that port is another one.
  const vidPort = Number(config.publicUrl.port || port);
  // Without a port of its own VID has no address that an application could be told.
  const examples = config.examples === 'on' && vidPort !== 0 ? await findExampleOrigins(vidPort) : undefined;
  process.stdout.write(formatBanner({ config, port, startedInMs, administrator, examples }));
  if (examples) startExamples(input, told, examples);
}

/** Only now: a start must not wait for the examples. */
function startExamples({ config, log, signal, closers }: Start, told: Told, origins: ExampleOrigins): void {
  if (signal.aborted) return;
  const vidOrigin = config.publicUrl.origin;
  const { masterKey, storage } = told;
  closers.push(runExamples({ origins, vidOrigin, target: storage.target, masterKey, log, signal }));
}
