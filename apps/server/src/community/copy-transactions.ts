import type { Queryable } from '#database/connection.ts';

export async function copyTransactions(
  tx: Queryable,
  hashes: { readonly from: Buffer; readonly to: Buffer },
): Promise<void> {
  await tx`
    insert into sso_transactions (pre_session_hash, client_id, redirect_uri, created_at, expires_at)
    select ${hashes.to}, client_id, redirect_uri, created_at, expires_at
    from sso_transactions where pre_session_hash = ${hashes.from} and expires_at > now()`;
}
