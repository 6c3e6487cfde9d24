import { signInsOf, type DeletedCode } from '#applications/manage/sign-ins.policy.ts';
import { addSignIns } from '#applications/manage/sign-ins.repo.ts';
import type { Sql } from '#database/connection.ts';
import type { Purge } from '#platform/module.ts';

/**
 * Deletes expired codes, and counts exchanged codes as sign-ins to their application. Counting them during
 * the exchange would make all sign-ins to an application wait for the same row.
 */
export function codePurges(sql: Sql): readonly Purge[] {
  return ['oidc_authorization_codes', 'oidc_device_codes'].map((name) => ({
    name,
    deleteExpired: (limit) =>
      sql.begin(async (tx) => {
        const codes = await tx<DeletedCode[]>`
          delete from ${tx(name)} where ctid = any(array(
            select ctid from ${tx(name)} where expires_at < now() limit ${limit} for update skip locked))
          returning client_id, consumed_at`;
        await addSignIns(tx, signInsOf(codes));
        return codes.length;
      }),
  }));
}
