import type { Sql } from '#database/connection.ts';
import type { Metrics } from '#lib/telemetry/metrics.ts';

/** Maximum number of messages counted per kind, so that a scrape is quick however many wait. */
const countedRows = 10_000;

/**
 * Returns by kind the number of unsent messages, the age of the oldest, and, for SMS and mail, the longest
 * wait of a due message: 0 if none is due, null for other kinds. Counts at most `countedRows` messages per
 * kind. A message that waits for its next attempt is not due.
 */
export async function countBacklog(sql: Sql) {
  return sql<{ kind: string; waiting: number; oldestSeconds: number; overdueSeconds: number | null }[]>`
    select k.kind, count(d.created_at)::int as waiting,
      coalesce(extract(epoch from now() - min(d.created_at)), 0)::float8 as oldest_seconds,
      case when k.kind in ('sms', 'mail') then
        greatest(extract(epoch from now() - min(d.next_attempt_at)), 0)::float8 end as overdue_seconds
    from unnest(array['sms', 'mail', 'logout']) k (kind) left join lateral (
      select created_at, next_attempt_at from deliveries
      where kind = k.kind and kind <> 'webhook' and status in ('pending', 'sending') and expires_at > now()
      order by is_urgent desc, turn_at, id limit ${countedRows}) d on true
    group by k.kind
    union all
    select 'webhook', count(*)::int, coalesce(extract(epoch from now() - min(created_at)), 0)::float8, null
    from (
      select created_at from deliveries where kind = 'webhook' and status = 'pending' order by give_up_at
      limit ${countedRows}) d`;
}

export function measureBacklog(sql: Sql, metrics: Pick<Metrics, 'gaugePerLabel'>): void {
  let counting: ReturnType<typeof countBacklog> | undefined;
  const read = async (field: 'waiting' | 'oldestSeconds' | 'overdueSeconds') => {
    // The gauges of a scrape share one statement.
    counting ??= countBacklog(sql);
    try {
      return Object.fromEntries(
        (await counting).flatMap((row) => (row[field] === null ? [] : [[row.kind, row[field]]])),
      );
    } finally {
      counting = undefined;
    }
  };
  metrics.gaugePerLabel(
    {
      name: 'vid_deliveries_waiting',
      help: `Messages that are not sent yet, by kind; at most ${countedRows}.`,
      aggregator: 'max',
      label: 'kind',
    },
    () => read('waiting'),
  );
  metrics.gaugePerLabel(
    {
      name: 'vid_deliveries_oldest_seconds',
      help: 'Age of the oldest message that is not sent yet, by kind.',
      aggregator: 'max',
      label: 'kind',
    },
    () => read('oldestSeconds'),
  );
  metrics.gaugePerLabel(
    {
      name: 'vid_deliveries_overdue_seconds',
      help: 'Time for which the longest waiting SMS or mail has been due, by kind. Pauses between attempts do not count.',
      aggregator: 'max',
      label: 'kind',
    },
    () => read('overdueSeconds'),
  );
}
