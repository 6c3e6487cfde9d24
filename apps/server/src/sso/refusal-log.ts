import { randomBytes } from 'node:crypto';
import type { ErrorCode } from '@vid/contract/errors';
import type { Sql } from '#database/connection.ts';
import type { Counters } from '#platform/limits/counters.ts';
import { AppError } from '#lib/app-error.ts';

/** How long a refused request can be asked about. */
const keepDays = 14;
/** Refusals kept in a minute; further ones get a number that leads nowhere, so that nobody can fill the disk. */
const keptPerMinute = 300;
const detailLength = 500;
/** Letters that are not mistaken for another when read aloud. */
const letters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

export type Trace = {
  readonly ref: string;
  readonly clientId: string | null;
  readonly reason: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly createdAt: Date;
};

/** Refuses with a code, and with a reference number that leads to what was asked. */
export type RefuseTraced = (
  code: ErrorCode,
  asked: { clientId: string; appCode: string; reason: string; redirectUri: string | undefined },
) => Promise<never>;

/** Characters that PostgreSQL can't keep, or half of one after the cut, must not turn a refusal into a failure. */
function clean(text: string, length: number): string {
  return text.slice(0, length).replaceAll('\u0000', '').toWellFormed();
}

function cleanValue(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? clean(value, detailLength) : value;
}

/** Why sign-on requests were refused, kept under the short number that the person saw. */
export function createTraces(sql: Sql, counters: Pick<Counters, 'hit'>) {
  const write = async (
    clientId: string | undefined,
    reason: string,
    details: Record<string, unknown>,
  ): Promise<string> => {
    const ref = Array.from(randomBytes(10), (byte) => letters[byte % letters.length]).join('');
    const [kept] = await counters.hit([{ key: 'sso-traces', windowSeconds: 60, limit: keptPerMinute }]);
    if (kept?.isOver) return ref;
    await sql`
      insert into sso_traces (ref, client_id, reason, details, expires_at)
      values (${ref}, ${clientId === undefined ? null : clean(clientId, 128)}, ${clean(reason, 100)},
        ${JSON.stringify(details, cleanValue)}::text::jsonb,
        now() + make_interval(days => ${keepDays}))`;
    return ref;
  };
  const refuse: RefuseTraced = async (code, { clientId, appCode, reason, redirectUri }) => {
    const ref = await write(clientId, reason, {
      appCode: appCode.slice(0, 64),
      redirectUri: redirectUri?.slice(0, 500) ?? null,
      route: 'community',
    });
    throw new AppError(code, { details: { ref } });
  };
  return {
    write,
    refuse,
    async find(ref: string): Promise<Trace | undefined> {
      const [row] = await sql<(Omit<Trace, 'createdAt'> & { createdAt: string })[]>`
        select ref, client_id as "clientId", reason, details, created_at as "createdAt"
        from sso_traces where ref = ${ref.trim().toUpperCase()}`;
      return row && { ...row, createdAt: new Date(row.createdAt) };
    },
  };
}

export type Traces = ReturnType<typeof createTraces>;
