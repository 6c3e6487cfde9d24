import { seedAdministrator, type Administrator } from '../../harness/seeds/administrator.ts';
import type { Load } from '../../harness/loads.ts';
import { withConnection } from '../../harness/processes/postgres.ts';
import { interleave, medianOf, p50, p99 } from '../../harness/rounds.ts';
import type { Bench, World } from '../../harness/world.ts';
import { accountLists } from '../../lists/accounts.ts';
import { applicationLists, seedApplications } from '../../lists/applications.ts';
import { auditLists, seedAuditLog } from '../../lists/audit-log.ts';
import { measureAuditWrites } from '../../lists/audit-writes.ts';
import { queueLists, seedQueues } from '../../lists/queues.ts';
import type { Lists, PageRequest } from '../../lists/list.ts';
import { peopleLists, seedPeople } from '../../lists/people.ts';
import { seedTransfers, transferLists } from '../../lists/transfers.ts';
import type { Prepared } from '../../load/jobs.ts';
import type { FigureRun } from '../figure-run.ts';

const concurrency = 2;
const atMostMs = 100;

export const adminLists: FigureRun = {
  name: 'admin-lists',
  describe: `lists and searches of administrators and managers over the largest number of accounts, ${concurrency} at once, and writes of the audit log`,
  async run(bench, report) {
    const { rounds, seconds, sizes } = bench.settings;
    const world = await bench.world({ accounts: Math.max(...sizes) });
    const { origin } = world.server;
    const administrator = await seedLists(bench, world);
    bench.logProgress('writes of the audit log');
    await measureAuditWrites(world, report, seconds);
    const generator = await bench.generator();
    const sides: Record<string, Load> = {};
    for (const [name, pages] of Object.entries(listsOf(world.accounts, administrator.id))) {
      const requests = pages.map((page) => prepare(page, administrator));
      sides[name] = () =>
        generator.run({ kind: 'loop', origin, concurrency, seconds: seconds / 2, requests });
    }
    bench.logProgress('lists');
    const results = await interleave(sides, { rounds: Math.min(rounds, 3) });
    for (const [name, outcomes] of results) {
      const failures = outcomes
        .flatMap(({ main }) => Object.entries(main.statuses))
        .filter(([status]) => status !== '200');
      const note = `median ${medianOf(outcomes, p50).toFixed(1)} ms${failures.length > 0 ? `, ${JSON.stringify(failures)}` : ''}`;
      report.add({
        name: `${name} p99`,
        value: medianOf(outcomes, p99),
        unit: 'ms',
        target: { of: 'value', atMost: atMostMs },
        note,
      });
    }
  },
};

async function seedLists(bench: Bench, { accounts, database, server }: World): Promise<Administrator> {
  return withConnection(database.target, async (sql) => {
    bench.logProgress('an administrator, and an application with everyone in it');
    const administrator = await seedAdministrator(sql, { origin: server.origin, accounts });
    await seedPeople(sql, administrator.id);
    await seedApplications(sql);
    bench.logProgress('a year of the audit log');
    await seedAuditLog(sql, { accounts, administratorId: administrator.id });
    bench.logProgress('queues, incidents, an import and a webhook');
    await seedQueues(sql);
    await seedTransfers(sql);
    return administrator;
  });
}

const listsOf = (accounts: number, administratorId: string): Lists => ({
  ...accountLists(accounts),
  ...peopleLists(accounts),
  ...applicationLists(),
  ...auditLists(accounts, administratorId),
  ...queueLists(),
  ...transferLists(),
});

const prepare = ({ path, body }: PageRequest, { headers }: Administrator): Prepared =>
  body === undefined
    ? { method: 'GET', path, headers }
    : { method: 'POST', path, headers, body: JSON.stringify(body) };
