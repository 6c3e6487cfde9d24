import type { SocialRequestsRow } from '#database/tables.ts';
import type { Platform } from '#platform/platform.ts';
import type { CodeSecrets, SocialProviderName } from '#ports/social/provider.ts';

export const requestSeconds = 600;

/** `holder` is the hash of the pre-session or session that started the flow and alone can complete it. */
type Flow = { readonly provider: SocialProviderName; readonly holder: Buffer };

export function createSocialRequestRepo({ sql, keys }: Platform) {
  return {
    async insert({ provider, holder }: Flow, { state, verifier, nonce }: CodeSecrets): Promise<void> {
      await sql`
        insert into social_requests (state_hash, provider, holder_hash, sealed_secrets, expires_at)
        values (${keys.hashSecret(state)}, ${provider}, ${holder},
          ${keys.seal('social-request', JSON.stringify({ verifier, nonce }))},
          now() + make_interval(secs => ${requestSeconds}))`;
    },

    /**
     * Consumes a state. Returns undefined if the state is unknown, used or expired, or belongs to another
     * provider or holder.
     */
    async take({ provider, holder }: Flow, state: string): Promise<CodeSecrets | undefined> {
      const [row] = await sql<Pick<SocialRequestsRow, 'sealedSecrets'>[]>`
        delete from social_requests
        where state_hash = ${keys.hashSecret(state)} and provider = ${provider} and holder_hash = ${holder}
          and expires_at > now()
        returning sealed_secrets`;
      if (!row) return undefined;
      const secrets: Omit<CodeSecrets, 'state'> = JSON.parse(keys.open('social-request', row.sealedSecrets));
      return { state, ...secrets };
    },
  };
}
