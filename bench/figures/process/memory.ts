import { setTimeout as delay } from 'node:timers/promises';
import { memoryOf } from '../../harness/processes/child.ts';
import { signInRequests, loadBrowser, whoAmIRequests } from '../../load/requests.ts';
import type { FigureRun } from '../figure-run.ts';

/** Time for the server to release the buffers and connections of the load. */
const settleMs = 20_000;

export const memory: FigureRun = {
  name: 'memory',
  describe: 'memory of the server process after load',
  async run(bench, report) {
    const { accounts, seconds } = bench.settings;
    const { server } = await bench.world({ accounts });
    const generator = await bench.generator();
    bench.logProgress('memory after load');
    const browser = await loadBrowser(server.origin);
    // Put load on the server, because with --only no other figure has done so.
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
      target: { of: 'value', atMost: 250 },
      note: 'proportional set size (PSS) of the server process',
    });
    report.add({
      name: 'memory, peak',
      value: peak,
      unit: 'MB',
      note: 'includes the memory of the argon2id hashes that run at once',
    });
  },
};
