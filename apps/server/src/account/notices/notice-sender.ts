import type { Locale } from '@vid/contract/limits';
import type { AssociationNoticeKind, NoticeKind } from '@vid/contract/messages/notices';
import type { Queryable } from '#database/connection.ts';
import type { NoticeLinksRow } from '#database/tables.ts';
import { describeDevice } from '#lib/describe-device.ts';
import { newLinkSecret } from '#lib/ids.ts';
import type { MailLine } from '#platform/messages/messages.ts';
import type { Platform } from '#platform/platform.ts';
import { localeOfAccount } from '#account/account.repo.ts';
import {
  associationNoticeLink,
  describeOrigin,
  harmlessNoticeLink,
  lockingKind,
  mailNotice,
  smsNotice,
  type Origin,
} from './notice-texts.ts';
import {
  isTrusted,
  joinedDecisionsKind,
  joinedKind,
  joinReceivers,
  receiversOf,
  withFormerChannels,
  type Channels,
  type Receivers,
} from './notices.policy.ts';
import { noticeRepo as repo, type DueNotice, type OwnerRow } from './notices.repo.ts';

/** Lifetime of the link in a notice; a week, because the owner may read the notice late. */
const linkTtlSeconds = 7 * 86_400;

/**
 * Notices of changes are sent before messages that are not urgent, because they concern an account's security.
 */
const isUrgent = true;

/**
 * Changes of one kind, which one message reports. `lastAt` is the time of the last change if the notice was
 * deferred or held.
 */
export type Change = Pick<DueNotice, 'count' | 'userAgent' | 'address' | 'skipsPhone'> & {
  readonly kind: NoticeKind;
  readonly createdAt?: Date;
  readonly lastAt?: Date;
};

type Changes = readonly [Change, ...Change[]];

/** Times at which the account got each former phone or address; null for the first phone. */
export type FormerChannels = ReadonlyMap<string, Date | null>;

export type Routing = {
  /**
   * The phone that gets the notice instead of the account's phone, for example the phone before a change;
   * null for none.
   */
  readonly phone?: string | null;
  /** A link that changes nothing, instead of the link that locks the account. */
  readonly link?: string;
  /**
   * If set, the link undoes the change within a day instead of locking the account. The value is the phone or
   * address that the link restores; null for none.
   */
  readonly restores?: string | null;
  readonly skipsPhone?: boolean;
  /**
   * Phones and addresses that also get the notice, because the account had them until it returned to its
   * owner.
   */
  readonly former?: FormerChannels;
};

export type SentBy = 'mail' | 'sms' | 'none';

type Paragraphs = readonly (readonly MailLine[])[];

type Decision = {
  readonly kind: AssociationNoticeKind;
  readonly count: number;
  readonly detailIn: (locale: Locale) => Paragraphs;
};

/** Kind and effect of a link, which may differ between the receivers of a notice. */
type Sent = { readonly kind: NoticeKind; readonly restores: string | null | undefined };

type Owner = OwnerRow & Channels;

/** Creates functions that compose notices and queue their messages in the caller's transaction. */
export function createNoticeSender({
  config,
  keys,
  places,
  sms,
  mail,
}: Pick<Platform, 'config' | 'keys' | 'places' | 'sms' | 'mail'>) {
  const { origin } = config.publicUrl;

  const chooseReceivers = (owner: Owner, changes: Changes, { former, ...to }: Routing) => {
    const channels = mail.isConfigured ? owner : { ...owner, email: null, formerEmails: [] };
    return joinReceivers(
      changes.map(({ kind, skipsPhone }) =>
        receiversOf(kind, channels, { ...to, skipsPhone, ...(former && { former: [...former.keys()] }) }),
      ),
    );
  };

  /**
   * Returns the texts about the changes: the paragraphs of a mail, and the origin of a single change for an
   * SMS; undefined for several changes or an unknown origin.
   */
  const describeChanges = (owner: Owner, changes: Changes) => {
    const locale = localeOfAccount(owner);
    const originOf = (change: Change): Origin | undefined => {
      const at = change.lastAt ?? (change.address === '' ? undefined : owner.now);
      if (at === undefined) return undefined;
      const place = places.nameOf(change.address, locale);
      return { address: change.address, device: deviceName(change.userAgent), place, at };
    };
    const origins = changes.map(originOf);
    const texts = origins.map((one) => listed(one && describeOrigin(one, locale)));
    if (countOf(changes) === 1)
      return { detail: texts[0]?.map((text) => [text]) ?? [], singleOrigin: origins[0] };
    const detail: Paragraphs = changes.map(({ kind, count }, n) => [
      { text: `mail.${kind}`, count },
      ...(texts[n] ?? []),
    ]);
    return { detail, singleOrigin: undefined };
  };

  /**
   * Returns functions that create the links of a notice. Each receiver gets its own link, because the power of
   * a link depends on the age of the phone or address. A channel without a known age counts as added now.
   */
  const createLinks = async (
    tx: Queryable,
    accountId: string,
    { owner, changes, former }: { owner: Owner; changes: Changes; former: FormerChannels | undefined },
  ) => {
    const ages = new Map([...(former ?? []), ...(await repo.getChannelAges(tx, accountId))]);
    const [{ userAgent, address }] = changes;
    const times = changes.map((change) => (change.createdAt ?? owner.now).getTime());
    const report = {
      accountId,
      userAgent,
      address,
      reportsRecoveryCode: changes.some((change) => change.kind === 'recovery-code-used'),
      createdAt: new Date(Math.min(...times)),
    };
    const ageOf = (channel: string): Date | null =>
      ages.has(channel) ? (ages.get(channel) ?? null) : owner.now;
    const linkFor = (channel: string, { kind, restores }: Sent): Promise<string> =>
      makeLink(tx, {
        ...report,
        kind,
        undoes: restores !== undefined,
        formerChannel: restores ?? null,
        channelSince: ageOf(channel),
      });
    // A phone in doubt may be an intruder's, so it gets no link that locks the account. It still gets the
    // link that stops a recovery.
    const mayLock = (phone: string): boolean =>
      !owner.phoneInDoubt || phone !== owner.phone || joinedKindOf(changes) === 'recovery-started';
    return {
      isTrusted: (channel: string) => isTrusted({ at: owner.now, channelSince: ageOf(channel) }),
      forEmail: linkFor,
      forPhone: async (phone: string, sent: Sent): Promise<string> =>
        mayLock(phone) ? linkFor(phone, sent) : `${origin}/vid/web/recovery`,
    };
  };

  const makeLink = async (
    tx: Queryable,
    link: Omit<NoticeLinksRow, 'tokenHash' | 'expiresAt' | 'usedAt'>,
  ): Promise<string> => {
    const secret = newLinkSecret();
    await repo.insertLink(tx, { ...link, tokenHash: keys.hashSecret(secret), ttlSeconds: linkTtlSeconds });
    // Put the secret in the fragment, which browsers do not send to servers, so that no log contains it.
    return `${origin}/vid/web/not-me#${secret}`;
  };

  const sendDecision = async (
    tx: Queryable,
    accountId: string,
    { kind, count, detailIn }: Decision,
  ): Promise<SentBy> => {
    const owner = await getOwner(tx, accountId);
    const locale = localeOfAccount(owner);
    const link = associationNoticeLink(kind, origin);
    const to = mail.isConfigured ? owner.email : null;
    if (to !== null) {
      const content = mailNotice(kind, { link, detail: detailIn(locale) });
      await mail.queue(tx, { accountId, to, kind, ...content, locale });
      return 'mail';
    }
    if (owner.phone === null) return 'none';
    const content = smsNotice(kind, link, { count });
    await sms.queue(tx, { accountId, phone: owner.phone, purpose: kind, ...content, locale });
    return 'sms';
  };

  return {
    async send(tx: Queryable, accountId: string, changes: Changes, to: Routing): Promise<void> {
      const owner = await getOwner(tx, accountId);
      const kind = joinedKindOf(changes);
      const { former, ...present } = chooseReceivers(owner, changes, to);
      const { detail, singleOrigin } = describeChanges(owner, changes);
      const links = await createLinks(tx, accountId, { owner, changes, former: to.former });
      const sharedLink = to.link ?? harmlessNoticeLink(kind, origin);
      const message = { accountId, locale: localeOfAccount(owner), isUrgent };
      // The link for a former receiver, or for a phone or address added in the last 30 days, undoes no change,
      // because an intruder may have added the channel and must not undo the owner's change.
      const locking: Sent = { kind: lockingKind(kind), restores: undefined };
      const own: Sent = { kind, restores: to.restores };
      const queue = async (
        { emails, phones }: Pick<Receivers, 'emails' | 'phones'>,
        sentTo: (channel: string) => Sent,
      ) => {
        for (const email of emails) {
          const sent = sentTo(email);
          const link = sharedLink ?? (await links.forEmail(email, sent));
          const content = mailNotice(sent.kind, { link, detail });
          await mail.queue(tx, { ...message, to: email, kind: sent.kind, ...content });
        }
        for (const phone of phones) {
          const sent = sentTo(phone);
          const link = sharedLink ?? (await links.forPhone(phone, sent));
          const content = smsNotice(sent.kind, link, { count: countOf(changes), origin: singleOrigin });
          await sms.queue(tx, { ...message, phone, purpose: sent.kind, ...content });
        }
      };
      await queue(present, (channel) => (links.isTrusted(channel) ? own : locking));
      await queue(former, () => locking);
    },

    sendDecision,

    async sendDecisions(
      tx: Queryable,
      accountId: string,
      decisions: readonly Pick<Decision, 'kind' | 'count'>[],
    ): Promise<void> {
      const [first] = decisions;
      if (first === undefined) return;
      const count = countOf(decisions);
      const described: Paragraphs = decisions.map((one) => [
        { text: `mail.${one.kind}`, count: one.count },
        associationNoticeLink(one.kind, origin),
      ]);
      await sendDecision(
        tx,
        accountId,
        count === 1
          ? { kind: first.kind, count, detailIn: () => [] }
          : { kind: joinedDecisionsKind, count, detailIn: () => described },
      );
    },
  };
}

/**
 * Returns the language and the channels of an account, with the former channels that still get notices;
 * undefined if the account does not exist.
 */
export async function findOwner(tx: Queryable, accountId: string): Promise<Owner | undefined> {
  const [own, lost] = await Promise.all([
    repo.findOwner(tx, accountId),
    repo.listLostChannels(tx, accountId),
  ]);
  return own && withFormerChannels(own, lost);
}

async function getOwner(tx: Queryable, accountId: string): Promise<Owner> {
  const owner = await findOwner(tx, accountId);
  if (!owner) throw new Error('the account to notify does not exist');
  return owner;
}

const countOf = (all: readonly { readonly count: number }[]): number =>
  all.reduce((sum, { count }) => sum + count, 0);

const joinedKindOf = (changes: Changes): NoticeKind =>
  countOf(changes) === 1 ? changes[0].kind : joinedKind;

export const listed = (text: string | undefined): string[] => (text === undefined ? [] : [text]);

function deviceName(userAgent: string): string {
  const { browser, system } = describeDevice(userAgent);
  return [browser, system].filter((part) => part !== '').join(', ');
}
