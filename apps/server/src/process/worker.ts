import cluster from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { AggregatorRegistry, type Registry } from 'prom-client';
import { toProblem } from '#database/availability/database-problem.ts';
import { DatabaseProblem } from '#database/availability/outage.ts';
import { bringUpDatabase } from '#database/bring-up.ts';
import { AppError } from '#lib/app-error.ts';
import { createKeys } from '#lib/keys.ts';
import { createLog } from '#lib/log/log.ts';
import type { MasterKeys } from '#platform/installation/data-keys.ts';
import { createTelemetry } from '#platform/telemetry/telemetry.ts';
import { redirectConsole } from './console.ts';
import { configOf, exitCodes } from './environment/environment.ts';
import { isToWorker, sendOver, type ToPrimary, type ToWorker } from './messages.ts';
import { openDataKeys } from './environment/open-data-keys.ts';
import { createServing, type Serving } from './serve.ts';
import { StartProblem } from './start-problem.ts';
import { exitOnUncaughtError } from './uncaught-errors.ts';

/** Maximum time of the schema check before the worker listens without its result. */
const headStartMs = 2_000;
const firstPauseMs = 500;
/** Longest pause between two schema checks, each of which may be a failed login in the server's log. */
const longestPauseMs = 10_000;

type StartMessage = Extract<ToWorker, { vid: 'start' }>;

/**
 * Runs one of several serving processes, which gets its settings and secrets from the primary. The primary
 * also decides when the process stops.
 */
export async function runWorker(): Promise<void> {
  // Ctrl-C reaches every process of the terminal, but the primary decides when each process stops.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  const started = firstStart();
  const askedToListen = listenRequest();
  send({ vid: 'started' });
  // A worker that does not serve yet has nothing to finish, so it can exit at once.
  let end = exitNow;
  onEnd(() => end());
  const message = await started;
  const config = configOf(message.environment);
  const telemetry = await createTelemetry(config);
  const { log, flush } = await createLog(config, telemetry);
  exitOnUncaughtError(log, flush);
  redirectConsole(log);

  const stopping = new AbortController();
  try {
    const serving = await createServing({
      config,
      log,
      target: message.target,
      keys: createKeys(),
      collectMetrics: askPrimaryForMetrics,
      telemetry,
    });
    answerForMetrics(serving.deps.metrics.registry);
    end = () => {
      stopping.abort();
      void serving.close().finally(() => {
        flush();
        process.exit(0);
      });
    };
    const opening = openWithSchema({ serving, message, signal: stopping.signal });
    // A worker that joins others should not accept connections before it can serve them. After two seconds, as in an
    // outage, it listens all the same, because health probes must work. A blocked worker listens only if no other
    // worker serves, because the others may still have connections to the database.
    const mayListen = async (): Promise<void> => {
      await delay(headStartMs);
      if (serving.deps.availability.state().problem !== undefined) await askedToListen;
    };
    await Promise.race([opening, mayListen()]);
    if (stopping.signal.aborted) return;
    const { port } = await serving.listen();
    send({ vid: 'listening', port });
    if (await opening) send({ vid: 'open' });
  } catch (error) {
    if (error instanceof StartProblem) {
      send({ vid: 'failed', message: error.message, exitCode: error.exitCode });
      return;
    }
    log.fatal({ err: error }, 'worker failed to start');
    flush();
    process.exit(exitCodes.failed);
  }
}

function masterKeysIn({ masterKeys: { current, former } }: StartMessage): MasterKeys {
  return {
    current: Buffer.from(current, 'hex'),
    former: former === undefined ? undefined : Buffer.from(former, 'hex'),
  };
}

function exitNow(): void {
  process.exit(0);
}

function send(message: ToPrimary): void {
  sendOver(process, message);
}

async function firstStart(): Promise<StartMessage> {
  for (;;) {
    const [message]: unknown[] = await once(process, 'message');
    if (isToWorker(message) && message.vid === 'start') return message;
  }
}

/** Resolves when the primary asks this worker to listen, even if the message arrives together with others. */
function listenRequest(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  process.on('message', (message: unknown) => {
    if (isToWorker(message) && message.vid === 'listen') resolve();
  });
  return promise;
}

/** Runs `end` once, at the primary's request or after its death, because an orphan would keep the port. */
function onEnd(end: () => void): void {
  let isEnding = false;
  const endOnce = (): void => {
    if (isEnding) return;
    isEnding = true;
    end();
  };
  process.on('message', (message: unknown) => {
    if (isToWorker(message) && message.vid === 'stop') endOnce();
  });
  cluster.worker?.on('disconnect', endOnce);
}

type Opening = {
  readonly serving: Serving;
  readonly message: StartMessage;
  readonly signal: AbortSignal;
};

/**
 * Polls the database until the schema, which the primary migrates, is current. Returns false if the worker is
 * stopped first. After an error other than an outage, such as a rejected password, the pause grows.
 * @throws StartProblem if the master key was replaced since the primary started, because every other worker
 *   would fail too
 */
async function openWithSchema({ serving, message, signal }: Opening): Promise<boolean> {
  const { log, availability } = serving.deps;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      await bringUpDatabase({ target: message.target, log, signal, mayMigrate: false });
      await openDataKeys(serving.deps, masterKeysIn(message));
      serving.open();
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      if (error instanceof StartProblem) throw error;
      const problem = explain(error);
      availability.awaitMigrations(problem);
      send({ vid: 'blocked', problem });
    }
    await delay(pauseMs, undefined, { signal }).catch(() => undefined);
  }
}

function explain(error: unknown): string {
  const problem = toProblem(error);
  if (problem instanceof DatabaseProblem) return problem.message;
  return `The schema check failed: ${error instanceof Error ? error.message : String(error)}.`;
}

/** Reports this worker's metrics to the primary, which aggregates them. */
function answerForMetrics(registry: Registry): void {
  AggregatorRegistry.setRegistries([registry]);
  void new AggregatorRegistry();
}

let nextQuestion = 0;

function askPrimaryForMetrics(): Promise<string> {
  const id = (nextQuestion += 1);
  return new Promise((resolve, reject) => {
    const take = (message: unknown): void => {
      if (!isToWorker(message) || message.vid !== 'metrics' || message.id !== id) return;
      process.off('message', take);
      if (message.text === undefined) reject(new AppError('UNAVAILABLE', { retryAfterSeconds: 5 }));
      else resolve(message.text);
    };
    process.on('message', take);
    send({ vid: 'metrics', id });
  });
}
