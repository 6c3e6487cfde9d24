import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createKeys } from '@vid/server/lib/keys';
import { openDataKeys } from '@vid/server/process/environment/open-data-keys';
import { newWebhookSecret, sealSecret } from '@vid/server/platform/webhooks/webhook-secret';
import { withConnection } from '../../harness/processes/postgres.ts';
import { masterKey } from '../../harness/world.ts';
import type { FigureRun } from '../figure-run.ts';

const endpoints = 20;
const perEndpoint = 200;
const quickPerEndpoint = 40;
const timeoutMs = 120_000;

export const webhooks: FigureRun = {
  name: 'webhooks',
  describe: 'webhook messages delivered to 19 endpoints while a twentieth hangs',
  async run(bench, report) {
    const world = await bench.world({ accounts: bench.settings.accounts });
    bench.logProgress('webhooks');
    const count = bench.settings.isQuick ? quickPerEndpoint : perEndpoint;
    const expected = (endpoints - 1) * count;
    let received = 0;
    const done = Promise.withResolvers<void>();
    const onMessage = (): void => {
      received += 1;
      if (received === expected) done.resolve();
    };
    const servers = await Promise.all(
      Array.from({ length: endpoints }, (_, index) => listen(index === 0 ? undefined : onMessage)),
    );
    const timer = setTimeout(() => done.reject(new Error(`${received} of ${expected} delivered`)), timeoutMs);
    try {
      const startedAt = await withConnection(world.database.target, async (sql) => {
        const keys = createKeys();
        await openDataKeys({ sql, keys }, { current: masterKey });
        await sql`delete from webhook_endpoints`;
        for (const [index, server] of servers.entries())
          await sql`
            insert into webhook_endpoints (id, url, event_types, sealed_secret)
            values (${`whk_${index}`}, ${urlOf(server)}, '{}', ${sealSecret(keys, newWebhookSecret())})`;
        await sql`
          insert into deliveries (kind, id, endpoint_id, type, data)
          select 'webhook', 'msg_' || e.id || '_' || n, e.id, 'account.locked', '{"sub":"acc_3k9x7c2m5v8b1n4q6w0z2s4d7f"}'
          from webhook_endpoints e, generate_series(1, ${count}) n`;
        await sql`select pg_notify('vid_events', 'webhooks all')`;
        return performance.now();
      });
      await done.promise;
      const seconds = (performance.now() - startedAt) / 1_000;
      report.add({
        name: 'webhooks, 20 endpoints, one hanging',
        value: expected / seconds,
        unit: '/s',
        note: `${expected} messages in ${seconds.toFixed(1)} s`,
      });
    } finally {
      clearTimeout(timer);
      await withConnection(world.database.target, (sql) => sql`delete from webhook_endpoints`);
      for (const server of servers) {
        server.closeAllConnections();
        server.close();
      }
    }
  },
};

async function listen(onMessage: (() => void) | undefined): Promise<Server> {
  const server = createServer((request, response) => {
    request.resume();
    if (!onMessage) return;
    response.writeHead(204).end();
    onMessage();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

function urlOf(server: Server): string {
  const at = server.address();
  return `http://127.0.0.1:${typeof at === 'object' && at ? at.port : 0}/`;
}
