import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { memoryOf } from '../harness/child.ts';
import { median } from '../harness/statistics.ts';
import { startVidServer, type VidServer } from '../harness/vid-server.ts';
import type { FigureRun } from './figure-run.ts';

/** Garbage of the start is collected within this time, as far as it ever is. */
const settleMs = 5_000;

export const coldStart: FigureRun = {
  name: 'cold-start',
  describe: 'from the command to the first answer, with the embedded database; memory at rest',
  async run(bench, report) {
    const starts = bench.settings.isQuick ? 2 : 5;
    const dataDir = join(bench.logFile('cold-start'), '..', 'cold-start');
    const start = async (): Promise<{ server: VidServer; seconds: number }> => {
      const began = performance.now();
      const server = await startVidServer({
        environment: { VID_DATA_DIR: dataDir },
        logFile: bench.logFile('cold-start'),
      });
      return { server, seconds: (performance.now() - began) / 1_000 };
    };

    bench.tell('cold start');
    const first = await start();
    await first.server.stop();
    report.add({
      name: 'first start to first answer',
      value: first.seconds,
      unit: 's',
      note: 'makes the database, migrates, seeds',
    });
    const later: number[] = [];
    for (let index = 0; index < starts; index += 1) {
      const { server, seconds } = await start();
      later.push(seconds);
      if (index === starts - 1) {
        await delay(settleMs);
        const { now } = await memoryOf(server.pid);
        report.add({
          name: 'memory at rest',
          value: now,
          unit: 'MB',
          target: { of: 'value', atMost: 200 },
          note: 'resident, the node process',
        });
      }
      await server.stop();
    }
    report.add({
      name: 'later start to first answer',
      value: median(later),
      unit: 's',
      target: { of: 'value', atMost: 3 },
      note: 'database and process',
    });
    await rm(dataDir, { recursive: true, force: true });
  },
};
