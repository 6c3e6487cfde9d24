import type { NoticeService } from '#account/notices/notices.service.ts';
import type { Queryable } from '#database/connection.ts';
import type { Caller } from '#http/caller.ts';
import { AppError } from '#lib/app-error.ts';
import type { Platform } from '#platform/platform.ts';
import type { IdentityRepo, NewIdentity } from './identity.repo.ts';

type Deps = Platform & { readonly identities: IdentityRepo; readonly notices: NoticeService };

/**
 * Creates a function that links an identity to an existing account, notifies the owner, and returns the time of
 * the link. Call that function under the lock of the account's row, and `notices.kick` after the commit.
 */
export function createIdentityLink({ identities, notices, audit }: Deps) {
  /** @throws AppError SOCIAL_TAKEN */
  return async (
    tx: Queryable,
    { accountId, identity, caller }: { accountId: string; identity: NewIdentity; caller: Caller },
  ): Promise<Date> => {
    const linked = await identities.insert(tx, { ...identity, accountId });
    if (!linked) throw new AppError('SOCIAL_TAKEN');
    await notices.notify(tx, { account: { id: accountId }, kind: 'identity-linked', caller });
    const details = { provider: identity.provider };
    await audit.write(tx, { kind: 'identity.linked', accountId, caller, details });
    return linked.linkedAt;
  };
}
