import type { Queryable } from '#database/connection.ts';
import { AppError } from '#lib/app-error.ts';
import type { SocialProviderName } from '#ports/social/provider.ts';

/**
 * Codes sent by SMS do not count as a credential, because a number is leased, not owned. Neither do
 * identities of a provider that is not configured.
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
 * Refuses a change that has removed the last credential of an account. Call this function in the transaction
 * of the removal, after the removal. The transaction must hold the lock of the account's row, because two
 * parallel removals could otherwise each count the credential that the other removes.
 * @throws AppError LAST_CREDENTIAL
 */
export async function requireCredential(
  tx: Queryable,
  accountId: string,
  providers: readonly SocialProviderName[],
): Promise<void> {
  if ((await countCredentials(tx, accountId, providers)) === 0) throw new AppError('LAST_CREDENTIAL');
}
