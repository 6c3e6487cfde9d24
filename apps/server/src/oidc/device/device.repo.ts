import type { Queryable, Sql } from '#database/connection.ts';
import type { Keys } from '#lib/keys.ts';
import { hashUserCode } from '#oidc/store/rows.ts';

type RequestedClaims = {
  readonly id_token: Readonly<Record<string, { readonly essential?: boolean } | null>>;
};

export type DeviceDecision =
  | { readonly error: 'access_denied'; readonly errorDescription: string }
  | {
      readonly accountId: string;
      readonly acr?: string;
      readonly amr: readonly string[];
      readonly authTime: number;
      readonly grantId: string;
      readonly sid: string;
      readonly expiresWithSession?: true;
      readonly scope: string;
      readonly claims?: RequestedClaims;
      readonly sessionUid: string;
    };

type RequestedByDevice = {
  readonly clientId: string;
  readonly scope: string;
  readonly claims?: RequestedClaims;
};

export function createDeviceRepo(sql: Sql, keys: Keys) {
  const isUndecided = (userCode: string) => sql`
    user_code = ${hashUserCode(keys, userCode)} and expires_at > now()
    and not payload ?| array['accountId', 'error']`;
  return {
    async findUndecided(userCode: string): Promise<RequestedByDevice | undefined> {
      const [row] = await sql<{ clientId: string | null; scope: string | null; claims: string | null }[]>`
        select client_id, payload #>> '{params,scope}' as scope, payload #>> '{params,claims}' as claims
        from oidc_device_codes where ${isUndecided(userCode)}`;
      if (!row?.clientId) return undefined;
      const { clientId, scope, claims } = row;
      return {
        clientId,
        scope: scope ?? 'openid',
        ...(claims === null ? {} : { claims: JSON.parse(claims) }),
      };
    },

    async decide(tx: Queryable, userCode: string, decision: DeviceDecision): Promise<boolean> {
      const approval = 'accountId' in decision ? decision : undefined;
      return tx`
        update oidc_device_codes set payload = payload || ${sql.json(decision)}::jsonb,
          account_id = coalesce(${approval?.accountId ?? null}, account_id),
          grant_id = coalesce(${approval?.grantId ?? null}, grant_id),
          session_id = coalesce(${approval?.sessionUid ?? null}, session_id)
        where ${isUndecided(userCode)}`.hasRows();
    },
  };
}
