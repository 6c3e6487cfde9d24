import { setTimeout as delay } from 'node:timers/promises';
import { openConnection, type Connection } from './connection.ts';
import type { LoopJob, Outcome, Prepared } from './jobs.ts';
import { Tally } from './tally.ts';

/** Connections a paced probe may hold; a late answer must not delay the next probe. */
const probeConnections = 8;

export async function runLoop(job: LoopJob): Promise<Outcome> {
  const began = performance.now();
  const end = began + job.seconds * 1_000;
  const main = new Tally();
  const probes = new Tally();
  const connections = Array.from({ length: job.concurrency }, () => openConnection(job.origin));
  const take = inTurn(job.requests);
  const load = connections.map(async (connection) => {
    while (performance.now() < end) await timed(connection, take(), main, end);
  });
  const { probe } = job;
  if (probe) load.push(pace(job.origin, probe, probes, end));
  await Promise.all(load);
  await Promise.all(connections.map((connection) => connection.close()));
  return {
    main: main.sample(job.seconds),
    ...(probe ? { probe: probes.sample(job.seconds) } : {}),
    phonesUsed: 0,
  };
}

/** Sends at fixed times whatever the answers do, so that a slow server cannot hide behind fewer questions. */
async function pace(
  origin: string,
  { perSecond, requests }: NonNullable<LoopJob['probe']>,
  tally: Tally,
  end: number,
): Promise<void> {
  const connections = Array.from({ length: probeConnections }, () => openConnection(origin));
  const running = new Set<Promise<void>>();
  const take = inTurn(requests);
  const interval = 1_000 / perSecond;
  let sent = 0;
  for (let due = performance.now(); due < end; due += interval) {
    await delay(Math.max(0, due - performance.now()));
    const connection = connections[sent % connections.length];
    if (!connection) break;
    sent += 1;
    const one = timed(connection, take(), tally, Number.POSITIVE_INFINITY);
    running.add(one);
    void one.finally(() => running.delete(one));
  }
  await Promise.all(running);
  await Promise.all(connections.map((connection) => connection.close()));
}

async function timed(connection: Connection, request: Prepared, tally: Tally, end: number): Promise<void> {
  const from = performance.now();
  try {
    const { status } = await connection.send(request);
    const now = performance.now();
    // What ends after the bell belongs to no round.
    if (now <= end) tally.answered(status, now - from);
  } catch {
    tally.failed();
  }
}

/** Gives the entries round and round. */
function inTurn(requests: readonly Prepared[]): () => Prepared {
  let next = 0;
  return () => {
    const request = requests[next % requests.length];
    next += 1;
    if (!request) throw new Error('a job needs at least one request');
    return request;
  };
}
