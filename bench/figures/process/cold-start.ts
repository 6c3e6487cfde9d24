import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { memoryOf } from '../../harness/processes/child.ts';
import { npmStart } from '../../harness/processes/npm-start.ts';
import { median, percentile, round } from '../../harness/statistics.ts';
import { startVidServer } from '../../harness/processes/vid-server.ts';
import type { Bench } from '../../harness/world.ts';
import type { FigureRun } from '../figure-run.ts';

/** Long enough for the garbage collector to free the memory used at startup. */
const settleMs = 15_000;
const quickStarts = 2;
const fullStarts = 5;

export const coldStart: FigureRun = {
  name: 'cold-start',
  describe:
    'time from npm start to the first answer, in an installed and built checkout with the embedded database; memory at rest',
  async run(bench, report) {
    bench.logProgress('npm start');
    const options = {
      dataDir: join(bench.logFile('cold-start'), '..', 'cold-start'),
      logFile: bench.logFile('cold-start'),
    };
    const start = async (): Promise<number> => {
      const started = await npmStart(options);
      await started.stop();
      return started.seconds;
    };
    report.add({
      name: 'npm start, first',
      value: await start(),
      unit: 's',
      note: 'until the first answer; creates the database, migrates and seeds',
    });
    const again: number[] = [];
    for (let index = 0; index < (bench.settings.isQuick ? quickStarts : fullStarts); index += 1)
      again.push(await start());
    report.add({
      name: 'npm start, again',
      value: median(again),
      unit: 's',
      target: { of: 'value', atMost: 3 },
      note: `until the first answer, on the same data folder; longest ${round(percentile(again, 100))} s of ${again.length}`,
    });
    report.add({
      name: 'memory at rest',
      value: await memoryAtRest(bench, options.dataDir),
      unit: 'MB',
      target: { of: 'value', atMost: 200 },
      note: 'proportional set size (PSS) of the server process',
    });
    await rm(options.dataDir, { recursive: true, force: true });
  },
};

async function memoryAtRest(bench: Bench, dataDir: string): Promise<number> {
  const server = await startVidServer({
    environment: { VID_DATA_DIR: dataDir },
    logFile: bench.logFile('cold-start'),
  });
  await delay(settleMs);
  const { now } = await memoryOf(server.pid);
  await server.stop();
  return now;
}
