import type { removedKinds } from '@vid/contract/endpoints/member/information';
import { isTrusted } from '#account/notices/notices.policy.ts';

/**
 * Events that return an account to its owner. A recovery is named `recovered-by-` plus the owner's proof.
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

const dayMs = 86_400_000;

/** Assumed duration of an intrusion, which is the default maximum lifetime of a session. */
const intrusionMs = 30 * dayMs;

export type SessionLimits = { readonly sessionMaxDays: number; readonly adminMaxHours: number };

/** Returns how long an intruder may have used one stolen session, but at least 30 days. */
const sessionMs = ({ sessionMaxDays, adminMaxHours }: SessionLimits): number =>
  Math.max(intrusionMs, sessionMaxDays * dayMs, adminMaxHours * 3_600_000);

export type ReturnFacts = {
  readonly now: Date;
  readonly createdAt: Date;
  readonly returnedAt: Date | null;
  /** Time of the last return that proved the phone; null without one. */
  readonly provedAt: Date | null;
  /** Time of the earliest event that the owner reported since the account's last return; null without one. */
  readonly disputedAt: Date | null;
  /** Time at which the account got its phone; null for the first phone. */
  readonly phoneSince: Date | null;
};

/**
 * Returns the start of the period whose rights and consents, given to others, a return withdraws: the maximum
 * lifetime of a session, and at least 30 days, before the reported event or the return, but not before the
 * account was created or last returned.
 */
export function rightsSince(
  { now, createdAt, returnedAt, disputedAt }: Omit<ReturnFacts, 'phoneSince' | 'provedAt'>,
  limits: SessionLimits,
): Date {
  const alone = returnedAt ?? createdAt;
  const intrusion = new Date((disputedAt ?? now).getTime() - sessionMs(limits));
  return intrusion > alone ? intrusion : alone;
}

/** Lifetime of the link that reports an added credential. */
const recentMs = 7 * 86_400_000;

/**
 * Returns whether a reset of a forgotten password keeps a credential: only if the owner has had a week to
 * report it.
 */
export function isKeptAtReset(addedAt: Date, { now }: Pick<ReturnFacts, 'now'>): boolean {
  return now.getTime() - addedAt.getTime() >= recentMs;
}

/**
 * Returns whether a reset of a forgotten password keeps an e-mail address: a confirmed address if it was
 * confirmed at least a week ago, an unconfirmed address if the association imported it. Any other unconfirmed
 * address is removed, because its link could still confirm it.
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
 * Returns whether an e-mail address remains after a return: only if it was confirmed at least 30 days before
 * the reported event or, without a report, before the return. If someone who found the phone made the return,
 * only such an address lets the owner recover the account. A recovery by support keeps no address, because
 * support has checked the owner's contact. A recovery by mail proves the mailbox, but an intruder may have
 * confirmed a newer address.
 */
export function keepsEmail(
  way: ReturnWay,
  { addedAt, isConfirmed }: { readonly addedAt: Date; readonly isConfirmed: boolean },
  facts: Pick<ReturnFacts, 'now' | 'disputedAt'>,
): boolean {
  return isConfirmed && restoresEmail(way, addedAt, facts);
}

/**
 * Returns whether a return restores a replaced address: only if it was confirmed at least 30 days before the
 * reported event or, without a report, before the return. A recovery by support restores no address.
 */
export function restoresEmail(
  way: ReturnWay,
  confirmedAt: Date,
  facts: Pick<ReturnFacts, 'now' | 'disputedAt'>,
): boolean {
  return way !== 'recovered-by-support' && confirmedAt <= trustedUntil(facts);
}

/**
 * Returns the time until which an addition is trusted: 30 days before the reported event or, without a
 * report, before the return.
 */
export function trustedUntil({ now, disputedAt }: Pick<ReturnFacts, 'now' | 'disputedAt'>): Date {
  const at = disputedAt !== null && disputedAt < now ? disputedAt : now;
  return new Date(at.getTime() - intrusionMs);
}

/** Ways of return after which a code of the phone opens an account without a second step. */
const openToPhone: ReadonlySet<ReturnWay> = new Set([
  'lock-opened',
  'phone-restored',
  'email-restored',
  'lock-lifted',
]);

/**
 * Returns whether an authenticator app remains after a return: only if it was confirmed at least 30 days
 * before the reported event or the return, and only if a code of the phone then opens the account. A thief
 * who has only the SIM could otherwise make a return and thus remove the second step.
 */
export function keepsApp(
  way: ReturnWay,
  confirmedAt: Date,
  facts: Pick<ReturnFacts, 'now' | 'disputedAt'>,
): boolean {
  return openToPhone.has(way) && confirmedAt <= trustedUntil(facts);
}

/** Returns whether a return unlocks the account. Only an administrator can lift the association's lock. */
export function opensLock(way: ReturnWay, { lockedByOwner }: { readonly lockedByOwner: boolean }): boolean {
  return lockedByOwner || way === 'lock-lifted';
}

/**
 * Returns whether a phone in doubt remains in doubt. A lifted lock or a restored e-mail address proves
 * nothing about the phone.
 */
export function keepsDoubt(way: ReturnWay): boolean {
  return way === 'lock-lifted' || way === 'email-restored';
}

/**
 * Returns whether a return casts doubt on the phone: if the owner restores the former e-mail address, an
 * intruder may also have changed the phone in the 30 days before the reported event or, without a report,
 * before the return. A phone that an earlier return proved is trusted.
 */
export function castsDoubt(way: ReturnWay, { now, provedAt, disputedAt, phoneSince }: ReturnFacts): boolean {
  const since = Math.max((disputedAt ?? now).getTime() - intrusionMs, provedAt?.getTime() ?? 0);
  return way === 'email-restored' && phoneSince !== null && phoneSince.getTime() > since;
}

/** Returns whether the owner took part in the return, which ends dormancy. */
export function provesOwner(way: ReturnWay): boolean {
  return way !== 'lock-lifted' && way !== 'operator-reset';
}

type PhoneFacts = Pick<ReturnFacts, 'now' | 'phoneSince' | 'provedAt'>;

const isPhoneNew = ({ now, phoneSince }: PhoneFacts): boolean =>
  !isTrusted({ at: now, channelSince: phoneSince });

/**
 * Returns whether a return proves that the phone is the owner's. A code of a phone of the last 30 days does
 * not, unless an earlier return proved that phone: an intruder who has changed the phone can lock the account
 * with a link sent to the intruder's own address, and then unlock it with a code. A restored e-mail address
 * does not prove a phone of the last 30 days either, because the intruder may have changed both.
 */
export function provesPhone(way: ReturnWay, facts: PhoneFacts): boolean {
  const { phoneSince, provedAt } = facts;
  if (way !== 'lock-opened' && way !== 'email-restored') return provesOwner(way);
  return !isPhoneNew(facts) || (phoneSince !== null && provedAt !== null && phoneSince <= provedAt);
}

/**
 * Returns whether the links of earlier notices to phones and addresses that are older than the phone outlast
 * a return. With a code of a new phone, an intruder could otherwise end the links of the owner's phone as
 * soon as they are sent.
 */
export function keepsOlderLinks(way: ReturnWay, facts: PhoneFacts): boolean {
  return way === 'lock-opened' && isPhoneNew(facts);
}

/**
 * Returns whether the links that undo a change outlast a return. A recovery by support ends them, because
 * support has checked the owner; other returns may be an intruder's.
 */
export function keepsUndo(way: ReturnWay): boolean {
  return way !== 'recovered-by-support';
}

/**
 * Returns whether a return removes the password: the return sets no new password, and an intruder may know
 * the old one.
 */
export function endsPassword(way: ReturnWay): boolean {
  return way === 'phone-restored' || way === 'email-restored' || way === 'lock-lifted';
}

/**
 * A credential or right that a return removed. `name` is the name of a passkey, provider, application, client
 * or host, or a masked address; it is empty for an authenticator app or an approval.
 */
export type Removed = {
  readonly kind: (typeof removedKinds)[number];
  readonly name: string;
  readonly addedAt: string;
};

/** Maximum number of items per kind in the owner's list, because an intruder can grant thousands of rights. */
export const maxListed = 50;

/** Adds items to the owner's list, each name once per kind and at most `maxListed` per kind. */
export function extendList(list: readonly Removed[], more: readonly Removed[]): readonly Removed[] {
  const extended = [...list];
  for (const item of more) {
    const same = extended.filter(({ kind }) => kind === item.kind);
    if (same.length < maxListed && !same.some(({ name }) => name === item.name)) extended.push(item);
  }
  return extended;
}
