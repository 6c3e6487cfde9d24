import { setTimeout as delay } from 'node:timers/promises';
import { withConnection } from '../../harness/processes/postgres.ts';
import { registerSsoClient } from '../../harness/loads.ts';
import { authorizationQuery, newPkce, type RelyingClient } from '../../harness/seeds/relying-client.ts';
import type { World } from '../../harness/world.ts';
import { openConnection } from '../../load/connection.ts';
import type { Prepared } from '../../load/jobs.ts';
import { loadBrowser } from '../../load/requests.ts';
import type { FigureRun } from '../figure-run.ts';

const connections = 8;
const accounts = 1_000;
const samples = 10;
const sampleSeconds = 60;
const quickSampleSeconds = 0.5;
/** Maximum rows of a growing table: twice `VID_LIMIT_SSO_ADDRESS_10MIN`, because a flood may span two windows. */
const mostRows = 1_200;

type Size = { readonly rows: number; readonly bytes: number };

/** Measures security case R7: the rows that an anonymous flood from one address leaves behind in each table. */
export const growth: FigureRun = {
  name: 'growth',
  describe:
    'rows that ten minutes of anonymous requests from one address, as fast as they are answered, leave behind: authorization requests, redirect checks and phone checks',
  async run(bench, report) {
    const world = await bench.world({ accounts, hasOwnLimits: true });
    const client = await registerSsoClient(world);
    const waitMs = 1_000 * (bench.settings.isQuick ? quickSampleSeconds : sampleSeconds);
    // The first request creates the signing keys.
    const first = openConnection(world.server.origin);
    await first.send({ ...floodRequests(client)[0], headers: {} });
    await first.close();
    const before = await sizesOf(world);
    bench.logProgress('anonymous requests');
    const startedAt = performance.now();
    const flooded = flood(world, client, startedAt + samples * waitMs);
    const history: ReadonlyMap<string, Size>[] = [];
    for (let sample = 1; sample <= samples; sample += 1) {
      await delay(Math.max(0, startedAt + sample * waitMs - performance.now()));
      history.push(await sizesOf(world));
    }
    const sent = await flooded;
    for (const table of before.keys()) {
      const sizes = history.map((sample) => sample.get(table) ?? { rows: 0, bytes: 0 });
      // The server deletes expired rows during the run, so the last sample may not be the largest.
      const mostSeen = Math.max(...sizes.map(({ rows }) => rows));
      if (mostSeen <= (before.get(table)?.rows ?? 0)) continue;
      const kib = sizes.map(({ bytes }) => Math.round(bytes / 1_024));
      report.add({
        name: `growth: ${table}`,
        value: mostSeen,
        unit: 'rows',
        target: { of: 'value', atMost: mostRows },
        note: `at most ${Math.max(...kib)} KiB with indexes; every ${waitMs / 1_000} s: ${sizes.map(({ rows }) => rows).join(', ')} rows, ${kib.join(', ')} KiB`,
      });
    }
    report.add({ name: 'growth: requests sent', value: sent, unit: 'requests' });
  },
};

type FloodRequest = Omit<Prepared, 'headers'>;

function floodRequests(client: RelyingClient): readonly [FloodRequest, ...FloodRequest[]] {
  const { appCode, clientId, redirectUri } = client;
  return [
    { method: 'GET', path: `/vid/oidc/auth?${authorizationQuery(client, newPkce().challenge)}` },
    {
      method: 'POST',
      path: '/vid/ajax/apps/view/validateRedirectUrls',
      body: JSON.stringify({ appCode, clientId, redirectUrls: redirectUri }),
    },
    {
      method: 'POST',
      path: '/vid/api/users/checking/phone',
      body: JSON.stringify({ phone: '0912345678' }),
    },
  ];
}

async function flood(world: World, client: RelyingClient, end: number): Promise<number> {
  const { origin } = world.server;
  const counts = await Promise.all(
    floodRequests(client).flatMap((kind) =>
      Array.from({ length: connections }, () => repeat(origin, kind, end)),
    ),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

/**
 * Repeats a request over one connection. Each POST request comes from a new browser, because VID reuses the rows of a
 * known browser.
 */
async function repeat(origin: string, request: FloodRequest, end: number): Promise<number> {
  const connection = openConnection(origin);
  let sent = 0;
  while (performance.now() < end) {
    const { headers } = request.method === 'GET' ? { headers: {} } : await loadBrowser(origin);
    await connection.send({ ...request, headers });
    sent += 1;
  }
  await connection.close();
  return sent;
}

/** Returns the rows and bytes of every table, ordered by name. */
function sizesOf(world: World): Promise<ReadonlyMap<string, Size>> {
  return withConnection(world.database.target, async (sql) => {
    const tables = await sql<{ name: string; bytes: string }[]>`
      select tablename as name, pg_total_relation_size(quote_ident(tablename)::regclass) as bytes
      from pg_tables where schemaname = 'public' order by tablename`;
    const sizes = new Map<string, Size>();
    for (const { name, bytes } of tables) {
      const [row] = await sql<{ rows: number }[]>`select count(*)::int as rows from ${sql(name)}`;
      sizes.set(name, { rows: row?.rows ?? 0, bytes: Number(bytes) });
    }
    return sizes;
  });
}
