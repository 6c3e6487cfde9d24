import { watchDatabase, type Availability } from './availability.ts';
import { connect, type ConnectionTarget, type Sql } from './connection.ts';

export type Pools = {
  readonly sql: Sql;
  /** For lookups by key, which would wait behind slow statements in the main pool. */
  readonly lookups: Sql;
  readonly availability: Availability;
  readonly close: () => Promise<void>;
};

/** The connections of a process that serves requests. */
export function openPools(
  target: ConnectionTarget,
  options: { readonly max: number; readonly onChange: (isUp: boolean, reason?: unknown) => void },
): Pools {
  const main = connect(target, { max: options.max, applicationName: 'vid', byKey: true });
  const lookups = connect(target, { max: 2, applicationName: 'vid-lookups', byKey: true });
  const probe = connect(target, { max: 1, applicationName: 'vid-probe' });
  const availability = watchDatabase(probe.sql, options.onChange);
  return {
    sql: main.sql,
    lookups: lookups.sql,
    availability,
    close: async () => {
      await availability.stop();
      await Promise.all([main.close(), lookups.close(), probe.close()]);
    },
  };
}
