import { webClientId } from '@vid/contract/limits';
import type { Fragment, Queryable } from '#database/connection.ts';
import type { OtpCodePurpose } from '#database/tables.ts';
import { AppError } from '#lib/app-error.ts';
import type { Platform } from '#platform/platform.ts';
import type { Browser } from '#sign-in/complete/proof.ts';

/** Properties that a token must match. `phone` is in E.164 format. */
export type OtpTokenUse = {
  readonly token: string;
  readonly phone: string;
  readonly purposes: readonly OtpCodePurpose[];
  readonly preSessionHash: Buffer;
  /** Defaults to VID's own web app. */
  readonly clientId?: string;
};

export const useOf = (
  { otpToken: token, browser }: { readonly otpToken: string; readonly browser: Browser },
  phone: string,
  ...purposes: readonly OtpCodePurpose[]
): OtpTokenUse => ({ token, phone, purposes, preSessionHash: browser.preSession.hash });

/**
 * SQL condition on the code `c` of the token. The phone, which must match, also lets the query use an index.
 */
function isUsable(sql: Queryable, tokenHash: Buffer, use: OtpTokenUse): Fragment {
  return sql`c.phone = ${use.phone} and c.token_hash = ${tokenHash} and c.pre_session_hash = ${use.preSessionHash}
    and c.client_id = ${use.clientId ?? webClientId} and c.purpose = any(${[...use.purposes]}::text[])
    and c.token_used_at is null and c.token_expires_at > now()`;
}

/**
 * Manages otpTokens. An otpToken proves that a browser entered the code sent to a phone. It is valid once,
 * for ten minutes, for one purpose and in that browser.
 */
export function createOtpTokens({ sql, keys }: Platform) {
  const hashOf = (token: string): Buffer | undefined =>
    /^[\w-]{43}$/u.test(token) ? keys.hashSecret(token) : undefined;

  const redeem = async (tx: Queryable, use: OtpTokenUse): Promise<boolean> => {
    const tokenHash = hashOf(use.token);
    if (!tokenHash) return false;
    return tx`
      update otp_codes c set token_used_at = now() where ${isUsable(tx, tokenHash, use)}`.hasRows();
  };

  return {
    /**
     * Redeems a token in the transaction of the change that it permits; a rollback restores the token. Only
     * one of several parallel uses succeeds. Returns false if the token is unknown, used, expired, or of
     * another phone, purpose, client or browser.
     */
    redeem,

    /**
     * Redeems a token like `redeem`.
     * @throws AppError OTP_TOKEN_INVALID instead of returning false
     */
    async consume(tx: Queryable, use: OtpTokenUse): Promise<void> {
      if (!(await redeem(tx, use))) throw new AppError('OTP_TOKEN_INVALID');
    },

    /**
     * Checks a token without redeeming it, before expensive work or to explain a refusal.
     * @throws AppError OTP_TOKEN_INVALID
     */
    async requireLive(use: OtpTokenUse): Promise<void> {
      const tokenHash = hashOf(use.token);
      const rows = tokenHash && (await sql`select from otp_codes c where ${isUsable(sql, tokenHash, use)}`);
      if (!rows || rows.count === 0) throw new AppError('OTP_TOKEN_INVALID');
    },

    /**
     * Stores the account that a redeemed token created in the same transaction, so that a call repeated after
     * a lost response finds it. `requestHash` is a keyed hash of the request without the password.
     */
    async rememberSignUp(
      tx: Queryable,
      input: { token: string; phone: string; accountId: string; requestHash: Buffer },
    ): Promise<void> {
      await tx`
        update otp_codes set account_id = ${input.accountId}, sign_up_hash = ${input.requestHash}
        where phone = ${input.phone} and token_hash = ${keys.hashSecret(input.token)}`;
    },

    /**
     * Returns the account that a redeemed token created; undefined if the token created none, has expired, or
     * belongs to another browser or phone.
     */
    async findSignUp(
      token: string,
      phone: string,
      preSessionHash: Buffer,
    ): Promise<{ accountId: string; requestHash: Buffer } | undefined> {
      const tokenHash = hashOf(token);
      if (!tokenHash) return undefined;
      const [row] = await sql<{ accountId: string | null; signUpHash: Buffer | null }[]>`
        select account_id, sign_up_hash from otp_codes
        where phone = ${phone} and token_hash = ${tokenHash} and pre_session_hash = ${preSessionHash}
          and token_used_at is not null and token_expires_at > now()`;
      if (!row?.accountId || !row.signUpHash) return undefined;
      return { accountId: row.accountId, requestHash: row.signUpHash };
    },

    /**
     * Ends every pending code and token of a phone (P10). A code and its token are one row, so the statement
     * waits for an exchange in progress and then ends its token too. The rows remain, because they count
     * against the phone's limits. The expiry becomes `-infinity`, because `now()` is earlier in a transaction
     * that began before this one and redeems later.
     */
    async revokeAll(tx: Queryable, phone: string): Promise<void> {
      await tx`
        update otp_codes set expires_at = '-infinity', token_expires_at = '-infinity'
        where phone = ${phone} and token_used_at is null and (expires_at > now() or token_expires_at > now())`;
    },
  };
}

export type OtpTokens = ReturnType<typeof createOtpTokens>;
