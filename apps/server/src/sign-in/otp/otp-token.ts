import { webClientId } from '@vid/contract/limits';
import type { Fragment, Queryable, Sql } from '#database/connection.ts';
import type { OtpRequestPurpose, OtpTokensRow } from '#database/tables.ts';
import { AppError } from '#lib/app-error.ts';
import type { Keys } from '#lib/keys.ts';

/** Who hands a token in, and what for; `phone` is E.164. */
export type OtpTokenUse = {
  readonly token: string;
  readonly phone: string;
  /** The purposes that are good here; the token's own must be among them. */
  readonly purposes: readonly OtpRequestPurpose[];
  readonly preSessionHash: Buffer;
  /** The client the code was asked for by; VID's own web app unless said otherwise. */
  readonly clientId?: string;
};

/** Purposes whose token opens an account: a sign-in by code of an unknown phone goes on to sign-up with it. */
const signUpPurposes: readonly OtpRequestPurpose[] = ['signup', 'signin'];

function isUsable(sql: Queryable, tokenHash: Buffer, use: OtpTokenUse): Fragment {
  return sql`token_hash = ${tokenHash} and pre_session_hash = ${use.preSessionHash}
    and client_id = ${use.clientId ?? webClientId} and phone = ${use.phone}
    and purpose = any(${[...use.purposes]}::text[]) and used_at is null and expires_at > now()`;
}

/**
 * otpTokens: proof that a browser entered the code of a phone, good once, for ten minutes, for one purpose, in
 * that browser. Every failure looks alike (OTP_TOKEN_INVALID), so that nothing is learned from trying.
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
      update otp_tokens set used_at = now() where ${isUsable(tx, tokenHash, use)} returning phone, purpose`;
    if (!row) throw new AppError('OTP_TOKEN_INVALID');
    return row;
  };

  return {
    /**
     * Spends a token: one statement, so that of any number of parallel uses one wins. Call it inside the
     * transaction of what it permits; a rollback gives the token back.
     * @throws AppError OTP_TOKEN_INVALID: unknown, used, expired, of another phone, purpose, client or browser.
     */
    consume,

    /**
     * Throws what `consume` would, without spending the token: for what is too dear to be done for a bad one.
     * @throws AppError OTP_TOKEN_INVALID
     */
    async requireLive(use: OtpTokenUse): Promise<void> {
      const tokenHash = hashOf(use.token);
      const rows = tokenHash && (await sql`select from otp_tokens where ${isUsable(sql, tokenHash, use)}`);
      if (!rows || rows.count === 0) throw new AppError('OTP_TOKEN_INVALID');
    },

    /** `consume` for sign-up, which takes the tokens of `signup` and `signin` codes. */
    claimForSignUp: (tx: Queryable, use: Omit<OtpTokenUse, 'purposes'>) =>
      consume(tx, { ...use, purposes: signUpPurposes }),

    /**
     * Notes with a spent token which account it made, in the same transaction, so that a repeat after a lost
     * answer finds it. `requestHash` is a hash over what was asked (`keys.pepper`), never over the password alone.
     */
    async rememberSignUp(
      tx: Queryable,
      input: { token: string; accountId: string; requestHash: Buffer },
    ): Promise<void> {
      await tx`
        update otp_tokens set account_id = ${input.accountId}, request_hash = ${input.requestHash}
        where token_hash = ${keys.hashSecret(input.token)}`;
    },

    /** What a spent token made, for the browser that spent it and while the token would still be alive. */
    async findSpent(
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

    /** Ends every pending code and token of a phone (P10); belongs in the transaction that changes its password. */
    async revokeAll(tx: Queryable, phone: string): Promise<void> {
      await tx`delete from otp_tokens where phone = ${phone} and used_at is null`;
      await tx`delete from otp_requests where phone = ${phone}`;
    },
  };
}

export type OtpTokens = ReturnType<typeof createOtpTokens>;
