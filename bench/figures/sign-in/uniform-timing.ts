import { seededPhone } from '../../harness/seed.ts';
import { withConnection } from '../../harness/processes/postgres.ts';
import { median, round } from '../../harness/statistics.ts';
import type { World } from '../../harness/world.ts';
import { openConnection, type Connection } from '../../load/connection.ts';
import type { Prepared } from '../../load/jobs.ts';
import { loadBrowser } from '../../load/requests.ts';
import type { FigureRun } from '../figure-run.ts';

/** Maximum difference between the groups' medians, for security cases P1 and P2 and the phone check. */
const maxDifferenceMs = 10;
/** Requests per group. Each request of a group has a different phone, so that none is throttled. */
const samples = 200;
const quickSamples = 60;

type Group = { readonly name: string; readonly request: (index: number) => Prepared };
type Case = {
  readonly name: string;
  readonly status: number;
  readonly groups: readonly [Group, Group, ...Group[]];
};

const wrongPassword = 'Sông-Hồng 27';

export const uniformTiming: FigureRun = {
  name: 'uniform-timing',
  describe: 'response times do not reveal whether a phone has an account, is locked or has a password',
  async run(bench, report) {
    const world = await bench.world({ accounts: bench.settings.accounts });
    const count = bench.settings.isQuick ? quickSamples : samples;
    await prepareAccounts(world, count);
    const browser = await loadBrowser(world.server.origin);
    const connection = openConnection(world.server.origin);
    try {
      for (const testCase of casesOf(count, browser.headers)) {
        bench.logProgress(`uniform timing: ${testCase.name}`);
        const medians = await measure(connection, testCase, count);
        const values = [...medians.values()];
        report.add({
          name: `uniform timing: ${testCase.name}`,
          value: Math.max(...values) - Math.min(...values),
          unit: 'ms',
          target: { of: 'value', atMost: maxDifferenceMs },
          note: [...medians].map(([name, value]) => `${name} ${round(value)}`).join(', '),
        });
      }
    } finally {
      await connection.close();
    }
  },
};

/** Leaves accounts 1 to `count` as they are, locks the next `count`, and deletes the passwords of the next `count`. */
async function prepareAccounts(world: World, count: number): Promise<void> {
  const phones = (from: number): string[] =>
    Array.from({ length: count }, (_, index) => seededPhone(from + index));
  await withConnection(world.database.target, async (sql) => {
    await sql`update accounts set status = 'locked' where phone = any(${phones(1 + count)})`;
    await sql`
      delete from password_credentials where account_id in (
        select id from accounts where phone = any(${phones(1 + 2 * count)}))`;
  });
}

function unknownPhone(index: number): string {
  return `+8497${String(index).padStart(7, '0')}`;
}

function pair(request: (phone: string) => Prepared): Case['groups'] {
  return [
    { name: 'known', request: (index) => request(seededPhone(1 + index)) },
    { name: 'unknown', request: (index) => request(unknownPhone(1_000 + index)) },
  ];
}

function casesOf(count: number, headers: Readonly<Record<string, string>>): Case[] {
  const post = (path: string, body: object): Prepared => ({
    method: 'POST',
    path,
    headers,
    body: JSON.stringify(body),
  });
  const login = (phone: string, password: string): Prepared =>
    post('/vid/ajax/auth/login/phone', { phone, password });
  return [
    {
      name: 'wrong password',
      status: 401,
      groups: [
        { name: 'unknown phone', request: (index) => login(unknownPhone(index), wrongPassword) },
        { name: 'known phone', request: (index) => login(seededPhone(1 + index), wrongPassword) },
        { name: 'locked', request: (index) => login(seededPhone(1 + count + index), wrongPassword) },
        { name: 'no password', request: (index) => login(seededPhone(1 + 2 * count + index), wrongPassword) },
      ],
    },
    { name: 'empty password', status: 400, groups: pair((phone) => login(phone, '')) },
    { name: 'one character', status: 400, groups: pair((phone) => login(phone, 'x')) },
    { name: '100 kB password', status: 413, groups: pair((phone) => login(phone, 'x'.repeat(100_000))) },
    {
      name: 'phone check',
      status: 200,
      groups: pair((phone) => post('/vid/api/users/checking/phone', { phone })),
    },
  ];
}

/**
 * Returns the median time of each group. Alternates between the groups, so that other work on the machine
 * affects all groups alike.
 */
async function measure(
  connection: Connection,
  { name, status, groups }: Case,
  count: number,
): Promise<ReadonlyMap<string, number>> {
  const times = new Map<string, number[]>(groups.map((group) => [group.name, []]));
  for (let index = 0; index < count; index += 1) {
    const turn = index % groups.length;
    for (const group of [...groups.slice(turn), ...groups.slice(0, turn)]) {
      const request = group.request(index);
      const from = performance.now();
      const reply = await connection.send(request);
      times.get(group.name)?.push(performance.now() - from);
      if (reply.status !== status)
        throw new Error(`${name}, ${group.name}: returned ${reply.status} ${reply.body.slice(0, 200)}`);
    }
  }
  return new Map([...times].map(([group, values]) => [group, median(values)]));
}
