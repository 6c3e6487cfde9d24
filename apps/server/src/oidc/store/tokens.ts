import { selectAccountClaims } from '#account/account-claims.ts';
import { batchReads } from '#database/batch.ts';
import type { Sql } from '#database/connection.ts';
import { rolesOf } from '#applications/clients/lookups.ts';
import { accountKey, currentState } from './request-state.ts';
import {
  grantIdHash,
  isLive,
  liveSessions,
  sessionColumns,
  storedColumns,
  tables,
  type AccountRow,
  type Model,
  type SessionRow,
} from './rows.ts';

/** A stored row in the form that the library receives. */
export type StoredRow = {
  payload: Record<string, unknown>;
  consumedAt: Date | null;
  secondsLeft: number;
  /** Interactions only. */
  createdAt?: Date;
};

const tokenModels = ['AuthorizationCode', 'AccessToken', 'RefreshToken'] as const satisfies readonly Model[];
export type TokenModel = (typeof tokenModels)[number];

export function isTokenModel(model: Model): model is TokenModel {
  return tokenModels.some((name) => name === model);
}

type TokenRow = StoredRow & {
  hashHex: string;
  grantId: string | null;
  tokenSessionId: string | null;
  grant: Record<string, unknown> | null;
  tokenAccountId: string | null;
  clientId: string | null;
} & (SessionRow | { sessionId: null }) &
  (AccountRow | { phone: null });

/** Reads a code or token, and reads ahead its session, grant and account. */
export function createTokenLookup(lookups: Sql, model: TokenModel) {
  const find = batchReads<string, TokenRow>({
    readAll: (hashes) => findTokens(lookups, model, hashes),
    nameOf: (hash) => hash,
    nameOfRow: ({ hashHex }) => hashHex,
  });
  return async (idHash: Buffer): Promise<StoredRow | undefined> => {
    const row = await find(idHash.toString('hex'));
    if (row) keepAhead(row);
    return row;
  };
}

async function findTokens(
  lookups: Sql,
  model: TokenModel,
  hashes: readonly string[],
): Promise<readonly TokenRow[]> {
  return lookups<TokenRow[]>`
    select t.hash_hex, found.* from unnest(${[...hashes]}::text[]) t (hash_hex), lateral (
      select ${storedColumns(lookups)}, r.grant_id, r.session_id as token_session_id,
        r.account_id as token_account_id, r.client_id, g.payload as grant, ${sessionColumns(lookups)}, claims.*,
        ${rolesOf(lookups, lookups`r.account_id`, lookups`r.client_id`)} as roles
      from ${lookups(tables[model])} r
      left join (${liveSessions(lookups)}) on s.id = r.session_id and ${isLive(lookups)}
      left join oidc_grants g on g.id_hash = ${grantIdHash(lookups, lookups`r.grant_id`)} and g.expires_at > now()
      left join lateral (${selectAccountClaims(lookups, lookups`r.account_id`)}) claims on true
      where r.id_hash = decode(t.hash_hex, 'hex') and r.expires_at > now()
      limit 1) found`;
}

function keepAhead(row: TokenRow): void {
  const state = currentState();
  if (!state) return;
  const { grantId, tokenSessionId, tokenAccountId, clientId, grant } = row;
  if (grantId !== null) state.grants.set(grantId, grant);
  if (tokenSessionId !== null) state.sessions.set(tokenSessionId, row.sessionId === null ? null : row);
  if (tokenAccountId !== null && clientId !== null)
    state.accounts.set(accountKey(tokenAccountId, clientId), row.phone === null ? null : row);
}
