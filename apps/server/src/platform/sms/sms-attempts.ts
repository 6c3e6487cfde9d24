import type { Sql } from '#database/connection.ts';
import type { SmsAttemptsRow } from '#database/tables.ts';
import type { Background } from '#lib/background.ts';

type Noted = Pick<
  SmsAttemptsRow,
  | 'smsId'
  | 'channel'
  | 'purpose'
  | 'maskedPhone'
  | 'carrier'
  | 'outcome'
  | 'cause'
  | 'reference'
  | 'parts'
  | 'tookMs'
>;

/**
 * Attempts stay in memory for this long. Losing them in a crash is harmless, because they only serve a display. A
 * gateway repeats a delivery report that arrives before its attempt is stored.
 */
const flushMs = 1_000;

/** Records the attempts to send SMS. Sending a message only adds to a list in memory; one statement stores the list. */
export function createSmsAttempts({
  sql,
  background,
}: {
  readonly sql: Sql;
  readonly background: Background;
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
      insert into sms_attempts (sms_id, channel, purpose, masked_phone, carrier, outcome, cause, reference, parts, took_ms)
      select "smsId", channel, purpose, "maskedPhone", carrier, outcome, cause, reference, parts, "tookMs"
      from jsonb_to_recordset(${sql.json(rows)}::jsonb) as r ("smsId" text, channel text, purpose text,
        "maskedPhone" text, carrier text, outcome text, cause text, reference text, parts smallint, "tookMs" integer)`;
  };

  return {
    note(attempt: Noted): void {
      noted.push(attempt);
      timer ??= setTimeout(() => background.run('store the attempts to send SMS', flush), flushMs).unref();
    },

    /** Stores the attempts that are in memory. */
    flush,

    /** Counts the answers of the gateways in the last minutes. */
    async read(minutes: number) {
      const [row] = await sql<
        { accepted: number; refused: number; unknown: number; averageMs: number | null }[]
      >`
        select (count(*) filter (where outcome = 'accepted'))::int as accepted,
          (count(*) filter (where outcome in ('text-refused', 'channel-broken')))::int as refused,
          (count(*) filter (where outcome = 'unknown'))::int as unknown,
          round(avg(took_ms))::int as average_ms
        from sms_attempts where created_at > now() - make_interval(mins => ${minutes})`;
      if (!row) throw new Error('the answers of the SMS gateways were not one row');
      return row;
    },
  };
}

export type SmsAttempts = ReturnType<typeof createSmsAttempts>;
