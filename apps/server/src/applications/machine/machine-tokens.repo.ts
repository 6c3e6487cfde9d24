import type { ManagementScope } from '@vid/contract/management-scopes';
import type { Sql } from '#database/connection.ts';
import type { Keys } from '#lib/keys.ts';
import { joinMachineClient } from '#applications/clients/lookups.ts';
import { hashId } from '#oidc/store/rows.ts';

type MachineToken = {
  readonly tokenHash: Buffer;
  readonly clientId: string;
  readonly applicationId: string;
  /**
   * Account that created the secret, or set the keys, that the client used to get the token; null for the
   * operator and for an erased account.
   */
  readonly accountId: string | null;
  readonly scopes: ManagementScope[];
  readonly audience: string | null;
  /** Thumbprint of the key to which the token is bound (RFC 9449 section 6); null for a bearer token. */
  readonly keyThumbprint: string | null;
  readonly requiresDpop: boolean;
};

export function createMachineTokenRepo(sql: Sql, lookups: Sql, keys: Keys) {
  return {
    /**
     * Returns undefined unless the token is unexpired, its client and application are active, and the client's
     * creator still has the right to the client (A11).
     */
    find: (token: string) =>
      lookups<MachineToken[]>`
        select r.id_hash as token_hash, c.id as client_id, c.application_id, c.requires_dpop,
          (select b.id from accounts b where b.id = r.account_id) as account_id,
          r.payload ->> 'aud' as audience,
          r.payload ->> 'jkt' as key_thumbprint,
          array(select scope from unnest(string_to_array(r.payload ->> 'scope', ' ')) scope
            where scope = any(c.management_scopes)) as scopes
        from oidc_client_credentials r
        ${joinMachineClient(lookups, lookups`r.client_id`)}
        where r.id_hash = ${hashId(keys, 'ClientCredentials', token)} and r.expires_at > now()`.first(),

    /** Records a proof. Returns false if it was used before (RFC 9449 section 11.1). */
    useProof: (clientId: string, jti: string, seconds: number) =>
      sql`
        insert into oidc_replays as t (id_hash, payload, expires_at)
        values (${hashId(keys, 'ReplayDetection', `${clientId} ${jti}`)}, '{}',
          now() + make_interval(secs => ${seconds}::int))
        on conflict (id_hash) do update set expires_at = excluded.expires_at where t.expires_at <= now()`.hasRows(),
  };
}

export type MachineTokenRepo = ReturnType<typeof createMachineTokenRepo>;
