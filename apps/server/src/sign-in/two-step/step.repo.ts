import { findDeviceOfAccount } from '#account/known-devices/known-device-sql.ts';
import { joinAuthenticatorApp } from '#account/two-step/two-step-sql.ts';
import type { Sql } from '#database/connection.ts';

export type StepKey = { readonly tokenHash: Buffer; readonly preSessionHash: Buffer };

/** An unfinished sign-in whose attempt is counted. */
export type CountedStep = {
  readonly accountId: string;
  /** The method of its first proof. */
  readonly method: string;
  readonly isPersistent: boolean;
  readonly attempts: number;
  /** Null if the app has been switched off since. */
  readonly sealedSecret: Buffer | null;
  /** The known device that makes the attempt (hexadecimal); null for a stranger. */
  readonly device: string | null;
  /** The database's clock, so that a wrong clock of one server does not accept old codes. */
  readonly nowMs: number;
};

/** Queries of sign-ins that wait for a code of the authenticator app. `sign-in/complete` writes and deletes them. */
export function createStepRepo(sql: Sql) {
  return {
    /** Counts an attempt before its comparison. No row if the step has expired, is done or has no attempt left. */
    async countAttempt(
      key: StepKey,
      input: { readonly maxAttempts: number; readonly devices: readonly string[] },
    ): Promise<CountedStep | undefined> {
      const [step] = await sql<CountedStep[]>`
        update sign_in_steps s set attempts = s.attempts + 1
        from accounts a ${joinAuthenticatorApp(sql, sql`a.id`)}
        where s.pre_session_hash = ${key.preSessionHash} and s.token_hash = ${key.tokenHash}
          and s.expires_at > now() and s.attempts < ${input.maxAttempts}::int and a.id = s.account_id
        returning s.account_id, s.method, s.is_persistent, s.attempts::int, app.sealed_secret,
          (${findDeviceOfAccount(sql, sql`s.account_id`, input.devices)}) as device,
          (extract(epoch from now()) * 1000)::float8 as now_ms`;
      return step;
    },

    async isLive({ tokenHash, preSessionHash }: StepKey): Promise<boolean> {
      const { count } = await sql`
        select from sign_in_steps
        where pre_session_hash = ${preSessionHash} and token_hash = ${tokenHash} and expires_at > now()`;
      return count > 0;
    },
  };
}
