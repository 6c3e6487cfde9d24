import type { Queryable } from '#database/connection.ts';
import type { Caller } from '#http/caller.ts';
import type { Platform } from '#platform/platform.ts';
import type { AccountRepo } from './account.repo.ts';
import type { NoticeService } from './notices/notices.service.ts';

type Deps = Platform & { readonly accounts: AccountRepo; readonly notices: NoticeService };

/**
 * Takes a phone from a dormant account, for the phone's new owner. Notifies the former owner if an address is
 * known. Does nothing if no dormant account has the phone. Call `notices.kick` after the commit.
 */
export function createPhoneRelease({ accounts, notices, audit }: Deps) {
  return async (tx: Queryable, phone: string, caller: Caller): Promise<void> => {
    const former = await accounts.releasePhone(tx, phone);
    if (!former) return;
    await notices.notify(tx, { account: former, kind: 'phone-released', caller });
    await audit.write(tx, {
      kind: 'phone.released',
      accountId: former.id,
      actorId: null,
      caller,
      details: { reason: 'new-owner' },
    });
  };
}
