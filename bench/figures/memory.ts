import { setTimeout as delay } from 'node:timers/promises';
import { memoryOf } from '../harness/child.ts';
import { signInRequests, loadBrowser, whoAmIRequests } from '../load/requests.ts';
import type { FigureRun } from './figure-run.ts';

/** An idle process looks for ten seconds before it collects, and rests as long between two collections. */
const settleMs = 20_000;

export const memory: FigureRun = {
  name: 'memory',
  describe: 'memory of the node process after load',
  async run(bench, report) {
    const { accounts, seconds } = bench.settings;
    const { server } = await bench.world({ accounts });
    const generator = await bench.generator();
    bench.tell('memory after load');
    const browser = await loadBrowser(server.origin);
    // With --only there was no load before; with the others this is a little more of it.
    for (const job of [
      { concurrency: 32, requests: whoAmIRequests(accounts) },
      { concurrency: 8, requests: signInRequests(accounts, browser.headers) },
    ]) {
      await generator.run({ kind: 'loop', origin: server.origin, seconds, ...job });
    }
    const { peak } = await memoryOf(server.pid);
    await delay(settleMs);
    const { now } = await memoryOf(server.pid);
    report.add({
      name: 'memory after load',
      value: now,
      unit: 'MB',
      target: { of: 'value', atMost: 200 },
      note: 'resident, the node process',
    });
    report.add({
      name: 'memory at its highest',
      value: peak,
      unit: 'MB',
      note: 'with the blocks of the argon2id hashes that run at once',
    });
  },
};
