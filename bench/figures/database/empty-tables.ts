import { registerSsoClient, ssoLoad, whoAmILoad, type Load } from '../../harness/loads.ts';
import { withConnection } from '../../harness/processes/postgres.ts';
import { interleave, medianOf, perSecond } from '../../harness/rounds.ts';
import { insertAccounts } from '../../harness/seed.ts';
import type { Bench, World } from '../../harness/world.ts';
import type { FigureRun } from '../figure-run.ts';

/** Number of accounts when the server first plans the measured statements. */
const firstAccounts = 48;
/** With fewer accounts, the cost of a sequential scan is not measurable. */
const minAccounts = 20_000;
const minRatio = 0.9;

export const emptyTables: FigureRun = {
  name: 'empty-tables',
  describe:
    'who-am-i and single sign-on with statements first planned on empty tables, as after the first start or a purge; floor: on analysed tables',
  async run(bench, report) {
    const { rounds } = bench.settings;
    const accounts = Math.max(bench.settings.accounts, minAccounts);
    const analysed = await bench.world({ accounts });
    const unanalysed = await fillAfterAnalyze(bench, accounts);
    bench.logProgress('tables analysed while empty');
    for (const [name, load] of Object.entries(await loadsOf(bench, unanalysed))) {
      const reference = (await loadsOf(bench, analysed))[name];
      if (!reference) throw new Error(`no load ${name}`);
      const results = await interleave({ unanalysed: load, analysed: reference }, { rounds });
      report.add({
        name: `${name}, tables analysed while empty`,
        value: medianOf(results.get('unanalysed'), perSecond),
        unit: '/s',
        floor: medianOf(results.get('analysed'), perSecond),
        target: { of: 'ratio', atLeast: minRatio },
      });
    }
  },
};

async function loadsOf(bench: Bench, world: World): Promise<Readonly<Record<string, Load>>> {
  const client = await registerSsoClient(world);
  return {
    'who-am-i': await whoAmILoad(bench, world),
    'sso-oidc': await ssoLoad(bench, world, { client, protocol: 'openid' }),
    'sso-community': await ssoLoad(bench, world, { client, protocol: 'community' }),
  };
}

/**
 * Starts a server that plans its statements on tables that were analysed while empty, and then fills the tables. A plan
 * for an empty table may scan the whole table, and PostgreSQL keeps the plan until the next analyze. Autovacuum is off,
 * so only VID analyses the tables.
 */
async function fillAfterAnalyze(bench: Bench, accounts: number): Promise<World> {
  const empty = await bench.world({ accounts: 0 });
  const { passwordHash, database } = empty;
  await withConnection(database.target, async (sql) => {
    const tables = await sql<{ name: string }[]>`
      select oid::regclass::text as name from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace`;
    for (const { name } of tables) await sql.unsafe(`alter table ${name} set (autovacuum_enabled = off)`);
    await sql`analyze`;
    await insertAccounts(sql, { first: 1, last: firstAccounts, passwordHash });
  });
  bench.logProgress('planning statements on empty tables');
  for (const load of Object.values(await loadsOf(bench, { ...empty, accounts: firstAccounts }))) await load();
  bench.logProgress(`inserting ${accounts.toLocaleString('en')} accounts`);
  await withConnection(database.target, async (sql) => {
    await sql`set synchronous_commit = off`;
    await insertAccounts(sql, { first: firstAccounts + 1, last: accounts, passwordHash });
  });
  return { ...empty, accounts };
}
