import type { Actor } from '#account/actor.ts';
import type { NoticeService } from '#account/notices/notices.service.ts';
import type { Queryable, Sql } from '#database/connection.ts';
import { beginAs } from '#platform/begin-as.ts';

/**
 * Notifies a person who has given access to an application, in the transaction of the change. An intruder with
 * the person's session could otherwise keep the access unnoticed. Sends nothing for a machine client or the
 * operator. Requires a transaction of `beginGiving`.
 */
export async function announceAccess(
  tx: Queryable,
  notices: Pick<NoticeService, 'notify'>,
  { caller }: Pick<Actor, 'caller'>,
): Promise<void> {
  const { signedIn, address, userAgent = '' } = caller;
  if (!signedIn) return;
  await notices.notify(tx, {
    account: { id: signedIn.accountId },
    kind: 'application-access',
    caller: { userAgent, address },
  });
}

/** Runs a change that may give access to an application (`beginAs`), and then sends its notice. */
export async function beginGiving<T>(
  { sql, notices }: { readonly sql: Sql; readonly notices: Pick<NoticeService, 'kick'> },
  by: Parameters<typeof beginAs>[1],
  work: (tx: Queryable) => Promise<T>,
): Promise<T> {
  const result = await beginAs(sql, by, work);
  notices.kick();
  return result;
}
