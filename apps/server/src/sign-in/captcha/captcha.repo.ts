import type { Sql } from '#database/connection.ts';

type NewToken = {
  readonly tokenHash: Buffer;
  readonly preSessionHash: Buffer;
  readonly purpose: string | null;
  readonly lifeSeconds: number;
};

/** Queries of captchas and their tokens; whatever is good once is taken by deleting its row. */
export function createCaptchaRepo(sql: Sql) {
  return {
    async insert(captcha: {
      id: string;
      answerHash: Buffer;
      preSessionHash: Buffer;
      lifeSeconds: number;
    }): Promise<void> {
      await sql`
        insert into captchas (id, answer_hash, pre_session_hash, expires_at)
        values (${captcha.id}, ${captcha.answerHash}, ${captcha.preSessionHash},
          now() + make_interval(secs => ${captcha.lifeSeconds}))`;
    },

    /** Burns the picture whatever the answer was, and makes the token where it was right. */
    async exchangeAnswer(input: { id: string; answerHash: Buffer; token: NewToken }): Promise<boolean> {
      const { id, answerHash, token } = input;
      const rows = await sql`
        with burned as (
          delete from captchas
          where id = ${id} and pre_session_hash = ${token.preSessionHash}
          returning answer_hash, expires_at
        )
        insert into captcha_tokens (token_hash, pre_session_hash, purpose, expires_at)
        select ${token.tokenHash}, ${token.preSessionHash}, ${token.purpose},
          now() + make_interval(secs => ${token.lifeSeconds})
        from burned where answer_hash = ${answerHash} and expires_at > now()
        returning 1 as made`;
      return rows.length > 0;
    },

    /** Remembers a challenge as spent, and makes the token where it was not spent before. */
    async exchangeChallenge(input: {
      signatureHash: Buffer;
      challengeLifeSeconds: number;
      token: NewToken;
    }): Promise<boolean> {
      const { token } = input;
      const rows = await sql`
        with spent as (
          insert into spent_challenges (signature_hash, expires_at)
          values (${input.signatureHash}, now() + make_interval(secs => ${input.challengeLifeSeconds}))
          on conflict do nothing
          returning 1 as spent
        )
        insert into captcha_tokens (token_hash, pre_session_hash, purpose, expires_at)
        select ${token.tokenHash}, ${token.preSessionHash}, ${token.purpose},
          now() + make_interval(secs => ${token.lifeSeconds})
        from spent
        returning 1 as made`;
      return rows.length > 0;
    },

    /** Takes a token: of any number of parallel uses one finds it. */
    async takeToken(input: { tokenHash: Buffer; preSessionHash: Buffer; purpose: string }): Promise<boolean> {
      const rows = await sql`
        delete from captcha_tokens
        where token_hash = ${input.tokenHash} and pre_session_hash = ${input.preSessionHash}
          and (purpose is null or purpose = ${input.purpose}) and expires_at > now()
        returning 1 as taken`;
      return rows.length > 0;
    },
  };
}

export type CaptchaRepo = ReturnType<typeof createCaptchaRepo>;
