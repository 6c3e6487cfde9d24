import { ReadOnlyServer } from '@vid/sql/errors';
import { addressOf, connect, type ConnectionTarget, type Queryable } from '../connection.ts';

/** @throws ReadOnlyServer if the connection's server does not accept writes */
export async function requireWritable(sql: Queryable): Promise<void> {
  const [row] = await sql<{ isStandby: boolean; isReadOnly: boolean }[]>`
    select pg_is_in_recovery() as is_standby, current_setting('transaction_read_only') = 'on' as is_read_only`;
  if (row?.isStandby) throw new ReadOnlyServer('standby');
  if (row?.isReadOnly) throw new ReadOnlyServer('setting');
}

/**
 * Makes the next connections of this process try the writable host first. Commands need this, because they do
 * not retry; a serving process learns the host from its probe.
 */
export async function findPrimary(target: ConnectionTarget): Promise<void> {
  const { hosts } = addressOf(target);
  let isFound = hosts.length === 1;
  for (let tries = 0; !isFound && tries < hosts.length; tries += 1) {
    const { sql, close } = connect(target, { max: 1, applicationName: 'vid-cli' });
    try {
      await sql`select 1`;
      isFound = true;
    } catch (error) {
      if (!(error instanceof ReadOnlyServer)) return;
    } finally {
      await close();
    }
  }
}
