import { setTimeout as delay } from 'node:timers/promises';
import { memoryOf } from '../../harness/processes/child.ts';
import { qrConcurrency, qrLoad, whoAmILoad } from '../../harness/loads.ts';
import { openPages, requestCodes } from '../../harness/open-pages.ts';
import { interleave, medianOf, p50, p99, perSecond } from '../../harness/rounds.ts';
import { median } from '../../harness/statistics.ts';
import type { FigureRun } from '../figure-run.ts';

const openPageCount = 2_000;
const settleMs = 3_000;

export const qr: FigureRun = {
  name: 'qr',
  describe: `whole QR sign-in (start, scan, approve, session), ${qrConcurrency} at once; ${openPageCount} open QR pages`,
  loads: async (bench, world) => ({ qr: await qrLoad(bench, world) }),
  async run(bench, report) {
    const { accounts, rounds } = bench.settings;
    const world = await bench.world({ accounts });
    const { origin, pid } = world.server;
    bench.logProgress('sign-in by QR code');
    const signIns = (await interleave({ vid: await qrLoad(bench, world) }, { rounds })).get('vid');
    report.add({
      name: 'qr sign-in',
      value: medianOf(signIns, perSecond),
      unit: '/s',
      note: 'four requests',
    });
    report.add({ name: 'qr sign-in p99', value: medianOf(signIns, p99), unit: 'ms' });

    bench.logProgress('open QR pages');
    const load = await whoAmILoad(bench, world);
    const growth: number[] = [];
    const results = await interleave(
      {
        idle: load,
        // Codes are valid for two minutes, so each round opens its own pages.
        open: async () => {
          const codes = await requestCodes(origin, openPageCount);
          await delay(settleMs);
          const { now: before } = await memoryOf(pid);
          const pages = await openPages(origin, codes);
          await delay(settleMs);
          growth.push((await memoryOf(pid)).now - before);
          try {
            return await load();
          } finally {
            pages.close();
          }
        },
      },
      { rounds },
    );
    const idle = results.get('idle');
    const open = results.get('open');
    report.add({
      name: 'open QR pages: memory',
      // Later rounds reuse memory of the first round, so the first shows the most growth.
      value: Math.max(...growth),
      unit: 'MB',
      target: { of: 'value', atMost: 100 },
      note: `growth of the proportional set size (PSS) by ${openPageCount} pages; median of the rounds ${median(growth).toFixed(0)}`,
    });
    report.add({
      name: 'open QR pages: who-am-i p99',
      value: medianOf(open, p99),
      unit: 'ms',
      floor: medianOf(idle, p99),
      target: { of: 'ratio', atMost: 1.5 },
      note: 'floor: without open pages',
    });
    report.add({
      name: 'open QR pages: who-am-i p50',
      value: medianOf(open, p50),
      unit: 'ms',
      floor: medianOf(idle, p50),
    });
  },
};
