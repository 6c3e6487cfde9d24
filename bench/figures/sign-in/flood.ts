import { median, percentile } from '../../harness/statistics.ts';
import { openConnection } from '../../load/connection.ts';
import type { Prepared } from '../../load/jobs.ts';
import { loadBrowser, signInRequests, whoAmIRequests } from '../../load/requests.ts';
import type { FigureRun } from '../figure-run.ts';

const signIns = 2_000;
const quickSignIns = 400;
const opening: Prepared = { method: 'GET', path: '/vid/health/live', headers: {} };

/** Measures security case P11: far more simultaneous sign-ins than the server can hash. */
export const flood: FigureRun = {
  name: 'flood',
  describe:
    'thousands of password sign-ins at once: the server refuses the excess quickly and still answers “who am I”',
  async run(bench, report) {
    const { accounts, isQuick } = bench.settings;
    const world = await bench.world({ accounts });
    const { origin } = world.server;
    const browser = await loadBrowser(origin);
    const requests = signInRequests(accounts, browser.headers);
    const probes = whoAmIRequests(accounts);
    bench.logProgress('sign-in flood');
    const connections = Array.from({ length: isQuick ? quickSignIns : signIns }, () =>
      openConnection(origin),
    );
    // Connect first, so that the measurement excludes connecting.
    await Promise.all(connections.map((connection) => connection.send(opening)));
    const refusedAfter: number[] = [];
    const statuses = new Map<number, number>();
    const finished = new AbortController();
    const flooding = Promise.all(
      connections.map(async (connection, index) => {
        const request = requests[index % requests.length];
        if (!request) throw new Error('no request to send');
        const from = performance.now();
        const { status } = await connection.send(request);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (status === 503) refusedAfter.push(performance.now() - from);
      }),
    ).finally(() => finished.abort());
    const probe = openConnection(origin);
    const probeMs: number[] = [];
    while (!finished.signal.aborted) {
      const request = probes[probeMs.length % probes.length];
      if (!request) throw new Error('no probe to send');
      const from = performance.now();
      const { status } = await probe.send(request);
      if (status !== 200) throw new Error(`“who am I” returned ${status} during the flood`);
      probeMs.push(performance.now() - from);
    }
    await flooding;
    await Promise.all([probe, ...connections].map((connection) => connection.close()));
    const counts = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
    report.add({
      name: 'flood: time to a refusal (p99)',
      value: percentile(refusedAfter, 99),
      unit: 'ms',
      target: { of: 'value', atMost: 1_000 },
      note: counts,
    });
    report.add({
      name: 'flood: who-am-i p95',
      value: percentile(probeMs, 95),
      unit: 'ms',
      target: { of: 'value', atMost: 200 },
      note: `median ${median(probeMs).toFixed(1)} ms of ${probeMs.length}`,
    });
  },
};
