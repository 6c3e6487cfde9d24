import { setTimeout as delay } from 'node:timers/promises';
import { openConnection, type Connection } from './connection.ts';
import { inTurn } from './in-turn.ts';
import type { LoopJob, Outcome, Prepared } from './jobs.ts';
import { Tally } from './tally.ts';

/** Connections of the probe: enough that a late answer does not delay the next probe. */
const probeConnections = 8;

export async function runLoop(job: LoopJob): Promise<Outcome> {
  const end = performance.now() + job.seconds * 1_000;
  const main = new Tally();
  const probes = new Tally();
  const connections = Array.from({ length: job.concurrency }, () => openConnection(job.origin));
  const next = inTurn(job.requests);
  const load = connections.map(async (connection) => {
    while (performance.now() < end) await timed(connection, next(), main, end);
  });
  const { probe } = job;
  if (probe) load.push(sendAtRate(job.origin, probe, probes, end));
  await Promise.all(load);
  await Promise.all(connections.map((connection) => connection.close()));
  return {
    main: main.sample(job.seconds),
    ...(probe ? { probe: probes.sample(job.seconds) } : {}),
  };
}

/** Sends at fixed times, whether or not answers have arrived: a slow server must not lower its own load. */
async function sendAtRate(
  origin: string,
  { perSecond, requests }: NonNullable<LoopJob['probe']>,
  tally: Tally,
  end: number,
): Promise<void> {
  const connections = Array.from({ length: probeConnections }, () => openConnection(origin));
  const running = new Set<Promise<void>>();
  const next = inTurn(requests);
  const interval = 1_000 / perSecond;
  let sent = 0;
  for (let due = performance.now(); due < end; due += interval) {
    await delay(Math.max(0, due - performance.now()));
    const connection = connections[sent % connections.length];
    if (!connection) break;
    sent += 1;
    const one = timed(connection, next(), tally, Number.POSITIVE_INFINITY);
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
    // An answer after the end of the round is not counted.
    if (now <= end) tally.answered(status, now - from);
  } catch (error) {
    tally.failed(error);
  }
}
