import type { AccountRepo } from '#account/account.repo.ts';
import { throttledName } from '#account/credentials/code-demand.ts';
import type { noticeRepo } from '#account/notices/notices.repo.ts';
import type { Queryable } from '#database/connection.ts';
import type { Caller } from '#http/caller.ts';
import { AppError } from '#lib/app-error.ts';
import { maskPhone } from '#lib/phone/mask-phone.ts';
import type { SignIn } from '../services.ts';

type Link = NonNullable<Awaited<ReturnType<(typeof noticeRepo)['findLink']>>>;

export type Answer = {
  readonly link: Link;
  readonly tokenHash: Buffer;
  readonly account: NonNullable<Awaited<ReturnType<AccountRepo['lockRow']>>>;
  readonly caller: Caller;
};

/** `restored` is absent if the account had no phone before the change. */
export type Undone = { readonly outcome: 'phone-restored' | 'email-restored'; readonly restored?: string };

/**
 * Restores the former phone or address by its link, and returns the account to its owner, who then sets a new
 * password with a code. A repeated call changes nothing and succeeds.
 * @throws AppError NOTICE_LINK_INVALID
 */
export function createUndoChange(deps: SignIn) {
  const { accounts, noticeRepo, notices } = deps;

  const begin = async (tx: Queryable, { link, tokenHash, account }: Answer): Promise<void> => {
    if (!(await noticeRepo.consumeLink(tx, tokenHash))) throw new AppError('NOTICE_LINK_INVALID');
    await accounts.dispute(tx, account.id, link.createdAt);
  };

  const undoPhone = async (tx: Queryable, answer: Answer): Promise<void> => {
    const { link, account: before, caller } = answer;
    const { id: accountId } = before;
    // Restore the phone of the link whatever the current phone is, because an intruder may have changed the
    // phone by another return since. Of all returns, only a recovery by support deletes this link.
    const phone = link.formerChannel;
    await begin(tx, answer);
    if (phone !== null && phone !== before.phone) await deps.takePhoneBack(tx, phone, link.createdAt, caller);
    const way = 'phone-restored';
    const sessionsEnded = await deps.returnToOwner(tx, { account: before, way, phone, by: { caller } });
    const account = { id: accountId, phone };
    await deps.throttle.clear(tx, throttledName(account));
    // Also notify the removed phone, because it is the owner's if the former phone was stolen.
    const former = new Map(before.phone === null ? [] : [[before.phone, before.phoneSince]]);
    await notices.notify(tx, { account, kind: 'phone-change-undone', caller, former });
    const details = { from: maskPhone(before.phone), to: maskPhone(phone), sessionsEnded };
    await deps.audit.write(tx, { kind: 'phone.change-undone', accountId, caller, details });
  };

  const undoEmail = async (tx: Queryable, answer: Answer): Promise<void> => {
    const { link, account, caller } = answer;
    await begin(tx, answer);
    await deps.returnToOwner(tx, { account, way: 'email-restored', by: { caller } });
    // Refuse the link if an earlier return rejected the former address and kept another.
    if ((await accounts.lockRow(tx, account.id))?.email !== link.formerChannel)
      throw new AppError('NOTICE_LINK_INVALID');
    await notices.notify(tx, { account, kind: 'email-change-undone', caller });
  };

  return async (tx: Queryable, answer: Answer): Promise<Undone> => {
    const { link, account } = answer;
    const isPhone = changesPhone(link);
    // An account that has the former phone or address may not have used this link: an intruder may have
    // entered the phone or address again, or restored it by another return.
    const { returnedAt, returnedBy } = await accounts.findPhoneHistory(tx, account.id);
    const hasReturned = returnedAt !== null && returnedAt > link.createdAt;
    const isUndone = hasReturned && returnedBy === (isPhone ? 'phone-restored' : 'email-restored');
    const isRepeat = isUndone && (isPhone ? account.phone : account.email) === link.formerChannel;
    if (!isRepeat) await (isPhone ? undoPhone : undoEmail)(tx, answer);
    return {
      outcome: isPhone ? 'phone-restored' : 'email-restored',
      ...(link.formerChannel !== null && { restored: link.formerChannel }),
    };
  };
}

export function changesPhone({ kind }: Pick<Link, 'kind'>): boolean {
  return kind === 'phone-replaced';
}
