import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { startCommand } from '../../harness/processes/child.ts';
import { median, percentile, round } from '../../harness/statistics.ts';
import { startVidServer } from '../../harness/processes/vid-server.ts';
import type { FigureRun } from '../figure-run.ts';

const checkout = resolve(import.meta.dirname, '../../..');
const maxMs = 500;
const quickRuns = 3;
const fullRuns = 20;

const listing = [
  ['application', 'list'],
  ['application', 'show', 'shop'],
  ['permission', 'list', 'shop'],
  ['sso', 'attempts', 'shop-job'],
] as const;

export const commands: FigureRun = {
  name: 'commands',
  describe:
    'time of whole commands of the operator, from the start of npm until its exit, beside a running server',
  async run(bench, report) {
    bench.logProgress('commands');
    const logFile = bench.logFile('commands');
    const dataDir = join(logFile, '..', 'commands');
    const server = await startVidServer({
      environment: { VID_DATA_DIR: dataDir, VID_EXAMPLES: 'off' },
      logFile,
    });
    const measureStart = async (command: string, args: readonly string[]): Promise<number> => {
      const from = performance.now();
      const child = startCommand(command, args, {
        cwd: checkout,
        environment: { VID_DATA_DIR: dataDir },
        logFile,
      });
      const [code] = await once(child, 'exit');
      if (code !== 0) throw new Error(`${args.join(' ')} ended with ${String(code)}; see ${logFile}`);
      return performance.now() - from;
    };
    const measure = (line: readonly string[]): Promise<number> =>
      measureStart('npm', ['run', '-s', 'vid', '--', ...line, '--json']);
    const add = (name: string, times: readonly number[]): void =>
      report.add({
        name,
        value: median(times),
        unit: 'ms',
        target: { of: 'value', atMost: maxMs },
        note: `median of ${times.length}; longest ${round(percentile(times, 100))} ms`,
      });
    report.add({
      name: 'the first command of a server',
      value: await measure(['application', 'add', 'shop']),
      unit: 'ms',
      note: 'creates the services of the commands',
    });
    await measure(['application', 'client-add', 'shop', '--kind', 'machine', '--id', 'shop-job']);
    const changes: number[] = [];
    const withoutNpm: number[] = [];
    const times = listing.map((): number[] => []);
    for (let run = 0; run < (bench.settings.isQuick ? quickRuns : fullRuns); run += 1) {
      for (const [index, line] of listing.entries()) times[index]?.push(await measure(line));
      withoutNpm.push(
        await measureStart(process.execPath, ['tools/vid.mjs', 'application', 'list', '--json']),
      );
      changes.push(await measure(['application', 'set', 'shop', '--name', `Shop ${run}`]));
    }
    for (const [index, line] of listing.entries()) add(line.join(' '), times[index] ?? []);
    add('application set shop --name …', changes);
    add('application list, without npm', withoutNpm);
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  },
};
