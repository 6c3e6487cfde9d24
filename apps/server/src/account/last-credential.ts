import type { Queryable } from '#database/connection.ts';
import { AppError } from '#lib/app-error.ts';
import type { SocialProviderName } from '#ports/social/provider.ts';

/**
 * Counts the credentials of an account. A phone does not count, because a number is leased, not owned; nor
 * does an identity of a provider that is not configured.
 */
async function countCredentials(
  tx: Queryable,
  accountId: string,
  providers: readonly SocialProviderName[],
): Promise<number> {
  const [row] = await tx<{ ways: number }[]>`
    select (
      (select count(*) from password_credentials where account_id = ${accountId})
      + (select count(*) from passkeys where account_id = ${accountId})
      + (select count(*) from social_identities
         where account_id = ${accountId} and provider = any (${[...providers]}::text[]))
    )::int as ways`;
  return row?.ways ?? 0;
}

/**
 * Rejects a change that has removed the last credential of an account. Call this function after the removal, in
 * its transaction and under the lock of the account's row; otherwise two parallel removals could each count the
 * credential that the other removes.
 * @throws AppError LAST_CREDENTIAL
 */
export async function requireCredential(
  tx: Queryable,
  accountId: string,
  providers: readonly SocialProviderName[],
): Promise<void> {
  if ((await countCredentials(tx, accountId, providers)) === 0) throw new AppError('LAST_CREDENTIAL');
}
