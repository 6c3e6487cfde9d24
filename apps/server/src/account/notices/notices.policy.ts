import { isDecision, type AssociationNoticeKind, type NoticeKind } from '@vid/contract/messages/notices';
import { hasLockLink, isInformation } from './notice-texts.ts';

/**
 * Days for which former phones and addresses still receive notices, and for which new phones and addresses
 * alone are not trusted.
 */
export const formerChannelDays = 30;

const dayMs = 86_400_000;

/**
 * Maximum number of former phones that receive an account's notices, earliest first. Otherwise an intruder
 * who changes the phone every day would have each notice sent to thirty phones.
 */
export const maxFormerPhones = 3;

/**
 * Returns whether the account had a phone or address for 30 days before an event, because an intruder may
 * have added a newer one. `channelSince` is null for the first phone.
 */
export function isTrusted({
  at,
  channelSince,
}: {
  readonly at: Date;
  readonly channelSince: Date | null;
}): boolean {
  return channelSince === null || at.getTime() - channelSince.getTime() >= formerChannelDays * dayMs;
}

export type OwnChannels = {
  readonly phone: string | null;
  /** The confirmed address; null if there is none, or if the server sends no mail. */
  readonly email: string | null;
  /** Time at which the address was confirmed; null without one. */
  readonly emailSince: Date | null;
  /** Time of the last return to the owner that proved the phone; null without one. */
  readonly provedAt: Date | null;
  readonly now: Date;
};

/** A phone or address that an account had. */
export type LostChannel = {
  readonly channel: string;
  readonly isPhone: boolean;
  /** Time at which the account got the phone or address; null for the first phone. */
  readonly since: Date | null;
  readonly lostAt: Date;
  /** Time at which the account that has the phone now got it; null if no account has it. */
  readonly takenAt: Date | null;
};

export type Channels = Omit<OwnChannels, 'provedAt'> & {
  readonly formerPhones: readonly string[];
  readonly formerEmails: readonly string[];
  /**
   * True if an address was confirmed in the last 30 days, or if a former phone or address still gets notices.
   */
  readonly hasNewChannel: boolean;
};

/**
 * Returns the channels of an account with the phones (at most `maxFormerPhones`) and addresses that it lost in
 * the last 30 days. Leaves out those lost before a return proved the phone, because an intruder may have added
 * them. Also leaves out a phone that the account lost to its new owner, but not one with which an intruder
 * signed up later.
 */
export function withFormerChannels<T extends OwnChannels>(
  own: T,
  lost: readonly LostChannel[],
): T & Channels {
  const { emailSince, provedAt, now } = own;
  const isRecent = (at: Date): boolean => now.getTime() - at.getTime() < formerChannelDays * dayMs;
  const former = lost.filter(
    ({ lostAt, takenAt }) =>
      isRecent(lostAt) && (provedAt === null || lostAt > provedAt) && (takenAt === null || takenAt > lostAt),
  );
  const phones = former
    .filter(({ isPhone }) => isPhone)
    .toSorted((a, b) => Number(a.since ?? 0) - Number(b.since ?? 0));
  return {
    ...own,
    formerPhones: phones.slice(0, maxFormerPhones).map(({ channel }) => channel),
    formerEmails: former.filter(({ isPhone }) => !isPhone).map(({ channel }) => channel),
    hasNewChannel: former.length > 0 || (emailSince !== null && isRecent(emailSince)),
  };
}

const hasTrustedEmail = ({ now, emailSince }: Pick<Channels, 'now' | 'emailSince'>): boolean =>
  emailSince !== null && isTrusted({ at: now, channelSince: emailSince });

export type Routing = {
  /**
   * The phone that gets the notice instead of the account's phone, for example the phone before a change;
   * null for none.
   */
  readonly phone?: string | null;
  readonly skipsPhone?: boolean;
  /**
   * Phones and addresses that also get the notice, because the account had them until it returned to its
   * owner.
   */
  readonly former?: readonly string[];
};

/** Changes and sign-ins by which an intruder gains or keeps access, or takes access from the owner. */
const dangerous: ReadonlySet<NoticeKind> = new Set([
  'new-device',
  'qr-approved',
  'device-approved',
  'application-access',
  'approval-confirmed',
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
  'changed-yesterday',
  'signed-in-yesterday',
  'account-returned',
  'lock-lifted',
]);

const reminders = ['changed-yesterday', 'signed-in-yesterday'] as const satisfies readonly NoticeKind[];
/** Kinds whose second notice goes to the phone that the change replaced, if any. */
export const toReplacedPhone = [
  'phone-replaced',
  'account-recovered',
] as const satisfies readonly NoticeKind[];
const repeated = ['recovery-started', ...toReplacedPhone] as const satisfies readonly NoticeKind[];
type ReminderKind = (typeof reminders)[number] | (typeof repeated)[number];

export const isReminder = (kind: NoticeKind): boolean => reminders.some((one) => one === kind);

/** Returns whether the second notice has the same kind as the first, and thus a link of the same kind. */
export const isRepeated = (kind: NoticeKind): boolean => repeated.some((one) => one === kind);

/**
 * Changes by which a person who held the SIM or the unlocked phone for an hour can keep access to the account
 * or give access to others. The browser of an unlocked phone may also fill in the password.
 */
const lasting: ReadonlySet<NoticeKind> = new Set([
  'password-changed',
  'password-reset',
  'account-returned',
  'passkey-added',
  'two-step-on',
  'two-step-off',
  'recovery-codes-made',
  'identity-linked',
  'email-confirmed',
  'phone-changed',
  'application-access',
  'approval-confirmed',
]);

const signIns: ReadonlySet<NoticeKind> = new Set(['new-device', 'qr-approved', 'device-approved']);

export const reminderDelaySeconds = 86_400;

/**
 * Returns the delay of a second notice. The second notice of a replaced phone comes after half a day, because
 * its link restores the phone only within a day of the change.
 */
export function reminderDelayOf(kind: ReminderKind): number {
  return kind === 'phone-replaced' ? reminderDelaySeconds / 2 : reminderDelaySeconds;
}

/**
 * Returns the kind of the second notice that the account gets later, or null for none. A person who has the SIM
 * or the unlocked phone for an hour can delete the first notice of a lasting change, of a QR code or a device
 * that the phone approved, or of a sign-in on another device. A replaced phone, a started recovery and a
 * completed one are announced twice with notices of the same kind, because the link of a reminder locks the
 * account. A locking link restores no phone, and a reader of the mailbox, who can start a recovery, must not
 * get one.
 */
export function reminderOf(kind: NoticeKind): ReminderKind | null {
  const same = repeated.find((one) => one === kind);
  if (same) return same;
  if (lasting.has(kind)) return 'changed-yesterday';
  return signIns.has(kind) ? 'signed-in-yesterday' : null;
}

/**
 * Returns whether the second notice goes only to an e-mail address. A sign-in without a code of the phone
 * (`isByCode`) needs a secret that the phone does not show, and is too frequent for a second SMS.
 */
export function isRemindedByMail({
  kind,
  isByCode,
}: {
  readonly kind: NoticeKind;
  readonly isByCode: boolean;
}): boolean {
  return kind === 'new-device' && !isByCode;
}

export type AccountAge = {
  /** Time of the oldest consent; null without one. */
  readonly firstAgreedAt: Date | null;
  readonly emailSince: Date | null;
  readonly now: Date;
};

/**
 * Returns whether an account gets second notices. Every member agrees to the terms in the first session, so the
 * oldest consent dates the first use. An account first used within the last day is new, or imported and has just
 * been signed in to for the first time. `isByMail` requires an address that is at least 30 days old.
 */
export function canBeReminded(age: AccountAge, { isByMail }: { readonly isByMail: boolean }): boolean {
  const { firstAgreedAt, now } = age;
  const isUsed =
    firstAgreedAt !== null && now.getTime() - firstAgreedAt.getTime() > reminderDelaySeconds * 1_000;
  return isUsed && (!isByMail || hasTrustedEmail(age));
}

/**
 * Changes by which an intruder could lock the owner out, and events of a recovery or a return. Their notices go
 * to the address and to the phone, unless `receiversOf` skips one of them. So does the reminder of a change,
 * because an intruder may read the mailbox.
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
  'changed-yesterday',
]);

const deletions: ReadonlySet<NoticeKind> = new Set([
  'deletion-requested',
  'deletion-soon',
  'deletion-cancelled',
]);

export const joinedKind = 'several-changes' satisfies NoticeKind;

export const joinedDecisionsKind = 'several-decisions' satisfies AssociationNoticeKind;

/**
 * Notices that wait while SMS costs have reached their ceiling. They report no risk to an account and have no
 * legal deadline.
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
  readonly former: { readonly emails: readonly string[]; readonly phones: readonly string[] };
};

/**
 * Decides who gets a notice: the confirmed address, unless the notice is about its confirmation, or else the
 * phone. No reminder goes to an address of the last 30 days, which an intruder may have added. The address and
 * the phone both get the notice if its kind is meant for every channel, if the notice names a phone, if it is
 * about the deletion of the account, or if the change is dangerous and a channel is new. In the last two cases,
 * former channels get the notice too, because an intruder may have added the new channel (K3). `skipsPhone`
 * leaves out the phone, and `former` replaces the former channels.
 */
export function receiversOf(kind: NoticeKind, channels: Channels, routing: Routing): Receivers {
  const phone = routing.phone === undefined ? channels.phone : routing.phone;
  // An intruder who confirms an address must not get a link that locks the owner out.
  const skipsEmail = kind === 'email-confirmed' || (isReminder(kind) && !hasTrustedEmail(channels));
  const email = skipsEmail ? null : channels.email;
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
 * Changes that were made with the phone, or that suggest a new owner of the phone. A report of such a change
 * casts doubt on the phone (`castsDoubtOnPhone`).
 */
export const phoneKinds: readonly string[] = [
  'password-reset',
  'phone-changed',
  'phone-replaced',
  'phone-change-undone',
  'account-recovered',
  'account-returned',
];

/**
 * Numbers of notices from which further notices are held, dropped or, if they cannot be joined, sent
 * (`paceOf`).
 */
const separate = { ofKindPerHour: 4, perHour: 10, perDay: 20 } as const;

/**
 * Seconds that a joined notice waits for further changes: `short`, or `long` after eight joined notices in a
 * day.
 */
const holdSeconds = { short: 15 * 60, long: 2 * 3_600, shortPerDay: 8 } as const;

/** Number of notices of a kind, including those not sent yet. */
export type SentNotices = {
  readonly kind: string;
  readonly ofHour: number;
  readonly ofDay: number;
};

export type Pace = 'send' | 'drop' | { readonly holdSeconds: number };

type OwnReceivers = Pick<Routing, 'phone'> & { readonly former?: unknown };

/**
 * Returns whether a notice must not be joined with others: it has its own receivers, or its link does not
 * simply lock the account.
 */
function isSeparate(kind: NoticeKind | AssociationNoticeKind, to: OwnReceivers): boolean {
  const hasOwnReceivers = to.phone !== undefined || to.former !== undefined;
  return hasOwnReceivers || !hasLockLink(kind) || phoneKinds.includes(kind);
}

/**
 * Decides whether a notice is sent now, held to be joined, or dropped, so that repeated changes cannot send
 * any number of messages. Over the limits, security notices and decisions of the association are held.
 * Webhook notices are dropped, because the webhook page shows the same news. Notices that cannot be joined
 * are always sent: rate limits on their endpoints bound them, or each incident sends only one.
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
