import type { Sql } from './connection.ts';

/** The server answers but accepts no writes. A failover may end that, so it counts as an outage. */
export class ReadOnlyServer extends Error {
  override readonly name = 'ReadOnlyServer';
  readonly code = 'READ_ONLY_SERVER';
  constructor(reason: 'standby' | 'setting', host?: string) {
    const server = host === undefined ? 'The database server' : `The database server ${host}`;
    super(
      reason === 'standby'
        ? `${server} is read-only: it is a standby. VID_DATABASE_URL must lead to the primary.`
        : `${server} is read-only: default_transaction_read_only is on.`,
    );
  }
}

/** @throws ReadOnlyServer if the connection's server accepts no writes */
export async function requireWritable(sql: Sql): Promise<void> {
  const [row] = await sql<{ isStandby: boolean; isReadOnly: boolean }[]>`
    select pg_is_in_recovery() as is_standby, current_setting('transaction_read_only') = 'on' as is_read_only`;
  if (row?.isStandby) throw new ReadOnlyServer('standby');
  if (row?.isReadOnly) throw new ReadOnlyServer('setting');
}
