import type { Queryable, Sql } from '#database/connection.ts';
import type { MaintenanceRow } from '#database/tables.ts';
import type { Events } from '#platform/events/events.ts';

/** `message`: the operator's text for members. */
export type MaintenanceNotice = Pick<MaintenanceRow, 'endsAt' | 'message'>;
type Known = (MaintenanceNotice & { readonly endsAtMs: number }) | null;

type Deps = {
  readonly sql: Sql;
  readonly events: Events;
  readonly monotonicMs?: () => number;
};

const key = 'all';

/**
 * Creates the operator's maintenance switch. Each process keeps the state in memory and is notified of
 * changes, so that pages and sign-ins need no query, and the switch keeps working while the database is down.
 */
export function createMaintenance({ sql, events, monotonicMs = () => performance.now() }: Deps) {
  let known: Known = null;
  let unsubscribe: (() => void) | undefined;
  /** Number of notifications; a state read before the latest notification is discarded. */
  let change = 0;

  const read = async (): Promise<void> => {
    const seen = change;
    const row = await sql<(MaintenanceNotice & { seconds: number })[]>`
      select ends_at, message, extract(epoch from ends_at - now())::float8 as seconds from maintenance`.first();
    // The database's clock decides when maintenance ends; the process only measures the remaining time.
    const found = row ? { ...row, endsAtMs: monotonicMs() + row.seconds * 1_000 } : null;
    if (seen === change) known = found;
  };
  const refresh = (): void => {
    change += 1;
    // If the state cannot be read, the last known state applies until the next notification.
    read().catch(() => undefined);
  };

  const current = (): Known => {
    if (!unsubscribe) {
      unsubscribe = events.subscribe('maintenance', key, refresh);
      refresh();
    }
    return known !== null && known.endsAtMs > monotonicMs() ? known : null;
  };

  return {
    /** Returns the notice while maintenance is on; null otherwise. Does not wait for the database. */
    current: (): MaintenanceNotice | null => current(),

    /** Returns the whole seconds until maintenance ends; 0 without maintenance. */
    secondsLeft(): number {
      const now = current();
      return now === null ? 0 : Math.ceil((now.endsAtMs - monotonicMs()) / 1_000);
    },

    /** Starts maintenance, or changes its end and message, in every process once `tx` commits. */
    async start(tx: Queryable, { endsAt, message }: MaintenanceNotice): Promise<void> {
      await tx`
        insert into maintenance (ends_at, message) values (${endsAt}, ${message})
        on conflict (is_only) do update set ends_at = excluded.ends_at, message = excluded.message`;
      await events.publish(tx, 'maintenance', key);
    },

    /** Ends maintenance in every process once `tx` commits. Returns false if it was not on. */
    async end(tx: Queryable): Promise<boolean> {
      const rows = await tx<{ isOn: boolean }[]>`delete from maintenance returning ends_at > now() as is_on`;
      await events.publish(tx, 'maintenance', key);
      return rows.some(({ isOn }) => isOn);
    },

    find: (): Promise<MaintenanceNotice | undefined> =>
      sql<MaintenanceNotice[]>`select ends_at, message from maintenance where ends_at > now()`.first(),
  };
}

export type Maintenance = ReturnType<typeof createMaintenance>;
