import { listedApplication, seedAdministrator } from '../harness/administrator.ts';
import { withConnection } from '../harness/postgres.ts';
import { interleave, medianOf, p50, p99 } from '../harness/rounds.ts';
import { seededPhone } from '../harness/seed.ts';
import type { Load } from '../harness/loads.ts';
import type { Prepared } from '../load/jobs.ts';
import { spread } from '../load/requests.ts';
import type { FigureRun } from './figure-run.ts';

/** Administrators who read lists at the same time. */
const concurrency = 2;
const atMostMs = 100;
/** The different requests of one list, which a round repeats. */
const requestsPerList = 200;

type Body = Readonly<Record<string, unknown>>;
type List = { readonly path: string; readonly bodies: readonly Body[] };

const local = (index: number): string => `0${seededPhone(index).slice(3)}`;

/** Searches that match one account, many, or a fifth of them, and filters that match nearly none of the matches. */
function searches(accounts: number): Readonly<Record<string, readonly Body[]>> {
  const each = (make: (index: number) => string): Body[] =>
    spread(accounts, (index) => ({ search: make(index) }), requestsPerList);
  return {
    phone: each(local),
    'beginning of a phone': each((index) => local(index).slice(0, 5)),
    'name without diacritics': [{ search: 'nguyen van an' }, { search: 'tran thi' }, { search: 'hoang' }],
    'name with diacritics': [{ search: 'Phạm Minh Đức' }, { search: 'Lê' }, { search: 'Hạnh' }],
    'e-mail address': each((index) => `member${index}@ex`),
  };
}

function listsOf(accounts: number): Readonly<Record<string, List>> {
  const path = '/vid/api/admin/accounts/search';
  const people = `/vid/api/apps/${listedApplication}/permissions/search`;
  const lists: Record<string, List> = {
    'accounts, by time': {
      path,
      bodies: [{ sort: 'newest' }, { sort: 'oldest' }, { sort: 'last-sign-in' }],
    },
    'accounts, filtered': {
      path,
      bodies: [
        { kind: 'enterprise' },
        { status: 'locked' },
        { role: 'admin' },
        { object: 'expert', province: '17' },
        { object: 'broker', province: '01', kind: 'enterprise' },
      ],
    },
    'accounts, referral code': {
      path,
      bodies: spread(
        accounts,
        (index) => ({ search: `B${String(index).padStart(9, '0')}` }),
        requestsPerList,
      ),
    },
    'accounts, tax code of a tenth of them': { path, bodies: [{ search: '0100109106' }] },
    'accounts, name and a rare filter': {
      path,
      bodies: [
        { search: 'nguyen', role: 'admin' },
        { search: 'an', status: 'locked' },
        { search: 'binh', object: 'expert', province: '17' },
      ],
    },
    'people of an application, sorted': {
      path: people,
      bodies: [{ sort: 'newest' }, { sort: 'oldest' }, { sort: 'name' }],
    },
    'people of an application, filtered': {
      path: people,
      bodies: [{ role: 'editor' }, { status: 'locked' }, { role: 'editor', status: 'locked' }],
    },
    'people of an application, name and a rare filter': {
      path: people,
      bodies: [
        { search: 'nguyen', status: 'locked' },
        { search: 'binh', role: 'editor' },
      ],
    },
  };
  for (const [name, bodies] of Object.entries(searches(accounts))) {
    lists[`accounts, ${name}`] = { path, bodies };
    lists[`people of an application, ${name}`] = { path: people, bodies };
  }
  return lists;
}

export const adminLists: FigureRun = {
  name: 'admin-lists',
  describe: `lists and searches of administrators and managers over the largest number of accounts, ${concurrency} at once`,
  async run(bench, report) {
    const { rounds, seconds, sizes } = bench.settings;
    const accounts = Math.max(...sizes);
    const world = await bench.world({ accounts });
    const { origin } = world.server;
    bench.logProgress('an administrator, and an application with everyone in it');
    const headers = await withConnection(world.database.target, (sql) =>
      seedAdministrator(sql, { origin, accounts }),
    );
    const generator = await bench.generator();
    const sides: Record<string, Load> = {};
    for (const [name, { path, bodies }] of Object.entries(listsOf(accounts))) {
      const requests = bodies.map((body): Prepared => {
        return { method: 'POST', path, headers, body: JSON.stringify(body) };
      });
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
