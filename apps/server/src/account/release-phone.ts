import type { Queryable } from '#database/connection.ts';
import type { Caller } from '#http/caller.ts';
import type { Platform } from '#platform/platform.ts';
import type { AccountRepo } from './account.repo.ts';
import type { NoticeService } from './notices/notices.service.ts';

type Deps = Platform & { readonly accounts: AccountRepo; readonly notices: NoticeService };

/**
 * Records that an account lost its phone, and notifies the owner. The notice omits the caller's address and
 * device, because the caller is another person.
 */
const record = async (
  { notices, audit }: Deps,
  tx: Queryable,
  { account, reason, caller }: { account: { readonly id: string }; reason: string; caller: Caller },
): Promise<void> => {
  await notices.notify(tx, { account, kind: 'phone-released' });
  await audit.write(tx, {
    kind: 'phone.released',
    accountId: account.id,
    actorId: null,
    caller,
    details: { reason },
  });
};

/**
 * Creates a function that takes a phone from a dormant account for the number's new owner. That function does
 * nothing if no dormant account has the phone. Call `notices.kick` after the commit.
 */
export function createPhoneRelease(deps: Deps) {
  return async (tx: Queryable, phone: string, caller: Caller): Promise<void> => {
    const account = await deps.accounts.releasePhone(tx, phone);
    if (account) await record(deps, tx, { account, reason: 'new-owner', caller });
  };
}

/**
 * Creates a function that takes a phone from the account that got it after another account lost it at `since`,
 * to give it back. Otherwise someone who finds the phone, or controls the number's Zalo account, could sign up
 * and keep the number from its owner. The created function does nothing if no such account has the phone. Lock
 * both accounts first.
 */
export function createPhoneTakeBack(deps: Deps) {
  return async (tx: Queryable, phone: string, since: Date, caller: Caller): Promise<void> => {
    const account = await deps.accounts.takePhone(tx, phone, since);
    if (account) await record(deps, tx, { account, reason: 'given-back', caller });
  };
}
