import cluster, { type Worker } from 'node:cluster';
import type { Logger } from 'pino';
import { AggregatorRegistry } from 'prom-client';
import type { Config } from '#config/config.ts';
import type { FirstAdministrator } from '#operations/seeds/seeds.service.ts';
import type { Environment } from './environment.ts';
import { isToPrimary, type ToPrimary, type ToWorker } from './messages.ts';
import { prepareDatabase } from './prepare.ts';
import { createSeedParts } from './seed-parts.ts';
import { StartProblem } from './start-problem.ts';
import type { Storage } from './storage.ts';

const firstPauseMs = 200;
const longestPauseMs = 10_000;
/** A worker that lived this long did not die of its start. */
const soundMs = 30_000;
/** A little longer than a worker gives its own requests. */
const stopMs = 12_000;

type WorkersInput = {
  readonly config: Config;
  readonly environment: Environment;
  readonly log: Logger;
  readonly closers: (() => Promise<void>)[];
  readonly signal: AbortSignal;
  readonly fail: (error: unknown) => void;
  readonly storage: Storage;
  readonly masterKey: Buffer;
  readonly announce: (told: { port: number; administrator: FirstAdministrator | undefined }) => Promise<void>;
};

/** Several processes behind one port. A dead one is replaced; none holds anything that another must know. */
export async function startWorkers(input: WorkersInput): Promise<void> {
  const { config, log, signal, storage } = input;
  // Workers start meanwhile: they find out from the database when its schema is there.
  const preparing = prepare(input);
  preparing.catch(input.fail);

  const figures = new AggregatorRegistry();
  const start: ToWorker = {
    vid: 'start',
    environment: input.environment,
    target: storage.target,
    masterKey: input.masterKey.toString('hex'),
  };
  let isAnnounced = false;
  let pauseMs = firstPauseMs;

  const take = async (worker: Worker, message: ToPrimary): Promise<void> => {
    if (message.vid === 'started') send(worker, start);
    else if (message.vid === 'failed') input.fail(new StartProblem(message.message, message.exitCode));
    else if (message.vid === 'metrics') {
      const text = await figures.clusterMetrics().catch(() => undefined);
      send(worker, { vid: 'metrics', id: message.id, ...(text === undefined ? {} : { text }) });
    } else {
      log.info({ worker: worker.process.pid }, 'a worker serves');
      if (isAnnounced) return;
      isAnnounced = true;
      await input.announce({
        port: message.port,
        administrator: storage.isEmbedded ? await preparing : undefined,
      });
    }
  };

  const fork = (): void => {
    if (signal.aborted) return;
    const bornAt = performance.now();
    const worker = cluster.fork();
    worker.on('message', (message: unknown) => {
      if (isToPrimary(message))
        take(worker, message).catch((error: unknown) =>
          log.error({ err: error }, 'a worker was not answered'),
        );
    });
    worker.once('exit', (code, deathSignal) => {
      if (signal.aborted) return;
      if (performance.now() - bornAt > soundMs) pauseMs = firstPauseMs;
      log.error(
        { worker: worker.process.pid, code, signal: deathSignal, pauseMs },
        'a worker died; another follows',
      );
      setTimeout(fork, pauseMs);
      pauseMs = Math.min(pauseMs * 2, longestPauseMs);
    });
  };
  input.closers.push(() => stopWorkers(log));
  for (let index = 0; index < config.workers; index += 1) fork();
}

async function prepare(input: WorkersInput): Promise<FirstAdministrator | undefined> {
  const { log, signal, storage, config, masterKey } = input;
  const { parts, close } = createSeedParts({ config, target: storage.target, masterKey });
  try {
    return await prepareDatabase({ target: storage.target, log, signal, parts });
  } finally {
    await close();
  }
}

function send(worker: Worker, message: ToWorker): void {
  if (worker.isConnected()) worker.send(message);
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
        log.warn({ worker: worker.process.pid }, 'a worker did not stop in time and is killed');
        worker.process.kill('SIGKILL');
      }, stopMs);
      await ended;
      clearTimeout(kill);
    }),
  );
}
