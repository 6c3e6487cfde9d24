import type { Sql } from '#database/connection.ts';

export type StepKey = { readonly tokenHash: Buffer; readonly preSessionHash: Buffer };

export type CountedStep = {
  readonly accountId: string;
  readonly method: string;
  readonly isPersistent: boolean;
  readonly attempts: number;
  /** Database time, so that a server with a wrong clock accepts no old codes. */
  readonly nowMs: number;
};

/**
 * Finds sign-ins that wait for a code of the authenticator app and counts their attempts; `sign-in/complete`
 * inserts and deletes their rows.
 */
export function createStepRepo(sql: Sql) {
  return {
    /**
     * Counts an attempt before its comparison. Returns undefined if the step is unknown in this browser, has
     * expired, is done or has no attempt left.
     */
    async countAttempt(key: StepKey, maxAttempts: number): Promise<CountedStep | undefined> {
      const [step] = await sql<CountedStep[]>`
        update sign_in_steps set attempts = attempts + 1
        where pre_session_hash = ${key.preSessionHash} and token_hash = ${key.tokenHash}
          and expires_at > now() and attempts < ${maxAttempts}::int
        returning account_id, method, is_persistent, attempts::int,
          (extract(epoch from now()) * 1000)::float8 as now_ms`;
      return step;
    },

    isLive: ({ tokenHash, preSessionHash }: StepKey) =>
      sql`
        select from sign_in_steps
        where pre_session_hash = ${preSessionHash} and token_hash = ${tokenHash} and expires_at > now()`.hasRows(),
  };
}
