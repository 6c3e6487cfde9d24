import cluster, { type Worker } from 'node:cluster';
import type { Logger } from 'pino';
import { AggregatorRegistry } from 'prom-client';
import { createAccountRepo } from '#account/account.repo.ts';
import { createLegalRepo } from '#account/legal/legal.repo.ts';
import { createPasswordHasher } from '#account/credentials/password-hasher.ts';
import { createPasswordRepo } from '#account/credentials/password.repo.ts';
import type { Config } from '#config/config.ts';
import { connect } from '#database/connection.ts';
import type { Keys } from '#lib/keys.ts';
import type { FirstAdministrator } from '#operations/seeds/seeds.service.ts';
import { createAudit } from '#platform/audit/audit.ts';
import type { MasterKeys } from '#platform/installation/data-keys.ts';
import type { Environment } from './environment/environment.ts';
import { isToPrimary, sendOver, type ToPrimary, type ToWorker } from './messages.ts';
import { prepareDatabase } from './prepare.ts';
import { StartProblem } from './start-problem.ts';
import type { Storage } from './storage.ts';

const firstPauseMs = 200;
const longestPauseMs = 10_000;
/** Run time after which the next restart of a worker does not back off. */
const stableMs = 30_000;
/** Time that workers get to stop; longer than a worker waits for running requests. */
const stopMs = 12_000;

type WorkersInput = {
  readonly config: Config;
  readonly environment: Environment;
  readonly log: Logger;
  readonly closers: (() => Promise<void>)[];
  readonly signal: AbortSignal;
  readonly fail: (error: unknown) => void;
  readonly storage: Storage;
  readonly masterKeys: MasterKeys;
  readonly keys: Keys;
  readonly announce: (started: {
    port: number;
    preparing: Promise<FirstAdministrator | undefined>;
  }) => Promise<void>;
};

/**
 * Starts several processes that serve the same port, and replaces those that die. The processes share state
 * only in the database.
 */
export async function startWorkers(input: WorkersInput): Promise<void> {
  const { config, log, signal, storage } = input;
  // Workers start in parallel and poll the database for the schema.
  const preparing = prepare(input);
  preparing.catch(input.fail);

  const metrics = new AggregatorRegistry();
  const start: ToWorker = {
    vid: 'start',
    environment: input.environment,
    target: storage.target,
    masterKeys: {
      current: input.masterKeys.current.toString('hex'),
      ...(input.masterKeys.former && { former: input.masterKeys.former.toString('hex') }),
    },
  };
  const opened = Promise.withResolvers<void>();
  const serving = new Set<Worker>();
  const blocked = new Set<Worker>();
  let isAnnounced = false;
  let logged: string | undefined;
  let pauseMs = firstPauseMs;

  /** Lets blocked workers answer health probes while no other worker does. */
  const keepListening = (): void => {
    if (serving.size === 0) for (const worker of blocked) send(worker, { vid: 'listen' });
  };

  const logOnce = (problem: string): void => {
    if (problem === logged) return;
    logged = problem;
    log.error({ problem }, 'a worker cannot use the database; it tries again until it can');
  };

  const take = async (worker: Worker, message: ToPrimary): Promise<void> => {
    if (message.vid === 'started') send(worker, start);
    else if (message.vid === 'failed') input.fail(new StartProblem(message.message, message.exitCode));
    else if (message.vid === 'blocked') {
      blocked.add(worker);
      keepListening();
      // If the primary itself fails for the same reason, VID ends with its message, so do not log the problem
      // as well.
      await preparing;
      logOnce(message.problem);
    } else if (message.vid === 'open') {
      blocked.delete(worker);
      serving.add(worker);
      if (blocked.size === 0) logged = undefined;
      log.info({ worker: worker.process.pid }, 'worker is serving');
      opened.resolve();
    } else if (message.vid === 'metrics') {
      const text = await metrics.clusterMetrics().catch(() => undefined);
      send(worker, { vid: 'metrics', id: message.id, ...(text === undefined ? {} : { text }) });
    } else {
      if (isAnnounced) return;
      isAnnounced = true;
      const ready = opened.promise.then(() => preparing);
      // Do not wait for an external database, because health probes must work while it is unavailable.
      if (storage.isEmbedded) await ready;
      await input.announce({ port: message.port, preparing: ready });
    }
  };

  const fork = (): void => {
    if (signal.aborted) return;
    const startedAt = performance.now();
    const worker = cluster.fork();
    worker.on('message', (message: unknown) => {
      if (isToPrimary(message))
        take(worker, message).catch((error: unknown) => {
          if (!signal.aborted) log.error({ err: error }, 'failed to answer a worker');
        });
    });
    worker.once('exit', (code, exitSignal) => {
      serving.delete(worker);
      blocked.delete(worker);
      keepListening();
      if (signal.aborted) return;
      if (performance.now() - startedAt > stableMs) pauseMs = firstPauseMs;
      log.error(
        { worker: worker.process.pid, code, signal: exitSignal, pauseMs },
        'worker died; starting another',
      );
      setTimeout(fork, pauseMs);
      pauseMs = Math.min(pauseMs * 2, longestPauseMs);
    });
  };
  input.closers.push(() => stopWorkers(log));
  for (let index = 0; index < config.workers; index += 1) fork();
}

async function prepare(input: WorkersInput): Promise<FirstAdministrator | undefined> {
  const { log, signal, storage, config, keys, masterKeys } = input;
  const { sql, close } = connect(storage.target, { max: 1, applicationName: 'vid-seeds' });
  // The primary loads only what the seeds need, because it does not serve requests.
  const hasher = createPasswordHasher({
    memoryKib: config.passwordMemoryKib,
    iterations: config.passwordIterations,
    concurrency: 1,
    queue: 1,
    perAddress: 1,
    keys,
  });
  const deps = {
    config,
    sql,
    keys,
    accounts: createAccountRepo(sql),
    passwords: createPasswordRepo(sql),
    legal: createLegalRepo(sql),
    hasher,
    audit: createAudit(),
  };
  try {
    return await prepareDatabase({ target: storage.target, log, signal, masterKeys, deps });
  } finally {
    await close();
  }
}

function send(worker: Worker, message: ToWorker): void {
  sendOver(worker.process, message);
}

async function stopWorkers(log: Logger): Promise<void> {
  const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
  await Promise.all(
    workers.map(async (worker) => {
      if (worker.isDead()) return;
      const ended = new Promise<void>((resolve) => {
        worker.once('exit', () => resolve());
      });
      send(worker, { vid: 'stop' });
      const kill = setTimeout(() => {
        log.warn({ worker: worker.process.pid }, 'worker did not stop in time; killing it');
        worker.process.kill('SIGKILL');
      }, stopMs);
      await ended;
      clearTimeout(kill);
    }),
  );
}
