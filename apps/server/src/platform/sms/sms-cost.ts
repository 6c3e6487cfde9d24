import type { Logger } from 'pino';
import type { Config } from '#config/config.ts';
import type { Sql } from '#database/connection.ts';
import type { Metrics } from '#lib/metrics.ts';
import { describeUse, useOf, type CeilingUse, type SmsCost } from './sms-ceiling.policy.ts';

type Settings = Pick<Config, 'smsPrice' | 'smsCeilingDay' | 'smsCeilingMonth'>;

/**
 * Sums the cost of today and of the current month before today, in Vietnam time. A message costs its known
 * price, or else `price` for each part. A message that a gateway may have counts too. `from` limits the rows
 * that are read.
 */
async function sum(sql: Sql, price: number | undefined, from: 'day' | 'month') {
  const startOf = (unit: 'day' | 'month') =>
    sql`date_trunc(${unit}, now() at time zone 'Asia/Ho_Chi_Minh') at time zone 'Asia/Ho_Chi_Minh'`;
  const [row] = await sql<{ day: Date; today: number; before: number; isKnown: boolean }[]>`
    select ${startOf('day')} as day, coalesce(sum(cost) filter (where created_at >= ${startOf('day')}), 0)::float8 as today,
      coalesce(sum(cost) filter (where created_at < ${startOf('day')}), 0)::float8 as before,
      (${price ?? null}::int is not null or coalesce(bool_or(priced), false)) as is_known
    from (
      select created_at, price is not null as priced, coalesce(price, parts * ${price ?? null}::int, 0) as cost
      from sms_attempts where outcome in ('accepted', 'unknown') and created_at >= ${startOf(from)}) a`;
  if (!row) throw new Error('the cost of the SMS was not one row');
  return row;
}

/** Returns the cost of the messages; null if no price is known. */
export async function readSmsCost(sql: Sql, price: number | undefined): Promise<SmsCost | null> {
  const { today, before, isKnown } = await sum(sql, price, 'month');
  return isKnown ? { today, month: today + before } : null;
}

export const ceilingsOf = ({ smsCeilingDay, smsCeilingMonth }: Settings) => ({
  day: smsCeilingDay,
  month: smsCeilingMonth,
});

/** A process reads the cost in the background once it is this old, and waits for it once it is too old. */
const staleMs = 10_000;
const tooOldMs = 60_000;
/** Delivery reports may still change the prices of earlier days. */
const earlierMs = 3_600_000;

type Deps = {
  readonly sql: Sql;
  readonly config: Settings;
  readonly log: Pick<Logger, 'error'>;
  readonly metrics: Pick<Metrics, 'gauge'>;
  /** A monotonic clock; tests replace it. */
  readonly monotonicMs?: () => number;
};

/**
 * Compares the cost of the messages with the ceilings. Each process keeps the sum for some seconds, so that a
 * request for a code waits for no query.
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
        `the SMS ${use.level === 'near' ? 'nearly cost' : 'cost'} their ceiling`,
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
    // If this fails, the next call tries again, and waits once the sum is too old.
    else if (ageMs > staleMs) refresh().catch(() => undefined);
    if (!known) throw new Error('the cost of the SMS is unknown');
    return known;
  };

  metrics.gauge('vid_sms_cost_day_dong', 'Cost of the SMS of today, in VND.', 'max', async () => {
    const { cost } = await current();
    return cost.today;
  });
  metrics.gauge('vid_sms_cost_month_dong', 'Cost of the SMS of this month, in VND.', 'max', async () => {
    const { cost } = await current();
    return cost.month;
  });
  metrics.gauge(
    'vid_sms_ceiling_used_percent',
    'Used part of the SMS ceiling of the day or the month, whichever is higher.',
    'max',
    async () => (hasCeiling ? (await current()).use.percent : 0),
  );

  return {
    refresh,

    /** Returns how far the ceilings are used, by a sum that is at most a minute old. */
    use: async (): Promise<CeilingUse> =>
      hasCeiling ? (await current()).use : useOf({ today: 0, month: 0 }, ceilings),

    /** Costs no query without a ceiling. */
    isReached: async (): Promise<boolean> => hasCeiling && (await current()).use.level === 'reached',
  };
}

export type SmsCeiling = ReturnType<typeof createSmsCeiling>;
