import type { Queryable } from '#database/connection.ts';
import type { SocialSignUpsRow } from '#database/tables.ts';
import { newSecret } from '#lib/ids.ts';
import type { Platform } from '#platform/platform.ts';
import type { SocialProfile, SocialProviderName } from '#ports/social/provider.ts';

/** Seconds in which the phone must be verified after the sign-in with the provider. */
export const signUpSeconds = 900;

export type PendingSignUp = {
  readonly provider: SocialProviderName;
  readonly subject: string;
  readonly suggestion: Omit<SocialProfile, 'subject'>;
};

type Row = Pick<SocialSignUpsRow, 'provider' | 'subject' | 'sealedSuggestion'>;

/**
 * Stores pending social sign-ups. The secret of a sign-up works once, in the browser that began the sign-up.
 */
export function createSocialSignUpRepo({ sql, keys }: Pick<Platform, 'sql' | 'keys'>) {
  const open = (row: Row | undefined): PendingSignUp | undefined =>
    row && {
      provider: row.provider,
      subject: row.subject,
      suggestion: JSON.parse(keys.open('social-sign-up', row.sealedSuggestion)),
    };

  return {
    /** Stores a pending sign-up in place of the browser's earlier ones, and returns its secret. */
    async insert(preSessionHash: Buffer, pending: PendingSignUp): Promise<string> {
      const secret = newSecret();
      const sealed = keys.seal('social-sign-up', JSON.stringify(pending.suggestion));
      await sql.begin(async (tx) => {
        await tx`delete from social_sign_ups where pre_session_hash = ${preSessionHash}`;
        await tx`
          insert into social_sign_ups
            (token_hash, pre_session_hash, provider, subject, sealed_suggestion, expires_at)
          values (${keys.hashSecret(secret)}, ${preSessionHash}, ${pending.provider}, ${pending.subject}, ${sealed},
            now() + make_interval(secs => ${signUpSeconds}))`;
      });
      return secret;
    },

    async find(secret: string, preSessionHash: Buffer): Promise<PendingSignUp | undefined> {
      const [row] = await sql<Row[]>`
        select provider, subject, sealed_suggestion from social_sign_ups
        where token_hash = ${keys.hashSecret(secret)} and pre_session_hash = ${preSessionHash}
          and expires_at > now()`;
      return open(row);
    },

    /**
     * Redeems a sign-up, which a rollback of `tx` restores; undefined if it is unknown, expired or another
     * browser's.
     */
    async take(tx: Queryable, secret: string, preSessionHash: Buffer): Promise<PendingSignUp | undefined> {
      const [row] = await tx<Row[]>`
        delete from social_sign_ups
        where token_hash = ${keys.hashSecret(secret)} and pre_session_hash = ${preSessionHash}
          and expires_at > now()
        returning provider, subject, sealed_suggestion`;
      return open(row);
    },
  };
}
