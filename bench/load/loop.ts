import { setTimeout as delay } from 'node:timers/promises';
import { openConnection, type Connection } from './connection.ts';
import { roundRobin } from './round-robin.ts';
import type { LoopJob, Outcome, Prepared, Sample } from './jobs.ts';
import { Tally } from './tally.ts';

export async function runLoop(job: LoopJob): Promise<Outcome> {
  const { origin, seconds, probe } = job;
  const [main, probed] = await Promise.all([
    repeat(job),
    probe ? repeat({ ...probe, origin, seconds }) : undefined,
  ]);
  return { main, ...(probed ? { probe: probed } : {}) };
}

async function repeat({
  origin,
  seconds,
  concurrency,
  requests,
  perSecond,
}: Pick<LoopJob, 'origin' | 'seconds' | 'concurrency' | 'requests' | 'perSecond'>): Promise<Sample> {
  const start = performance.now();
  const end = start + seconds * 1_000;
  const tally = new Tally();
  const next = roundRobin(requests);
  let started = 0;
  /**
   * Returns the time at which the next request is due, or undefined without a rate. The request's duration
   * counts from this time, including the wait for a connection.
   */
  const nextDue = (): number | undefined => {
    if (perSecond === undefined) return undefined;
    started += 1;
    return start + ((started - 1) * 1_000) / perSecond;
  };
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      const connection = openConnection(origin);
      while (performance.now() < end) {
        const due = nextDue();
        if (due !== undefined && due >= end) break;
        if (due !== undefined) await delay(Math.max(0, due - performance.now()));
        await timed(connection, next(), tally, { end, from: due ?? performance.now() });
      }
      await connection.close();
    }),
  );
  return tally.sample(seconds);
}

async function timed(
  connection: Connection,
  request: Prepared,
  tally: Tally,
  { end, from }: { readonly end: number; readonly from: number },
): Promise<void> {
  try {
    const { status } = await connection.send(request);
    const now = performance.now();
    // A response after the end of the round does not count.
    if (now <= end) tally.answered(status, now - from);
  } catch (error) {
    tally.failed(error);
  }
}
