import type { Sql } from '#database/connection.ts';
import type { Background } from '#lib/background.ts';
import type { SmsOutcome } from '#ports/sms.ts';

type Noted = Record<SmsOutcome, number> & { tookMs: number };

/**
 * Replies stay in memory for this long. Losing them in a crash is harmless, because they only serve a display
 * of the last minutes.
 */
const flushMs = 5_000;

/**
 * Counts the gateway's replies of each minute, over all processes. Sending a message only adds to numbers in memory; one
 * statement stores them up to five seconds later.
 */
export function createSmsHealthLog({
  sql,
  background,
}: {
  readonly sql: Sql;
  readonly background: Background;
}) {
  let noted: Noted | undefined;
  let timer: NodeJS.Timeout | undefined;

  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    if (!noted) return;
    const { accepted, refused, unknown, tookMs } = noted;
    noted = undefined;
    await sql`
      insert into sms_minutes as m (minute, accepted, refused, unknown, took_ms)
      values (date_trunc('minute', now()), ${accepted}, ${refused}, ${unknown}, ${Math.round(tookMs)})
      on conflict (minute) do update set accepted = m.accepted + excluded.accepted,
        refused = m.refused + excluded.refused, unknown = m.unknown + excluded.unknown,
        took_ms = m.took_ms + excluded.took_ms`;
  };

  return {
    note(outcome: SmsOutcome, tookMs: number): void {
      noted ??= { accepted: 0, refused: 0, unknown: 0, tookMs: 0 };
      noted[outcome] += 1;
      noted.tookMs += tookMs;
      timer ??= setTimeout(
        () => background.run('store the replies of the SMS gateway', flush),
        flushMs,
      ).unref();
    },

    /** Stores the counts that are in memory. */
    flush,

    async read(minutes: number) {
      const [row] = await sql<
        { accepted: number; refused: number; unknown: number; averageMs: number | null }[]
      >`
        select coalesce(sum(accepted), 0)::int as accepted, coalesce(sum(refused), 0)::int as refused,
          coalesce(sum(unknown), 0)::int as unknown,
          round(sum(took_ms) / nullif(sum(accepted + refused + unknown), 0))::int as average_ms
        from sms_minutes where minute > now() - make_interval(mins => ${minutes})`;
      if (!row) throw new Error('the replies of the SMS gateway were not one row');
      return row;
    },
  };
}

export type SmsHealthLog = ReturnType<typeof createSmsHealthLog>;
