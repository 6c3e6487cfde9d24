import type { Actor } from '#account/actor.ts';
import type { NoticeService } from '#account/notices/notices.service.ts';
import type { Queryable } from '#database/connection.ts';

/**
 * Notifies a person who has given access to an application, in the transaction of the change. An intruder with
 * the person's session could otherwise keep the access unnoticed. Sends nothing for a machine client or the
 * operator. Call `notices.kick` after the commit.
 */
export async function announceAccess(
  tx: Queryable,
  notices: Pick<NoticeService, 'notify'>,
  { caller }: Pick<Actor, 'caller'>,
): Promise<void> {
  const { signedIn, address } = caller;
  if (!signedIn) return;
  await notices.notify(tx, {
    account: { id: signedIn.accountId },
    kind: 'application-access',
    caller: { userAgent: '', address },
  });
}
