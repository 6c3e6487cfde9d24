import { selectAccountClaims } from '#account/account-claims.ts';
import type { Sql } from '#database/connection.ts';
import { rolesOf } from '#sso/applications/lookups.ts';
import { accountKey, currentState } from './request-state.ts';
import {
  grantIdHash,
  isLive,
  liveSessions,
  sessionColumns,
  tables,
  type AccountRow,
  type Model,
  type SessionRow,
} from './rows.ts';

/** A stored row as the library is given it. */
export type StoredRow = { payload: Record<string, unknown>; consumedAt: Date | null };

const tokenModels = ['AuthorizationCode', 'AccessToken', 'RefreshToken'] as const satisfies readonly Model[];
export type TokenModel = (typeof tokenModels)[number];

export function isTokenModel(model: Model): model is TokenModel {
  return tokenModels.some((name) => name === model);
}

type TokenRow = StoredRow & {
  grantId: string | null;
  tokenSessionId: string | null;
  grant: Record<string, unknown> | null;
  tokenAccountId: string | null;
  clientId: string | null;
} & (SessionRow | { sessionId: null }) &
  (AccountRow | { phone: null });

/** Reads a code or token, and ahead of the library's questions for them its session, grant and account. */
export async function findToken(
  lookups: Sql,
  model: TokenModel,
  idHash: Buffer,
): Promise<StoredRow | undefined> {
  const [row] = await lookups<TokenRow[]>`
    select r.payload, r.consumed_at, r.grant_id,
      r.session_id as token_session_id, r.account_id as token_account_id, r.client_id, g.payload as grant,
      ${sessionColumns(lookups)}, claims.*, ${rolesOf(lookups, lookups`r.account_id`, lookups`r.client_id`)} as roles
    from ${lookups(tables[model])} r
    left join (${liveSessions(lookups)}) on s.id = r.session_id and ${isLive(lookups)}
    left join oidc_grants g on g.id_hash = ${grantIdHash(lookups, lookups`r.grant_id`)} and g.expires_at > now()
    left join lateral (${selectAccountClaims(lookups, lookups`r.account_id`)}) claims on true
    where r.id_hash = ${idHash} and r.expires_at > now()`;
  const state = currentState();
  if (!row || !state) return row;
  const { grantId, tokenSessionId, tokenAccountId, clientId, grant } = row;
  if (grantId !== null) state.grants.set(grantId, grant);
  if (tokenSessionId !== null) state.sessions.set(tokenSessionId, row.sessionId === null ? null : row);
  if (tokenAccountId !== null && clientId !== null)
    state.accounts.set(accountKey(tokenAccountId, clientId), row.phone === null ? null : row);
  return row;
}
