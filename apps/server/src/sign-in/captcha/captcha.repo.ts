import type { Queryable, Sql } from '#database/connection.ts';

type NewToken = {
  readonly tokenHash: Buffer;
  readonly preSessionHash: Buffer;
  readonly purpose: string | null;
  readonly ttlSeconds: number;
  readonly workLevel: number;
};

type TokenUse = { readonly tokenHash: Buffer; readonly preSessionHash: Buffer; readonly purpose: string };

export function createCaptchaRepo(sql: Sql) {
  return {
    async insertPicture(picture: {
      id: string;
      answerHash: Buffer;
      preSessionHash: Buffer;
      ttlSeconds: number;
    }): Promise<void> {
      await sql`
        insert into captchas (id, answer_hash, pre_session_hash, expires_at)
        values (${picture.id}, ${picture.answerHash}, ${picture.preSessionHash},
          now() + make_interval(secs => ${picture.ttlSeconds}))`;
    },

    /**
     * Deletes a picture, so that it accepts only one answer. Returns the hash of the right answer; undefined
     * if the picture is unknown, has expired or was issued to another browser.
     */
    async takePicture(tx: Queryable, id: string, preSessionHash: Buffer): Promise<Uint8Array | undefined> {
      const [row] = await tx<{ answerHash: Uint8Array; isLive: boolean }[]>`
        delete from captchas where id = ${id} and pre_session_hash = ${preSessionHash}
        returning answer_hash, expires_at > now() as is_live`;
      return row?.isLive ? row.answerHash : undefined;
    },

    spendChallenge: (tx: Queryable, signatureHash: Buffer, ttlSeconds: number) =>
      tx`
        insert into spent_challenges (signature_hash, expires_at)
        values (${signatureHash}, now() + make_interval(secs => ${ttlSeconds}))
        on conflict do nothing`.hasRows(),

    async insertToken(tx: Queryable, token: NewToken): Promise<void> {
      await tx`
        insert into captcha_tokens (token_hash, pre_session_hash, purpose, work_level, expires_at)
        values (${token.tokenHash}, ${token.preSessionHash}, ${token.purpose}, ${token.workLevel},
          now() + make_interval(secs => ${token.ttlSeconds}))`;
    },

    /**
     * Deletes a token and returns its work level; undefined if the token is unknown, used or expired, or of
     * another browser or purpose. Only one of several parallel uses gets the work level.
     */
    redeem: (tx: Queryable, token: TokenUse) =>
      tx<{ workLevel: number }[]>`
        delete from captcha_tokens
        where token_hash = ${token.tokenHash} and pre_session_hash = ${token.preSessionHash}
          and (purpose is null or purpose = ${token.purpose}) and expires_at > now() and request_hash is null
        returning work_level`.first(),

    /**
     * Redeems a token for a request that may be repeated: the row stays and is bound to the request. Returns
     * false if the token cannot be redeemed.
     */
    redeemFor: (tx: Queryable, token: TokenUse, requestHash: Buffer) =>
      tx`
        update captcha_tokens set request_hash = ${requestHash}
        where token_hash = ${token.tokenHash} and pre_session_hash = ${token.preSessionHash}
          and (purpose is null or purpose = ${token.purpose}) and expires_at > now()
            and request_hash is null`.hasRows(),

    isRedeemedBy: (tx: Queryable, tokenHash: Buffer, requestHash: Buffer) =>
      tx`
        select from captcha_tokens
        where token_hash = ${tokenHash} and request_hash = ${requestHash} and expires_at > now()`.hasRows(),
  };
}
