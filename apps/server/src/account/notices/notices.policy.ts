import { isDecision, type AssociationNoticeKind, type NoticeKind } from '@vid/contract/messages/notices';
import { hasLockLink, isInformation } from './notice-texts.ts';

/** Days in which former phones and addresses still receive notices, and new ones alone are not trusted. */
export const formerChannelDays = 30;

/**
 * Former phones that receive an account's notices, the earliest first. An intruder who changes the phone
 * every day would otherwise have each notice sent to thirty phones.
 */
export const maxFormerPhones = 3;

/**
 * Returns whether the account had a phone or address for 30 days before an event, because an intruder may
 * have added a newer channel. `channelSince` is null for the first phone.
 */
export function isTrusted({
  at,
  channelSince,
}: {
  readonly at: Date;
  readonly channelSince: Date | null;
}): boolean {
  return channelSince === null || at.getTime() - channelSince.getTime() >= formerChannelDays * 86_400_000;
}

/** The phones and addresses that an account has now or had in the last 30 days. */
export type Channels = {
  readonly phone: string | null;
  /** The confirmed address; null if the server sends no mail. */
  readonly email: string | null;
  readonly formerPhones: readonly string[];
  readonly formerEmails: readonly string[];
  /** True if the phone or the address was added in the last 30 days. */
  readonly hasNewChannel: boolean;
};

export type Routing = {
  /**
   * The phone that gets the notice instead of the account's, for example the phone before a change; null for
   * none.
   */
  readonly phone?: string | null;
  readonly skipsPhone?: boolean;
  /** Phones and addresses that get the notice as well, because the account had them until it returned to its owner. */
  readonly former?: readonly string[];
};

/** Changes and sign-ins by which an intruder gets, keeps or takes access to the account. */
const dangerous: ReadonlySet<NoticeKind> = new Set([
  'new-device',
  'qr-approved',
  'password-changed',
  'password-reset',
  'passkey-added',
  'passkey-removed',
  'two-step-on',
  'two-step-off',
  'recovery-codes-made',
  'identity-linked',
  'identity-unlinked',
  'email-changed',
  'email-replaced',
  'email-confirmed',
  'phone-changed',
  'phone-replaced',
  'recovery-started',
  'recovery-stopped',
  'recovery-code-used',
  'role-granted',
  'role-withdrawn',
]);

/**
 * Changes with which an intruder could lock the owner out. Notices of these changes and of account recoveries
 * go to every channel of the account.
 */
const everywhere: ReadonlySet<NoticeKind> = new Set([
  'two-step-on',
  'two-step-off',
  'recovery-codes-made',
  'recovery-code-used',
  'password-reset',
  'email-changed',
  'email-replaced',
  'email-confirmed',
  'email-change-undone',
  'phone-change-undone',
  'recovery-started',
  'recovery-stopped',
  'account-returned',
  'lock-lifted',
]);

const deletions: ReadonlySet<NoticeKind> = new Set([
  'deletion-requested',
  'deletion-soon',
  'deletion-cancelled',
]);

export const joinedKind = 'several-changes' satisfies NoticeKind;

export const joinedDecisionsKind = 'several-decisions' satisfies AssociationNoticeKind;

/**
 * Notices that wait while SMS costs exceed their ceiling. They report no risk to an account, and no law sets a
 * deadline for them.
 */
export const waitingKinds: readonly AssociationNoticeKind[] = [
  'enterprise-verified',
  'enterprise-refused',
  'certificate-confirmed',
  'certificate-refused',
  'certificate-expiring',
];

export type Receivers = {
  readonly emails: readonly string[];
  readonly phones: readonly string[];
  /** Addresses and phones that no longer belong to the account. */
  readonly former: { readonly emails: readonly string[]; readonly phones: readonly string[] };
};

/**
 * Decides who gets a notice: the confirmed address, unless the notice is about its confirmation, or else the
 * phone. Both channels get the notice if its kind is meant for every channel, if the notice is about the
 * deletion of the account, or if the change is dangerous and a channel is new, because an intruder may have
 * added the channel. Former channels get the notice in the last two cases (K3).
 */
export function receiversOf(kind: NoticeKind, channels: Channels, routing: Routing): Receivers {
  const phone = routing.phone === undefined ? channels.phone : routing.phone;
  // An intruder who confirms an address must not get a link with which to lock the owner out.
  const email = kind === 'email-confirmed' ? null : channels.email;
  const isDeletion = deletions.has(kind);
  const isWatched = isDeletion || (dangerous.has(kind) && channels.hasNewChannel);
  const isForBoth = everywhere.has(kind) || routing.phone !== undefined || isWatched;
  const emails = email === null ? [] : [email];
  const phones =
    phone !== null && routing.skipsPhone !== true && (email === null || isForBoth) ? [phone] : [];
  const former = routing.former ?? (isWatched ? [...channels.formerEmails, ...channels.formerPhones] : []);
  const lost = former.filter((channel) => !emails.includes(channel) && !phones.includes(channel));
  return {
    emails,
    phones,
    former: {
      emails: lost.filter((channel) => channel.includes('@')),
      phones: lost.filter((channel) => !channel.includes('@')),
    },
  };
}

export function joinReceivers(all: readonly Receivers[]): Receivers {
  const union = (pick: (one: Receivers) => readonly string[]) => [...new Set(all.flatMap(pick))];
  const [emails, phones] = [union((one) => one.emails), union((one) => one.phones)];
  return {
    emails,
    phones,
    former: {
      emails: union((one) => one.former.emails).filter((email) => !emails.includes(email)),
      phones: union((one) => one.former.phones).filter((phone) => !phones.includes(phone)),
    },
  };
}

/**
 * Changes that were made with the phone, or mean that the phone may have a new owner. Once an owner has
 * reported such a change, neither a code sent to the phone nor a recovery code opens the account.
 */
export const phoneKinds: readonly string[] = [
  'password-reset',
  'phone-changed',
  'phone-replaced',
  'phone-change-undone',
  'account-recovered',
  'account-returned',
];

/** Up to these limits, each notice of an account is sent separately. Further notices are joined. */
const separate = { ofKindPerHour: 4, perHour: 10, perDay: 20 } as const;

/** A joined notice waits `short` seconds for further changes, or `long` seconds after eight joined notices in a day. */
const holdSeconds = { short: 15 * 60, long: 2 * 3_600, shortPerDay: 8 } as const;

/** Counts include notices of the kind that have not been sent yet. */
export type SentNotices = {
  readonly kind: string;
  readonly ofHour: number;
  readonly ofDay: number;
};

export type Pace = 'send' | 'drop' | { readonly holdSeconds: number };

type OwnReceivers = Pick<Routing, 'phone'> & { readonly former?: unknown };

/**
 * Returns whether a notice must not be joined with others: its link does more than lock the account, or it
 * has its own receivers.
 */
function isSeparate(kind: NoticeKind | AssociationNoticeKind, to: OwnReceivers): boolean {
  const hasOwnReceivers = to.phone !== undefined || to.former !== undefined;
  return hasOwnReceivers || !hasLockLink(kind) || phoneKinds.includes(kind);
}

/**
 * Decides whether an account gets a notice now, so that repeated changes cannot send any number of messages.
 * Over the limits, notices about the account's security and decisions of the association wait and are joined.
 * Webhook notices are dropped, because the webhook page shows the same. Notices that cannot be joined are
 * always sent, because rate limits on their endpoints bound them, or because each incident has only one
 * notice.
 */
export function paceOf(
  kind: NoticeKind | AssociationNoticeKind,
  to: OwnReceivers,
  sent: readonly SentNotices[],
): Pace {
  const sum = (pick: (one: SentNotices) => number) => sent.reduce((total, one) => total + pick(one), 0);
  const own = sent.find((one) => one.kind === kind);
  const isOver =
    (own?.ofHour ?? 0) >= separate.ofKindPerHour ||
    sum((one) => one.ofHour) >= separate.perHour ||
    sum((one) => one.ofDay) >= separate.perDay;
  if (!isOver || kind === 'data-incident') return 'send';
  if (isInformation(kind)) return 'drop';
  if (!isDecision(kind) && isSeparate(kind, to)) return 'send';
  const joinedAs = isDecision(kind) ? joinedDecisionsKind : joinedKind;
  const joined = sent.find((one) => one.kind === joinedAs)?.ofDay ?? 0;
  return { holdSeconds: joined < holdSeconds.shortPerDay ? holdSeconds.short : holdSeconds.long };
}
