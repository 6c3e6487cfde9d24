import type { removedKinds } from '@vid/contract/endpoints/member/information';
import { isTrusted } from '#account/notices/notices.policy.ts';

/**
 * The events that return an account to its owner. The name of a recovery begins with `recovered-`, followed
 * by the owner's proof.
 * - `lock-opened`: the owner reported an event, and then set a new password with a code.
 * - `phone-restored`: the owner undid a change of the phone.
 * - `email-restored`: the owner undid a change of the e-mail address.
 * - `lock-lifted`: an administrator unlocked an account in which the owner had reported an event.
 * - `operator-reset`: an operator reset the password of an administrator.
 */
export const returnWays = [
  'lock-opened',
  'phone-restored',
  'email-restored',
  'recovered-by-mail',
  'recovered-by-phone',
  'recovered-by-code',
  'recovered-by-support',
  'lock-lifted',
  'operator-reset',
] as const;
export type ReturnWay = (typeof returnWays)[number];

/** Maximum lifetime of a session. */
const intrusionMs = 30 * 86_400_000;

export type ReturnFacts = {
  readonly now: Date;
  readonly createdAt: Date;
  readonly returnedAt: Date | null;
  /** Time of the earliest event that the owner has reported since the last return of the account. */
  readonly disputedAt: Date | null;
  /** When the account got its phone; null for the first phone. */
  readonly phoneSince: Date | null;
};

/**
 * Returns the start of the period whose rights and consents, given to others, a return withdraws. Other people depend
 * on them, so the period is the 30 days before the reported event: no session lives longer, and the owner was notified
 * of every sign-in since.
 */
export function rightsSince({
  now,
  createdAt,
  returnedAt,
  disputedAt,
}: Omit<ReturnFacts, 'phoneSince'>): Date {
  const alone = returnedAt ?? createdAt;
  const intrusion = new Date((disputedAt ?? now).getTime() - intrusionMs);
  return intrusion > alone ? intrusion : alone;
}

/** Lifetime of a notice's link, with which the owner reports an addition. */
const recentMs = 7 * 86_400_000;

/**
 * Returns whether a reset of a forgotten password keeps a credential: it is at least a week old, because
 * the owner had that long to report it. A return keeps no credential.
 */
export function isKeptAtReset(addedAt: Date, { now }: Pick<ReturnFacts, 'now'>): boolean {
  return now.getTime() - addedAt.getTime() >= recentMs;
}

/**
 * Returns whether a reset of a forgotten password keeps an e-mail address: it was confirmed before the last
 * week, or the association imported it. An unconfirmed address that the account added is not kept, because
 * its link would still confirm it.
 */
export function keepsEmailAtReset(
  {
    addedAt,
    isConfirmed,
    isImported,
  }: { readonly addedAt: Date; readonly isConfirmed: boolean; readonly isImported: boolean },
  facts: Pick<ReturnFacts, 'now'>,
): boolean {
  return isConfirmed ? isKeptAtReset(addedAt, facts) : isImported;
}

/**
 * Returns whether an e-mail address remains on the account. An unconfirmed address never remains. Support has
 * checked the owner's contact, so a recovery by support keeps no address. Otherwise an address that was
 * confirmed 30 days before the reported event, or before the return, remains: someone who found the phone may
 * have made the return, and the address is then the owner's only way to take the account back. A recovery by
 * mail proves the mailbox, but not that the mailbox is the owner's: an intruder may have confirmed a newer
 * address.
 */
export function keepsEmail(
  way: ReturnWay,
  { addedAt, isConfirmed }: { readonly addedAt: Date; readonly isConfirmed: boolean },
  facts: Pick<ReturnFacts, 'now' | 'disputedAt'>,
): boolean {
  return isConfirmed && restoresEmail(way, addedAt, facts);
}

/**
 * Returns whether a return restores a confirmed address that was replaced: only if it was confirmed 30 days before the
 * reported event, or before the return.
 */
export function restoresEmail(
  way: ReturnWay,
  confirmedAt: Date,
  { now, disputedAt }: Pick<ReturnFacts, 'now' | 'disputedAt'>,
): boolean {
  const at = disputedAt !== null && disputedAt < now ? disputedAt : now;
  return way !== 'recovered-by-support' && isTrusted({ at, channelSince: confirmedAt });
}

/** Returns whether a return unlocks the account. Only an administrator can lift the association's lock. */
export function opensLock(way: ReturnWay, { lockedByOwner }: { readonly lockedByOwner: boolean }): boolean {
  return lockedByOwner || way === 'lock-lifted';
}

/**
 * Returns whether a phone that the owner doubted remains in doubt. A lifted lock or a restored e-mail
 * address proves nothing about the phone. Any other return ends the doubt.
 */
export function keepsDoubt(way: ReturnWay): boolean {
  return way === 'lock-lifted' || way === 'email-restored';
}

/**
 * Returns whether a return casts doubt on the phone: if the owner restores the former address, an intruder may also
 * have changed the phone in the 30 days before. A phone that an earlier return set is known to be the owner's.
 */
export function castsDoubt(
  way: ReturnWay,
  { now, returnedAt, disputedAt, phoneSince }: ReturnFacts,
): boolean {
  const since = Math.max((disputedAt ?? now).getTime() - intrusionMs, returnedAt?.getTime() ?? 0);
  return way === 'email-restored' && phoneSince !== null && phoneSince.getTime() > since;
}

/** Returns whether the owner took part in the return, so that a dormant account becomes active again. */
export function provesOwner(way: ReturnWay): boolean {
  return way !== 'lock-lifted' && way !== 'operator-reset';
}

/**
 * Returns whether a return without a new password removes the old one, because an intruder may know it. The
 * owner then sets a new password with a code.
 */
export function endsPassword(way: ReturnWay): boolean {
  return way === 'phone-restored' || way === 'email-restored' || way === 'lock-lifted';
}

/**
 * A credential or right that a return removed. `name` is the name of a passkey, provider, application, client or host, or
 * a masked address.
 */
export type Removed = {
  readonly kind: (typeof removedKinds)[number];
  readonly name: string;
  readonly addedAt: string;
};

/** Items of a kind in the owner's list, because an intruder can give thousands of rights. */
export const maxListed = 50;

/** Adds to the owner's list, which contains each name of a kind once and at most `maxListed` of a kind. */
export function extendList(list: readonly Removed[], more: readonly Removed[]): readonly Removed[] {
  const extended = [...list];
  for (const item of more) {
    const same = extended.filter(({ kind }) => kind === item.kind);
    if (same.length < maxListed && !same.some(({ name }) => name === item.name)) extended.push(item);
  }
  return extended;
}
