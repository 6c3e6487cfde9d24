import type { ChildProcess } from 'node:child_process';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { packFolder } from '@vid/release/archive';
import { createSbom } from '@vid/release/sbom';
import { assemble } from '@vid/release/tree';
import { freePort } from '@vid/testkit/network';
import { thisCheckout } from '../../harness/processes/checkout.ts';
import { endChild, memoryOf, startChild } from '../../harness/processes/child.ts';
import { median } from '../../harness/statistics.ts';
import { untilReady } from '../../harness/processes/vid-server.ts';
import type { Bench } from '../../harness/world.ts';
import type { FigureRun } from '../figure-run.ts';

const settleMs = 15_000;
const quickStarts = 1;
const fullStarts = 5;

export const release: FigureRun = {
  name: 'release',
  describe: 'a release against its floor, the same server from the sources, on one embedded database',
  async run(bench, report) {
    bench.logProgress('release');
    const folder = join(bench.logFile('release'), '..', 'release');
    const buildFrom = performance.now();
    await assemble(folder, await createSbom('bench'));
    const archive = `${folder}.tar.zst`;
    await packFolder(folder, 'vid', archive, new Date(0));
    const buildSeconds = (performance.now() - buildFrom) / 1_000;
    const note = 'without the build of the web app';
    report.add({ name: 'build', value: buildSeconds, unit: 's', note });
    report.add({ name: 'archive', value: (await stat(archive)).size / 1e6, unit: 'MB' });

    const entries = {
      release: pathToFileURL(join(folder, 'server', 'main.js')),
      sources: thisCheckout.entry,
    };
    const starts = bench.settings.isQuick ? quickStarts : fullStarts;
    for (const isCached of [false, true]) {
      const seconds: Record<keyof typeof entries, number[]> = { release: [], sources: [] };
      for (let index = 0; index <= starts; index += 1) {
        for (const side of ['release', 'sources'] as const) {
          const cache = isCached ? join(folder, `cache-${side}`) : undefined;
          const server = await start(bench, entries[side], cache);
          await endChild(server.child);
          // The first start creates the database and fills the cache.
          if (index > 0) seconds[side].push(server.seconds);
        }
      }
      report.add({
        name: isCached ? 'start, compiled code kept' : 'start',
        value: median(seconds.release),
        floor: median(seconds.sources),
        unit: 's',
        target: { of: 'ratio', atMost: 1 },
      });
    }
    report.add({
      name: 'memory at rest',
      value: await memoryAtRest(bench, entries.release),
      floor: await memoryAtRest(bench, entries.sources),
      unit: 'MB',
      target: { of: 'ratio', atMost: 1 },
      note: 'proportional set size (PSS) of the server process',
    });
    for (const path of [folder, archive]) await rm(path, { recursive: true, force: true });
  },
};

type Server = { readonly child: ChildProcess; readonly seconds: number };

/** Starts a server on the database of this figure, and measures the time until it is ready. */
async function start(bench: Bench, entry: URL, cache?: string): Promise<Server> {
  const port = await freePort();
  const logFile = bench.logFile('release');
  const from = performance.now();
  const child = startChild(entry, {
    environment: {
      ...(cache === undefined ? {} : { NODE_COMPILE_CACHE: cache }),
      MALLOC_ARENA_MAX: '2',
      VID_PORT: String(port),
      VID_DATA_DIR: join(logFile, '..', 'release-data'),
      VID_EXAMPLES: 'off',
    },
    execArgv: thisCheckout.flags,
    logFile,
  });
  await untilReady({ origin: `http://127.0.0.1:${port}`, child, logFile });
  return { child, seconds: (performance.now() - from) / 1_000 };
}

async function memoryAtRest(bench: Bench, entry: URL): Promise<number> {
  const { child } = await start(bench, entry);
  await delay(settleMs);
  const { now } = await memoryOf(child.pid ?? 0);
  await endChild(child);
  return now;
}
