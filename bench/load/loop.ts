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
}: Pick<LoopJob, 'origin' | 'seconds' | 'concurrency' | 'requests'>): Promise<Sample> {
  const end = performance.now() + seconds * 1_000;
  const tally = new Tally();
  const next = roundRobin(requests);
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      const connection = openConnection(origin);
      while (performance.now() < end) await timed(connection, next(), tally, end);
      await connection.close();
    }),
  );
  return tally.sample(seconds);
}

async function timed(connection: Connection, request: Prepared, tally: Tally, end: number): Promise<void> {
  const from = performance.now();
  try {
    const { status } = await connection.send(request);
    const now = performance.now();
    // Do not count an answer after the end of the round.
    if (now <= end) tally.answered(status, now - from);
  } catch (error) {
    tally.failed(error);
  }
}
