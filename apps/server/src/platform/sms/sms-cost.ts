import type { Logger } from 'pino';
import type { SmsChannel } from '@vid/contract/endpoints/admin/sms-shapes';
import type { Config } from '#config/config.ts';
import type { Queryable } from '#database/connection.ts';
import type { Metrics } from '#lib/telemetry/metrics.ts';
import { describeUse, useOf, type CeilingUse, type SmsCost } from './sms-ceiling.policy.ts';

type Settings = Pick<Config, 'smsPrice' | 'smsCeilingDay' | 'smsCeilingMonth'>;

const startOf = (sql: Queryable, unit: 'day' | 'month') =>
  sql`date_trunc(${unit}, now() at time zone 'Asia/Ho_Chi_Minh') at time zone 'Asia/Ho_Chi_Minh'`;

/**
 * Selects the cost of the accepted messages and of messages with an unknown outcome. A message costs its
 * reported price, or else `price` per part, or nothing if neither is known.
 */
const costs = (sql: Queryable, price: number | undefined, from: 'day' | 'month') => sql`
  select channel, created_at, price is not null as is_priced, coalesce(price, parts * ${price ?? null}::int, 0) as cost
  from sms_attempts where outcome in ('accepted', 'unknown') and created_at >= ${startOf(sql, from)}`;

/**
 * Sums the cost of today's messages and of the month's earlier days, in Vietnam time. `from` limits the rows that are read.
 */
async function sum(sql: Queryable, price: number | undefined, from: 'day' | 'month') {
  const day = startOf(sql, 'day');
  const [row] = await sql<{ day: Date; today: number; before: number }[]>`
    select ${day} as day, coalesce(sum(cost) filter (where created_at >= ${day}), 0)::float8 as today,
      coalesce(sum(cost) filter (where created_at < ${day}), 0)::float8 as before
    from (${costs(sql, price, from)}) c`;
  if (!row) throw new Error('expected one row with the cost of SMS');
  return row;
}

/** Lists the cost of the messages per gateway; `isKnown` is false if no price is known. */
export async function listSmsCosts(sql: Queryable, price: number | undefined) {
  return sql<(SmsCost & { channel: SmsChannel; isKnown: boolean })[]>`
    select channel, coalesce(sum(cost) filter (where created_at >= ${startOf(sql, 'day')}), 0)::float8 as today,
      sum(cost)::float8 as month, (${price ?? null}::int is not null or bool_or(is_priced)) as is_known
    from (${costs(sql, price, 'month')}) c group by channel`;
}

/** Returns the total cost of the messages; null if no price is known. */
export function totalCost(
  ofGateways: Awaited<ReturnType<typeof listSmsCosts>>,
  price: number | undefined,
): SmsCost | null {
  if (price === undefined && !ofGateways.some(({ isKnown }) => isKnown)) return null;
  const add = (period: 'today' | 'month') => ofGateways.reduce((total, cost) => total + cost[period], 0);
  return { today: add('today'), month: add('month') };
}

export async function readSmsCost(sql: Queryable, price: number | undefined): Promise<SmsCost | null> {
  return totalCost(await listSmsCosts(sql, price), price);
}

export const ceilingsOf = ({ smsCeilingDay, smsCeilingMonth }: Settings) => ({
  day: smsCeilingDay,
  month: smsCeilingMonth,
});

/** Age at which a process refreshes the sum in the background. */
const staleMs = 10_000;
/** Age at which callers wait for a new sum. */
const tooOldMs = 60_000;
/** Age at which the earlier days are read again, because delivery reports may still change their prices. */
const earlierMs = 3_600_000;

type Deps = {
  readonly sql: Queryable;
  readonly config: Settings;
  readonly log: Pick<Logger, 'error'>;
  readonly metrics: Pick<Metrics, 'gauge'>;
  readonly monotonicMs?: () => number;
};

/**
 * Compares the cost of the messages with the ceilings. Each process caches the sum for some seconds, so that
 * requests for codes do not wait for a query.
 */
export function createSmsCeiling({ sql, config, log, metrics, monotonicMs = () => performance.now() }: Deps) {
  const ceilings = ceilingsOf(config);
  const hasCeiling = ceilings.day !== undefined || ceilings.month !== undefined;
  let known: { readonly cost: SmsCost; readonly use: CeilingUse; readonly atMs: number } | undefined;
  let earlier: { readonly day: number; readonly before: number; readonly atMs: number } | undefined;
  let reading: Promise<void> | undefined;

  const readCost = async (): Promise<SmsCost> => {
    if (earlier && monotonicMs() - earlier.atMs < earlierMs) {
      const { day, today } = await sum(sql, config.smsPrice, 'day');
      if (day.getTime() === earlier.day) return { today, month: today + earlier.before };
    }
    const { day, today, before } = await sum(sql, config.smsPrice, 'month');
    earlier = { day: day.getTime(), before, atMs: monotonicMs() };
    return { today, month: today + before };
  };

  const read = async (): Promise<void> => {
    const cost = await readCost();
    const use = useOf(cost, ceilings);
    if (use.level !== 'below' && use.level !== known?.use.level)
      log.error(
        { cost: describeUse(use) },
        use.level === 'near' ? 'SMS costs are near their ceiling' : 'SMS costs have reached their ceiling',
      );
    known = { cost, use, atMs: monotonicMs() };
  };
  const refresh = (): Promise<void> => {
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  };

  const current = async () => {
    const ageMs = known ? monotonicMs() - known.atMs : Infinity;
    if (ageMs > tooOldMs) await refresh();
    // If the refresh fails, the next call tries again; callers wait once the sum is too old.
    else if (ageMs > staleMs) refresh().catch(() => undefined);
    if (!known) throw new Error('the cost of the SMS is unknown');
    return known;
  };

  metrics.gauge('vid_sms_cost_day_dong', 'Cost of the SMS sent today, in VND.', 'max', async () => {
    const { cost } = await current();
    return cost.today;
  });
  metrics.gauge('vid_sms_cost_month_dong', 'Cost of the SMS sent this month, in VND.', 'max', async () => {
    const { cost } = await current();
    return cost.month;
  });
  metrics.gauge(
    'vid_sms_ceiling_used_percent',
    'Percentage of the daily or monthly SMS ceiling that is used, whichever is higher.',
    'max',
    async () => (hasCeiling ? (await current()).use.percent : 0),
  );

  return {
    refresh,

    /** Returns the use of the ceilings, from a sum that is at most a minute old. */
    use: async (): Promise<CeilingUse> =>
      hasCeiling ? (await current()).use : useOf({ today: 0, month: 0 }, ceilings),

    isReached: async (): Promise<boolean> => hasCeiling && (await current()).use.level === 'reached',
  };
}

export type SmsCeiling = ReturnType<typeof createSmsCeiling>;
