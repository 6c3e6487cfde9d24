import type { Sql } from './connection.ts';
import { ReadOnlyServer } from '@vid/sql/read-only-server';

/** @throws ReadOnlyServer if the connection's server accepts no writes */
export async function requireWritable(sql: Sql): Promise<void> {
  const [row] = await sql<{ isStandby: boolean; isReadOnly: boolean }[]>`
    select pg_is_in_recovery() as is_standby, current_setting('transaction_read_only') = 'on' as is_read_only`;
  if (row?.isStandby) throw new ReadOnlyServer('standby');
  if (row?.isReadOnly) throw new ReadOnlyServer('setting');
}
