import { withConnection } from '../harness/postgres.ts';
import { registerSsoClient } from '../harness/loads.ts';
import { openConnection } from '../load/connection.ts';
import type { FigureRun } from './figure-run.ts';

const connections = 16;
const accounts = 1_000;
/** The limit of an address lasts ten minutes, so a longer flood adds as many rows again. */
const seconds = 60;
const quickSeconds = 5;
/** `VID_LIMIT_SSO_ADDRESS_10MIN`, with one more window for a flood that spans two. */
const mostRows = 1_200;

/** Security case R7: rows that an anonymous flood of authorization requests leaves behind. */
export const growth: FigureRun = {
  name: 'growth',
  describe: 'rows that a flood of anonymous authorization requests from one address leaves behind',
  async run(bench, report) {
    const world = await bench.world({ accounts, hasOwnLimits: true });
    const client = await registerSsoClient(world);
    const query = new URLSearchParams({
      client_id: client.clientId,
      redirect_uri: client.redirectUri,
      response_type: 'code',
      scope: 'openid',
      code_challenge: 'A'.repeat(43),
      code_challenge_method: 'S256',
    });
    const request = { method: 'GET', path: `/vid/oidc/auth?${query.toString()}`, headers: {} } as const;
    const end = performance.now() + 1_000 * (bench.settings.isQuick ? quickSeconds : seconds);
    bench.logProgress('anonymous authorization requests');
    let sent = 0;
    await Promise.all(
      Array.from({ length: connections }, async () => {
        const connection = openConnection(world.server.origin);
        while (performance.now() < end) {
          await connection.send(request);
          sent += 1;
        }
        await connection.close();
      }),
    );
    const [size] = await withConnection(
      world.database.target,
      (sql) => sql<{ rows: number; bytes: string }[]>`
        select count(*)::int as rows, pg_size_pretty(pg_total_relation_size('oidc_interactions')) as bytes
        from oidc_interactions`,
    );
    report.add({
      name: 'growth: rows after a flood',
      value: size?.rows ?? Number.NaN,
      unit: 'rows',
      target: { of: 'value', atMost: mostRows },
      note: `${sent} requests, table and indexes ${size?.bytes ?? ''}`,
    });
  },
};
