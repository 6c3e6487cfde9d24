import type { ErrorCode } from '@vid/contract/errors';
import type { Sql } from '#database/connection.ts';
import { AppError } from '#lib/app-error.ts';
import { newRefusalReference } from '#lib/text/references.ts';
import type { Counters } from '#platform/limits/counters.ts';

const keepDays = 14;
/**
 * Number of refusals stored per minute, for one network or account and in total, so that callers cannot fill
 * the disk. A refusal above the limit has a reference but no record.
 */
const storedPerMinute = { ofOne: 100, all: 300 } as const;
const maxTextLength = 500;

export type Refusal = {
  readonly ref: string;
  readonly clientId: string | null;
  readonly reason: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly createdAt: Date;
};

/** Stores the reason for a refusal, and throws an error with the code and the refusal's reference. */
export type RefuseWithRef = (
  code: ErrorCode,
  asked: {
    readonly clientId: string;
    readonly appCode: string;
    readonly reason: string;
    readonly redirectUri: string | undefined;
    readonly from: string;
  },
) => Promise<never>;

type NewRefusal = Omit<Refusal, 'ref' | 'createdAt'> & {
  readonly from: string;
};

/** Shortens a text, and removes NUL and lone surrogates, which PostgreSQL cannot store. */
function clean(text: string, length: number): string {
  return text.slice(0, length).replaceAll('\u0000', '').toWellFormed();
}

function cleanValue(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? clean(value, maxTextLength) : value;
}

/** Stores refusals under short references that users can report to support. */
export function createRefusalLog(sql: Sql, counters: Pick<Counters, 'hitInOrder'>) {
  const write = async ({ clientId, reason, details, from }: NewRefusal): Promise<string> => {
    const ref = newRefusalReference();
    const counts = await counters.hitInOrder([
      { key: `sso-traces:${from}`, windowSeconds: 60, limit: storedPerMinute.ofOne },
      { key: 'sso-traces', windowSeconds: 60, limit: storedPerMinute.all },
    ]);
    if (counts.some(({ isOver }) => isOver)) return ref;
    await sql`
      insert into sso_traces (ref, client_id, reason, details, expires_at)
      values (${ref}, ${clientId === null ? null : clean(clientId, 128)}, ${clean(reason, 100)},
        ${JSON.stringify(details, cleanValue)}::text::jsonb,
        now() + make_interval(days => ${keepDays}))`;
    return ref;
  };
  const refuse: RefuseWithRef = async (code, { clientId, appCode, reason, redirectUri, from }) => {
    const details = {
      appCode: appCode.slice(0, 64),
      redirectUri: redirectUri?.slice(0, maxTextLength) ?? null,
      route: 'community',
    };
    const ref = await write({ clientId, reason, details, from });
    throw new AppError(code, { details: { ref } });
  };
  const find = (ref: string) =>
    sql<Refusal[]>`
      select ref, client_id, reason, details, created_at
      from sso_traces where ref = ${ref.trim().toUpperCase()}`.first();
  return {
    write,
    refuse,
    find,

    /**
     * Returns a refusal as managers and administrators see it, with its details as texts; undefined for an
     * unknown reference.
     */
    async explain(ref: string) {
      const found = await find(ref);
      return (
        found && {
          clientId: found.clientId,
          reason: found.reason,
          at: found.createdAt,
          details: Object.entries(found.details)
            .filter(([, value]) => value !== null)
            .map(([name, value]) => ({
              name,
              value: typeof value === 'string' ? value : JSON.stringify(value),
            })),
        }
      );
    },
  };
}

export type RefusalLog = ReturnType<typeof createRefusalLog>;
