import type { Sql } from '#database/connection.ts';
import type { SmsAttemptsRow } from '#database/tables.ts';
import type { Background } from '#lib/background.ts';
import type { Metrics } from '#lib/telemetry/metrics.ts';
import type { SmsReport } from '#ports/sms/sms.ts';

type Noted = Pick<
  SmsAttemptsRow,
  | 'smsId'
  | 'codeId'
  | 'channel'
  | 'purpose'
  | 'maskedPhone'
  | 'carrier'
  | 'outcome'
  | 'cause'
  | 'reference'
  | 'parts'
  | 'tookMs'
  | 'price'
>;

/**
 * Interval between two writes. A crash loses at most the attempts of one interval. Delivery reports, which
 * update stored attempts, usually arrive later.
 */
const flushMs = 1_000;

/** Collects attempts to send messages in memory, and stores them with one statement per interval. */
export function createSmsAttempts({
  sql,
  background,
  metrics,
}: {
  readonly sql: Sql;
  readonly background: Background;
  readonly metrics: Pick<Metrics, 'smsAttempts' | 'smsReports'>;
}) {
  let noted: Noted[] = [];
  let timer: NodeJS.Timeout | undefined;

  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    if (noted.length === 0) return;
    const rows = noted;
    noted = [];
    await sql`
      insert into sms_attempts (sms_id, code_id, channel, purpose, masked_phone, carrier, outcome, cause, reference, parts,
        took_ms, price)
      select "smsId", "codeId", channel, purpose, "maskedPhone", carrier, outcome, cause, reference, parts, "tookMs", price
      from jsonb_to_recordset(${sql.json(rows)}::jsonb) as r ("smsId" text, "codeId" text, channel text, purpose text,
        "maskedPhone" text, carrier text, outcome text, cause text, reference text, parts smallint,
        "tookMs" integer, price integer)`;
  };

  return {
    note(attempt: Noted): void {
      noted.push(attempt);
      metrics.smsAttempts.inc({ channel: attempt.channel, outcome: attempt.outcome });
      timer ??= setTimeout(() => background.run('store the attempts to send SMS', flush), flushMs).unref();
    },

    flush,

    /**
     * Counts the attempts of the last minutes by outcome, and averages the duration of all (null without
     * attempts). The counts omit refused numbers, which are not a gateway's fault.
     */
    async countAnswers(minutes: number) {
      const [row] = await sql<
        { accepted: number; refused: number; unknown: number; averageMs: number | null }[]
      >`
        select (count(*) filter (where outcome = 'accepted'))::int as accepted,
          (count(*) filter (where outcome in ('text-refused', 'channel-broken')))::int as refused,
          (count(*) filter (where outcome = 'unknown'))::int as unknown,
          round(avg(took_ms))::int as average_ms
        from sms_attempts where created_at > now() - make_interval(mins => ${minutes})`;
      if (!row) throw new Error('expected one row with the answers of the SMS gateways');
      return row;
    },

    /**
     * Stores a delivery report. A later report of the same message only adds a missing price. Returns false if
     * the report matches no attempt. A message without a readable response counts as accepted once it is
     * delivered.
     */
    async noteReport(channel: SmsAttemptsRow['channel'], report: SmsReport): Promise<boolean> {
      const { smsId, reference, isDelivered, price } = report;
      const { count } = await sql`
        update sms_attempts set is_delivered = coalesce(is_delivered, ${isDelivered}),
          price = coalesce(price, ${price}::int), reported_at = coalesce(reported_at, now()),
          outcome = 'accepted', cause = null
        where channel = ${channel} and sms_id = ${smsId ?? ''}
          and (outcome = 'accepted' or (outcome = 'unknown' and ${isDelivered}))
          and (reference is null or reference = ${reference ?? ''})`;
      if (count > 0) metrics.smsReports.inc({ channel, event: isDelivered ? 'delivered' : 'undelivered' });
      return count > 0;
    },

    isDelivered: (smsId: string): Promise<boolean> =>
      sql`select from sms_attempts where sms_id = ${smsId} and is_delivered`.hasRows(),

    /**
     * Summarizes the last day by gateway and carrier. Times are medians. An entered code counts for the last
     * gateway that accepted it.
     */
    async countDay() {
      return sql<
        (Pick<SmsAttemptsRow, 'channel' | 'carrier'> & {
          accepted: number;
          delivered: number;
          undelivered: number;
          failed: number;
          codes: number;
          verified: number;
          answerMs: number;
          deliverySeconds: number | null;
        })[]
      >`
        select channel, carrier, (count(*) filter (where outcome = 'accepted'))::int as accepted,
          (count(*) filter (where is_delivered))::int as delivered,
          (count(*) filter (where not is_delivered))::int as undelivered,
          (count(*) filter (where outcome <> 'accepted'))::int as failed,
          (count(*) filter (where outcome = 'accepted' and code_id is not null))::int as codes,
          (count(*) filter (where is_verified))::int as verified,
          round(percentile_cont(0.5) within group (order by took_ms))::int as answer_ms,
          round(percentile_cont(0.5) within group (
            order by extract(epoch from reported_at - created_at)) filter (where is_delivered))::int as delivery_seconds
        from (
          select a.*, a.outcome = 'accepted' and c.id is not null and not exists (
              select from sms_attempts later where later.sms_id = a.sms_id and later.outcome = 'accepted' and later.id > a.id
            ) as is_verified
          from sms_attempts a left join otp_codes c on c.id = a.code_id and c.verified_at is not null
          where a.created_at > now() - interval '1 day') a
        group by channel, carrier order by channel, count(*) desc`;
    },

    /** `nextChannel` is the gateway that accepted the message after the failure, or null. */
    async listFailures(limit: number) {
      return sql<
        (Pick<SmsAttemptsRow, 'createdAt' | 'channel' | 'carrier' | 'maskedPhone' | 'purpose' | 'cause'> & {
          nextChannel: SmsAttemptsRow['channel'] | null;
        })[]
      >`
        select created_at, channel, carrier, masked_phone, purpose, cause,
          (select later.channel from sms_attempts later
            where later.sms_id = a.sms_id and later.outcome = 'accepted' and later.id > a.id
            order by later.id desc limit 1) as next_channel
        from sms_attempts a
        where created_at > now() - interval '1 day' and (outcome <> 'accepted' or not is_delivered)
        order by created_at desc, id desc limit ${limit}`;
    },
  };
}

export type SmsAttempts = ReturnType<typeof createSmsAttempts>;
