import { setTimeout as delay } from 'node:timers/promises';
import { seededPassword, seededPhone } from '../../harness/seed.ts';
import { percentile } from '../../harness/statistics.ts';
import { openConnection } from '../../load/connection.ts';
import type { Prepared } from '../../load/jobs.ts';
import { loadBrowser } from '../../load/requests.ts';
import type { FigureRun } from '../figure-run.ts';

const hostileConnections = 200;
/** Address of all connections of the attack. Each honest sign-in has its own address. */
const hostileAddress = '127.0.0.2';
const honestSignIns = 100;
const quickHonestSignIns = 30;
const pauseMs = 100;
const accounts = 1_000;
/** The accounts of the attack are separate from those of the honest sign-ins, which have the last numbers. */
const attackedAccounts = accounts - honestSignIns;

/** Measures security case P11: honest sign-ins while one address sends wrong passwords and invalid reset tokens. */
export const hostile: FigureRun = {
  name: 'hostile',
  describe: `honest password sign-ins while ${hostileConnections} connections of one address send wrong passwords and junk reset tokens`,
  async run(bench, report) {
    const world = await bench.world({ accounts, hasOwnLimits: true });
    const { origin } = world.server;
    const { headers } = await loadBrowser(origin);
    const post = (path: string, body: Readonly<Record<string, string>>): Prepared => ({
      method: 'POST',
      path,
      headers,
      body: JSON.stringify(body),
    });
    const attack = (index: number): Prepared =>
      index % 2 === 0
        ? post('/vid/ajax/auth/login/phone', {
            phone: seededPhone(1 + (index % attackedAccounts)),
            password: 'Wrong#1!',
          })
        : post('/vid/api/users/password/forget', {
            phone: seededPhone(1 + (index % attackedAccounts)),
            otpToken: 'A'.repeat(43),
            newPassword: seededPassword,
          });
    bench.logProgress('honest sign-ins under attack');

    const finished = new AbortController();
    const statuses = new Map<number, number>();
    const attackers = Array.from({ length: hostileConnections }, async (_, first) => {
      const connection = openConnection(origin, hostileAddress);
      for (let index = first; !finished.signal.aborted; index += hostileConnections + 1) {
        const { status } = await connection.send(attack(index));
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
      await connection.close();
    });
    // Wait until the attack reaches its full rate.
    await delay(1_000);

    const count = bench.settings.isQuick ? quickHonestSignIns : honestSignIns;
    const times: number[] = [];
    let successes = 0;
    for (let index = 1; index <= count; index += 1) {
      const connection = openConnection(origin, `127.0.1.${index}`);
      const from = performance.now();
      const phone = seededPhone(accounts + 1 - index);
      const { status } = await connection.send(
        post('/vid/ajax/auth/login/phone', { phone, password: seededPassword }),
      );
      times.push(performance.now() - from);
      if (status === 200) successes += 1;
      await connection.close();
      await delay(pauseMs);
    }
    finished.abort();
    await Promise.all(attackers);
    report.add({
      name: 'hostile: honest sign-ins that succeed',
      value: (100 * successes) / count,
      unit: '%',
      target: { of: 'value', atLeast: 95 },
      note: [...statuses].map(([status, replies]) => `${replies} × ${status}`).join(', '),
    });
    report.add({ name: 'hostile: honest sign-in p95', value: percentile(times, 95), unit: 'ms' });
  },
};
