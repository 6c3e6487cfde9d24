import type { Fragment, Queryable, Sql } from '#database/connection.ts';

type NewToken = {
  readonly tokenHash: Buffer;
  readonly preSessionHash: Buffer;
  readonly purpose: string | null;
  readonly ttlSeconds: number;
  readonly workLevel: number;
};

type TokenUse = { readonly tokenHash: Buffer; readonly preSessionHash: Buffer; readonly purpose: string };

/** Redeems a token as part of another statement; returns a row if it was valid. */
export const redeemToken = (sql: Queryable, token: TokenUse): Fragment => sql`
  delete from captcha_tokens
  where token_hash = ${token.tokenHash} and pre_session_hash = ${token.preSessionHash}
    and (purpose is null or purpose = ${token.purpose}) and expires_at > now()
  returning work_level`;

/** Queries of captchas and their tokens. Using either deletes its row, so each is used once. */
export function createCaptchaRepo(sql: Sql) {
  return {
    async insert(captcha: {
      id: string;
      answerHash: Buffer;
      preSessionHash: Buffer;
      ttlSeconds: number;
    }): Promise<void> {
      await sql`
        insert into captchas (id, answer_hash, pre_session_hash, expires_at)
        values (${captcha.id}, ${captcha.answerHash}, ${captcha.preSessionHash},
          now() + make_interval(secs => ${captcha.ttlSeconds}))`;
    },

    /** Deletes the picture; true if the answer was correct. */
    async consumeAnswer(input: { id: string; answerHash: Buffer; preSessionHash: Buffer }): Promise<boolean> {
      const rows = await sql`
        with answered as (
          delete from captchas
          where id = ${input.id} and pre_session_hash = ${input.preSessionHash}
          returning answer_hash, expires_at
        )
        select from answered where answer_hash = ${input.answerHash} and expires_at > now()`;
      return rows.length > 0;
    },

    /** Deletes the picture, and creates the token if the answer was correct. */
    async exchangeAnswer(input: { id: string; answerHash: Buffer; token: NewToken }): Promise<boolean> {
      const { id, answerHash, token } = input;
      const rows = await sql`
        with answered as (
          delete from captchas
          where id = ${id} and pre_session_hash = ${token.preSessionHash}
          returning answer_hash, expires_at
        )
        insert into captcha_tokens (token_hash, pre_session_hash, purpose, work_level, expires_at)
        select ${token.tokenHash}, ${token.preSessionHash}, ${token.purpose}, ${token.workLevel},
          now() + make_interval(secs => ${token.ttlSeconds})
        from answered where answer_hash = ${answerHash} and expires_at > now()
        returning 1 as made`;
      return rows.length > 0;
    },

    /** Records a challenge as used, and creates the token if it was not used before. */
    async exchangeChallenge(input: {
      signatureHash: Buffer;
      challengeTtlSeconds: number;
      token: NewToken;
    }): Promise<boolean> {
      const { token } = input;
      const rows = await sql`
        with used as (
          insert into spent_challenges (signature_hash, expires_at)
          values (${input.signatureHash}, now() + make_interval(secs => ${input.challengeTtlSeconds}))
          on conflict do nothing
          returning 1 as used
        )
        insert into captcha_tokens (token_hash, pre_session_hash, purpose, work_level, expires_at)
        select ${token.tokenHash}, ${token.preSessionHash}, ${token.purpose}, ${token.workLevel},
          now() + make_interval(secs => ${token.ttlSeconds})
        from used
        returning 1 as made`;
      return rows.length > 0;
    },

    /** Redeems a token; only one of any number of parallel uses succeeds. Returns the work that it cost. */
    async redeemToken(token: TokenUse): Promise<{ workLevel: number } | undefined> {
      const [row] = await sql<{ workLevel: number }[]>`
        with redeemed as (${redeemToken(sql, token)}) select work_level from redeemed`;
      return row;
    },
  };
}

export type CaptchaRepo = ReturnType<typeof createCaptchaRepo>;
