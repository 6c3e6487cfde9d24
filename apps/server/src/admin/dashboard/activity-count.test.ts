import { describe, expect, it } from 'vitest';
import { countActivity } from './activity-count.ts';

/** Counts with a backlog of `steps` steps, and returns the calls to the repository. */
async function callsFor(steps: number): Promise<readonly string[]> {
  const calls: string[] = [];
  const [first, end] = [new Date(0), new Date(1)];
  let found = 0;
  await countActivity({
    findSpan: async (...limits) => {
      found += 1;
      calls.push(`span ${limits.join(' ')}`);
      return { first, end, isLast: found === steps };
    },
    count: async (...span) => void calls.push(`count ${span.map(Number).join(' ')}`),
    countSessions: async () => void calls.push('sessions'),
    findUsualFailuresOfHour: async () => 0,
  });
  return calls;
}

describe('a run of the activity count', () => {
  it('counts spans of six hours until none is left', async () => {
    const step = ['span 6 15', 'count 0 1'];
    expect(await callsFor(2)).toEqual([...step, ...step, 'sessions']);
  });

  it('ends after 200 spans', async () => {
    const calls = await callsFor(1_000);
    expect([calls.filter((call) => call.startsWith('count')).length, calls.at(-1)]).toEqual([
      200,
      'sessions',
    ]);
  });
});
