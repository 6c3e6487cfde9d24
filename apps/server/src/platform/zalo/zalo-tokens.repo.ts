import type { Queryable, Sql } from '#database/connection.ts';
import type { ZaloTokensRow } from '#database/tables.ts';
import { renewalPolicy } from './zalo-renewal.policy.ts';

export type NewTokens = {
  readonly sealedAccessToken: Buffer;
  readonly sealedRefreshToken: Buffer;
  readonly expiresInSeconds: number;
};

export function createZaloTokensRepo(sql: Sql) {
  return {
    findAccessToken: () =>
      sql<(Pick<ZaloTokensRow, 'generation' | 'sealedAccessToken'> & { seconds: number })[]>`
        select generation, sealed_access_token, extract(epoch from access_ends_at - now())::float8 as seconds
        from zalo_tokens where access_ends_at > now()`.first(),

    /**
     * Claims the renewal for this process. Returns undefined if the tokens are not due or another process
     * renews them.
     */
    claimRenewal: () =>
      sql<Pick<ZaloTokensRow, 'generation' | 'sealedRefreshToken' | 'sealedFormerToken'>[]>`
        update zalo_tokens set lease_until = now() + make_interval(secs => ${renewalPolicy.leaseSeconds})
        where access_ends_at <= now() + make_interval(secs => ${renewalPolicy.secondsBeforeEnd})
          and (lease_until is null or lease_until <= now())
        returning generation, sealed_refresh_token, sealed_former_token`.first(),

    /**
     * Stores the tokens of a renewal, unless the Zalo account has been reconnected since. A repeated call
     * changes nothing.
     */
    async storeRenewal(generation: number, tokens: NewTokens, sealedUsedToken: Uint8Array): Promise<void> {
      await sql`
        update zalo_tokens set generation = generation + 1, sealed_access_token = ${tokens.sealedAccessToken},
          access_ends_at = now() + make_interval(secs => ${tokens.expiresInSeconds}),
          sealed_refresh_token = ${tokens.sealedRefreshToken}, sealed_former_token = ${sealedUsedToken},
          renewed_at = now(), lease_until = null, refused_at = null, failure = null
        where generation = ${generation}`;
    },

    async storeFailure(generation: number, failure: string, isRefused: boolean): Promise<void> {
      await sql`
        update zalo_tokens set lease_until = null, failure = ${failure},
          refused_at = case when ${isRefused} then coalesce(refused_at, now()) else refused_at end
        where generation = ${generation}`;
    },

    async connect(tokens: NewTokens): Promise<void> {
      await sql`
        insert into zalo_tokens (sealed_access_token, access_ends_at, sealed_refresh_token)
        values (${tokens.sealedAccessToken}, now() + make_interval(secs => ${tokens.expiresInSeconds}),
          ${tokens.sealedRefreshToken})
        on conflict (is_only) do update set generation = zalo_tokens.generation + 1,
          sealed_access_token = excluded.sealed_access_token, access_ends_at = excluded.access_ends_at,
          sealed_refresh_token = excluded.sealed_refresh_token, sealed_former_token = null, renewed_at = now(),
          lease_until = null, refused_at = null, failure = null`;
    },

    /**
     * Expires the access token of a generation, so that it is renewed. Returns false if a newer token exists or
     * the token has already expired.
     */
    endAccessToken: (tx: Queryable, generation: number) =>
      tx`
        update zalo_tokens set access_ends_at = now() where generation = ${generation} and access_ends_at > now()
        returning generation`.hasRows(),

    isConnected: () => sql`select from zalo_tokens where refused_at is null`.hasRows(),
  };
}
