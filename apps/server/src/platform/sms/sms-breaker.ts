import { authorName } from '#database/account-names.ts';
import type { Queryable, Sql } from '#database/connection.ts';
import type { SmsBreakerRow } from '#database/tables.ts';
import type { Events } from '#platform/events/events.ts';
import type { SmsCeiling } from './sms-cost.ts';

export type BreakerState = SmsBreakerRow['state'];
type Hold = Pick<SmsBreakerRow, 'state' | 'reason' | 'setBy'> & { readonly minutes: number };
type Known = { readonly state: BreakerState; readonly endsAtMs: number } | null;

type Deps = {
  readonly sql: Sql;
  readonly events: Events;
  readonly smsCeiling: Pick<SmsCeiling, 'isReached'>;
  readonly monotonicMs?: () => number;
};

const key = 'hold';

/**
 * Creates the SMS breaker, which an administrator can hold in a state until the hold expires or is released.
 * Each process keeps the hold in memory and is notified of changes, so that a request for a code needs no query
 * for the hold.
 */
export function createSmsBreaker({ sql, events, smsCeiling, monotonicMs = () => performance.now() }: Deps) {
  let known: Known | undefined;
  let reading: Promise<Known> | undefined;
  let unsubscribe: (() => void) | undefined;
  /** Number of notifications; a state read before the latest notification is discarded. */
  let change = 0;

  const read = async (): Promise<Known> => {
    const seen = change;
    const [row] = await sql<{ state: BreakerState; seconds: number }[]>`
      select state, extract(epoch from expires_at - now())::float8 as seconds from sms_breaker`;
    // The database's clock decides when the hold ends; the process only measures the remaining time.
    const found = row ? { state: row.state, endsAtMs: monotonicMs() + row.seconds * 1_000 } : null;
    if (seen !== change) return read();
    known = found;
    return found;
  };
  const refresh = (): Promise<Known> => {
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  };
  const onChange = (): void => {
    change += 1;
    // If the state cannot be read, the last known state applies until the next notification.
    refresh().catch(() => undefined);
  };

  return {
    /**
     * Returns the state in which the breaker is held; undefined if the breaker is under automatic control. At
     * the ceiling of SMS costs, the breaker is open even if an administrator has closed it.
     */
    async held(): Promise<BreakerState | undefined> {
      if (await smsCeiling.isReached()) return 'open';
      unsubscribe ??= events.subscribe('sms-breaker', key, onChange);
      const hold = known === undefined ? await refresh() : known;
      return hold && hold.endsAtMs > monotonicMs() ? hold.state : undefined;
    },

    /** Holds the breaker in every process once `tx` commits. */
    async hold(tx: Queryable, { state, reason, setBy, minutes }: Hold): Promise<void> {
      await tx`
        insert into sms_breaker (state, reason, set_by, expires_at)
        values (${state}, ${reason}, ${setBy}, now() + make_interval(mins => ${minutes}))
        on conflict (is_only) do update set state = excluded.state, reason = excluded.reason, set_by = excluded.set_by,
          set_at = now(), expires_at = excluded.expires_at`;
      await events.publish(tx, 'sms-breaker', key);
    },

    /** Ends a hold, so that automatic control continues. Returns false if the breaker is not held. */
    async release(tx: Queryable): Promise<boolean> {
      const { count } = await tx`delete from sms_breaker where expires_at > now()`;
      if (count > 0) await events.publish(tx, 'sms-breaker', key);
      return count > 0;
    },

    async find() {
      const [row] = await sql<
        (Pick<SmsBreakerRow, 'state' | 'reason' | 'setBy' | 'setAt' | 'expiresAt'> & {
          setByName: string | null;
        })[]
      >`
        select b.state, b.reason, b.set_by, b.set_at, b.expires_at, ${authorName(sql, sql`a`)} as set_by_name
        from sms_breaker b left join accounts a on a.id = b.set_by where b.expires_at > now()`;
      return row;
    },
  };
}
