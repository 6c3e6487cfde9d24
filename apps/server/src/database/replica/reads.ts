import type { Sql } from '../connection.ts';

/**
 * Runs a read whose result may be seconds old: on the standby if there is one that keeps up, otherwise on the
 * primary. Call it for lists, exports and statistics only, never for sessions, limits, secrets or anything
 * that decides a change. `read` may run twice, so it must have no effects.
 */
export type Reads = <T>(read: (sql: Sql) => PromiseLike<T>) => Promise<T>;

export const readsOf =
  (sql: Sql): Reads =>
  async (read) =>
    read(sql);
