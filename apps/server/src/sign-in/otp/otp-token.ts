import { webClientId } from '@vid/contract/limits';
import type { Fragment, Queryable, Sql } from '#database/connection.ts';
import type { OtpRequestPurpose, OtpTokensRow } from '#database/tables.ts';
import { AppError } from '#lib/app-error.ts';
import type { Keys } from '#lib/keys.ts';
import type { Evidence } from '#sign-in/complete/proof.ts';

/** The use of a token. `phone` is E.164. */
export type OtpTokenUse = {
  readonly token: string;
  readonly phone: string;
  /** The token's purpose must be one of these. */
  readonly purposes: readonly OtpRequestPurpose[];
  readonly preSessionHash: Buffer;
  /** The client that requested the code; VID's web app by default. */
  readonly clientId?: string;
};

/** A condition on the token `t`. */
function isUsable(sql: Queryable, tokenHash: Buffer, use: OtpTokenUse): Fragment {
  return sql`t.token_hash = ${tokenHash} and t.pre_session_hash = ${use.preSessionHash}
    and t.client_id = ${use.clientId ?? webClientId} and t.phone = ${use.phone}
    and t.purpose = any(${[...use.purposes]}::text[]) and t.used_at is null and t.expires_at > now()`;
}

/**
 * An otpToken proves that a browser entered the code of a phone. It is valid once, for ten minutes, for one purpose
 * and in that browser. Every failure is the same error, OTP_TOKEN_INVALID, which reveals nothing about other tokens.
 */
export function createOtpTokens({ sql, keys }: { readonly sql: Sql; readonly keys: Keys }) {
  const hashOf = (token: string): Buffer | undefined =>
    /^[\w-]{43}$/u.test(token) ? keys.hashSecret(token) : undefined;

  const consume = async (
    tx: Queryable,
    use: OtpTokenUse,
  ): Promise<{ phone: string; purpose: OtpRequestPurpose }> => {
    const tokenHash = hashOf(use.token);
    if (!tokenHash) throw new AppError('OTP_TOKEN_INVALID');
    const [row] = await tx<{ phone: string; purpose: OtpRequestPurpose }[]>`
      update otp_tokens t set used_at = now() where ${isUsable(tx, tokenHash, use)} returning phone, purpose`;
    if (!row) throw new AppError('OTP_TOKEN_INVALID');
    return row;
  };

  return {
    /**
     * Redeems a token with one statement, so only one of any number of parallel uses succeeds. Call it in the transaction
     * that the token permits; a rollback restores the token.
     * @throws AppError OTP_TOKEN_INVALID if it is unknown, used, expired, or of another phone, purpose, client or browser
     */
    consume,

    /** Redeems a token in the statement that writes the session of its phone's account, if that account is active. */
    evidence(use: OtpTokenUse): Evidence {
      const tokenHash = hashOf(use.token);
      if (!tokenHash) throw new AppError('OTP_TOKEN_INVALID');
      return {
        redeem: (tx, account) => tx`
          update otp_tokens t set used_at = now() from ${account}
          where ${isUsable(tx, tokenHash, use)} and t.phone = ${account}.phone and ${account}.status = 'active'
          returning t.token_hash`,
      };
    },

    /**
     * Checks a token as `consume` does, without redeeming it. For use before expensive work, or to explain a refusal.
     * @throws AppError OTP_TOKEN_INVALID
     */
    async requireLive(use: OtpTokenUse): Promise<void> {
      const tokenHash = hashOf(use.token);
      const rows = tokenHash && (await sql`select from otp_tokens t where ${isUsable(sql, tokenHash, use)}`);
      if (!rows || rows.count === 0) throw new AppError('OTP_TOKEN_INVALID');
    },

    /**
     * Stores the account that a redeemed token created, in the same transaction, so that a repeat after a lost
     * response finds it. `requestHash` is a keyed hash of the request without the password.
     */
    async rememberSignUp(
      tx: Queryable,
      input: { token: string; accountId: string; requestHash: Buffer },
    ): Promise<void> {
      await tx`
        update otp_tokens set account_id = ${input.accountId}, request_hash = ${input.requestHash}
        where token_hash = ${keys.hashSecret(input.token)}`;
    },

    /** The account that a redeemed token created, for the same browser and within the token's lifetime. */
    async findSignUp(
      token: string,
      preSessionHash: Buffer,
    ): Promise<{ accountId: string; requestHash: Buffer; phone: string } | undefined> {
      const tokenHash = hashOf(token);
      if (!tokenHash) return undefined;
      const [row] = await sql<Pick<OtpTokensRow, 'accountId' | 'requestHash' | 'phone'>[]>`
        select account_id, request_hash, phone from otp_tokens
        where token_hash = ${tokenHash} and pre_session_hash = ${preSessionHash}
          and used_at is not null and expires_at > now()`;
      if (!row?.accountId || !row.requestHash) return undefined;
      return { accountId: row.accountId, requestHash: row.requestHash, phone: row.phone };
    },

    /**
     * Ends every pending code and token of a phone (P10). Codes go first, in a separate statement: it waits for an
     * exchange in progress, and only a later statement sees the token of that exchange.
     */
    async revokeAll(tx: Queryable, phone: string): Promise<void> {
      await tx`delete from otp_codes where phone = ${phone}`;
      // Codes of the previous release.
      await tx`delete from otp_requests where phone = ${phone}`;
      await tx`delete from otp_tokens where phone = ${phone} and used_at is null`;
    },
  };
}

export type OtpTokens = ReturnType<typeof createOtpTokens>;
