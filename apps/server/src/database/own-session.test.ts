import { SharedSession } from '@vid/sql/errors';
import { createTestDatabase } from '@vid/testkit/database/database';
import { createLogger } from '@vid/server/lib/log/log';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { bringUpDatabase } from './bring-up.ts';
import { connect } from './connection.ts';
import { DatabaseProblem, isOutage } from './availability/outage.ts';
import { findSessionProblem } from './own-session.ts';
import { TransactionPooler } from './testing/transaction-pooler.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let name: string;

beforeAll(async () => {
  database = await createTestDatabase(inject('cluster'));
  const { sql, close } = connect(database.target, { max: 1, applicationName: 'vid-test' });
  const [row] = await sql<{ name: string }[]>`select current_database() as name`;
  await close();
  name = row?.name ?? '';
});
afterAll(() => database.drop());

const log = createLogger('silent', { write: () => undefined });
const start = (url: string) =>
  bringUpDatabase({ target: { url }, log, signal: AbortSignal.timeout(20_000), mayMigrate: true });

async function throughPooler<T>(
  mode: ConstructorParameters<typeof TransactionPooler>[1],
  work: (url: string, pooler: TransactionPooler) => Promise<T>,
): Promise<T> {
  const { host, user } = inject('cluster');
  const pooler = new TransactionPooler(host, mode);
  const port = await pooler.listen();
  try {
    return await work(`postgres://${user}@127.0.0.1:${port}/${name}`, pooler);
  } finally {
    await pooler.close();
  }
}

describe('a pooler in front of PostgreSQL', () => {
  it('is refused at startup if it shares sessions between clients', async () => {
    await throughPooler('transaction', async (url) => {
      expect(await findSessionProblem({ url })).toContain('another session for each transaction');
      await expect(start(url)).rejects.toBeInstanceOf(DatabaseProblem);
    });
  });

  it('is refused by each new connection of a pool', async () => {
    await throughPooler('transaction', async (url) => {
      const { sql, close } = connect({ url }, { max: 1, applicationName: 'vid-test' });
      for (let attempt = 0; attempt < 2; attempt += 1) {
        const error: unknown = await sql`select`.catch((reason: unknown) => reason);
        expect(error).toBeInstanceOf(SharedSession);
        expect(isOutage(error)).toBe(true);
      }
      await close();
    });
  });

  // VID remembers accepted poolers by their port, which a later pooler may get, so the tests that refuse one come first.
  it('is accepted if each client keeps its session', async () => {
    await throughPooler('session', async (url) => {
      expect(await findSessionProblem({ url })).toBeUndefined();
      expect(await start(url)).toEqual([]);
    });
  });

  it('is checked only once for shared sessions', async () => {
    await throughPooler('session', async (url, pooler) => {
      const { sql, close } = connect({ url }, { max: 2, applicationName: 'vid-test' });
      const first = await sql.reserve();
      await first`select`;
      expect(pooler.clients).toBe(2);
      await sql`select`;
      expect(pooler.clients).toBe(3);
      first.release();
      await close();
    });
  });

  it('is not reported for a direct connection', async () => {
    expect(await findSessionProblem(database.target)).toBeUndefined();
  });
});

it('D8 a pooler that replaces the time limits is reported', async () => {
  await throughPooler('other-limits', async (url) => {
    expect(await findSessionProblem({ url })).toContain('statement_timeout is 9s instead of 3s');
  });
});
