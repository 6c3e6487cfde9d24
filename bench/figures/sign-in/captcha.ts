import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Challenge } from 'altcha-lib/types';
import type { Report } from '../../harness/report.ts';
import { median } from '../../harness/statistics.ts';
import type { Bench } from '../../harness/world.ts';
import { openConnection } from '../../load/connection.ts';
import type { Prepared } from '../../load/jobs.ts';
import { loadBrowser } from '../../load/requests.ts';
import type { FigureRun } from '../figure-run.ts';

const concurrency = 4;

export const captcha: FigureRun = {
  name: 'captcha',
  describe: 'captchas: making pictures and proof-of-work challenges, solving and checking a challenge',
  async run(bench, report) {
    const { server } = await bench.world({ accounts: bench.settings.accounts });
    bench.logProgress('captchas');
    const { headers } = await loadBrowser(server.origin);
    const generator = await bench.generator();
    const rate = async (request: Prepared): Promise<number> => {
      const load = { kind: 'loop', origin: server.origin, concurrency, requests: [request] } as const;
      await generator.run({ ...load, seconds: 1 });
      return (await generator.run({ ...load, seconds: bench.settings.seconds })).main.perSecond;
    };
    report.add({
      name: 'captcha pictures',
      value: await rate({ method: 'POST', path: '/vid/gateway/captcha/generate', headers, body: '{}' }),
      unit: '/s',
    });
    report.add({
      name: 'proof-of-work challenges',
      value: await rate({ method: 'GET', path: '/vid/gateway/captcha/challenge', headers }),
      unit: '/s',
    });
    await solve(bench, report, server.origin);
  },
};

/**
 * Measures the time to solve a challenge and to check its solution. A solution is valid once, so every measurement
 * needs a new challenge.
 */
async function solve(bench: Bench, report: Report, origin: string): Promise<void> {
  const { headers } = await loadBrowser(origin);
  const connection = openConnection(origin);
  const solveMs: number[] = [];
  const checkMs: number[] = [];
  for (let index = 0; index < (bench.settings.isQuick ? 5 : 15); index += 1) {
    const answer = await connection.send({ method: 'GET', path: '/vid/gateway/captcha/challenge', headers });
    const { data: challenge }: { data: Challenge } = JSON.parse(answer.body);
    const solveFrom = performance.now();
    const solution = await solveChallenge({ challenge, deriveKey });
    solveMs.push(performance.now() - solveFrom);
    const payload = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
    const checkFrom = performance.now();
    const checked = await connection.send({
      method: 'POST',
      path: '/vid/gateway/captcha/solution',
      headers,
      body: JSON.stringify({ payload }),
    });
    checkMs.push(performance.now() - checkFrom);
    if (checked.status !== 200)
      throw new Error(`a correct solution returned ${checked.status}: ${checked.body}`);
  }
  await connection.close();
  report.add({ name: 'proof of work, solving', value: median(solveMs), unit: 'ms', note: 'on this machine' });
  report.add({
    name: 'proof of work, checking',
    value: median(checkMs),
    unit: 'ms',
    note: 'the whole request, one at a time',
  });
}
