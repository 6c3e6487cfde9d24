import { holdSeconds, type Locale } from '@vid/contract/limits';
import {
  associationNoticeKinds,
  noticeKinds,
  type AssociationNoticeKind,
  type NoticeKind,
} from '@vid/contract/messages/notices';
import type { Queryable } from '#database/connection.ts';
import { isLockTimeout } from '#database/availability/outage.ts';
import type { NoticeLinksRow } from '#database/tables.ts';
import type { Caller } from '#http/caller.ts';
import { describeDevice } from '#lib/describe-device.ts';
import { newLinkSecret } from '#lib/ids.ts';
import { lockAccounts, lockFreeAccounts } from '#platform/begin-as.ts';
import { receiverOf } from '#platform/deliveries/message-queue.ts';
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
  joinedDecisionsKind,
  joinedKind,
  joinReceivers,
  needsReminder,
  paceOf,
  receiversOf,
  reminderDelaySeconds,
  reminderOf,
  waitingKinds,
  type Receivers,
} from './notices.policy.ts';
import { noticeRepo as repo, type DueNotice } from './notices.repo.ts';

/** Lifetime of the link in a notice. The owner may read the notice late. */
const linkTtlSeconds = 7 * 86_400;

const dueBatch = 50;

const countedKinds = [...noticeKinds, ...associationNoticeKinds];

/** Notices are sent before other messages, because they report changes to an account's security. */
const isUrgent = true;

/** Queue length at which a task that notifies many members pauses. */
const maxPending = 200;

export type Notice = {
  readonly account: { readonly id: string };
  readonly kind: NoticeKind;
  /**
   * The phone that gets the notice instead of the account's phone, for example the phone before a change; null
   * for none.
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
   * Phones and addresses that also get the notice, because the account had them until it returned to its owner.
   */
  readonly former?: FormerChannels;
  readonly caller?: Pick<Caller, 'userAgent' | 'address'>;
};

/** Time at which the account got each former phone or address; null for the first phone. */
type FormerChannels = ReadonlyMap<string, Date | null>;

/** A notice that is composed after the commit of a sign-in, so that the sign-in does not wait for it. */
export type DeferredNotice = {
  readonly accountId: string;
  readonly kind: NoticeKind;
  readonly caller: Pick<Caller, 'userAgent' | 'address'>;
  readonly skipsPhone: boolean;
};

export type AssociationNotice = {
  readonly accountId: string;
  readonly kind: AssociationNoticeKind;
  readonly detail?: string | Readonly<Record<Locale, string>> | undefined;
};

type Paragraphs = readonly (readonly MailLine[])[];

type SentBy = 'mail' | 'sms' | 'none';

type Decision = {
  readonly kind: AssociationNoticeKind;
  readonly count: number;
  readonly detailIn: (locale: Locale) => Paragraphs;
};

const withoutOrigin = { userAgent: '', address: '', skipsPhone: false };

/**
 * Changes of one kind, which one message reports. `lastAt` is the time of the last change if the notice was
 * deferred or held.
 */
type Change = Pick<DueNotice, 'count' | 'userAgent' | 'address' | 'skipsPhone'> & {
  readonly kind: NoticeKind;
  readonly createdAt?: Date;
  readonly lastAt?: Date;
};

export function createNoticeService({
  sql,
  background,
  config,
  deliveries,
  keys,
  log,
  places,
  sms,
  mail,
}: Platform) {
  sms.useWaitingTypes(waitingKinds);
  const makeLink = async (
    tx: Queryable,
    link: Omit<NoticeLinksRow, 'tokenHash' | 'expiresAt' | 'usedAt'>,
  ): Promise<string> => {
    const secret = newLinkSecret();
    const ttlSeconds = link.undoes ? holdSeconds : linkTtlSeconds;
    await repo.insertLink(tx, { ...link, tokenHash: keys.hashSecret(secret), ttlSeconds });
    // Put the secret in the fragment, which browsers do not send, so that no log contains it.
    return `${config.publicUrl.origin}/vid/web/not-me#${secret}`;
  };

  const paceFor = async (
    tx: Queryable,
    accountId: string,
    kind: NoticeKind | AssociationNoticeKind,
    to: Parameters<typeof paceOf>[1],
  ) => paceOf(kind, to, await deliveries.countOfDay(tx, receiverOf(keys, accountId), countedKinds));

  const send = async (
    tx: Queryable,
    accountId: string,
    changes: readonly [Change, ...Change[]],
    { former: lost, ...to }: Pick<Notice, 'phone' | 'link' | 'restores' | 'former'>,
  ): Promise<void> => {
    const owner = await repo.findOwner(tx, accountId);
    if (!owner) throw new Error('the account to notify does not exist');
    const [{ userAgent, address }] = changes;
    const count = changes.reduce((sum, change) => sum + change.count, 0);
    const kind = count === 1 ? changes[0].kind : joinedKind;
    const channels = mail.isConfigured ? owner : { ...owner, email: null, formerEmails: [] };
    const { former, ...present } = joinReceivers(
      changes.map(({ kind: changed, skipsPhone }) =>
        receiversOf(changed, channels, {
          ...to,
          skipsPhone,
          ...(lost && { former: [...lost.keys()] }),
        }),
      ),
    );
    const locale = localeOfAccount(owner);
    const originOf = (change: Change): Origin | undefined => {
      const at = change.lastAt ?? (change.address === '' ? undefined : owner.now);
      if (at === undefined) return undefined;
      const place = places.nameOf(change.address, locale);
      return { address: change.address, device: deviceName(change.userAgent), place, at };
    };
    const origins = changes.map(originOf);
    const details = origins.map((origin) => origin && describeOrigin(origin, locale));
    const detail: Paragraphs =
      count === 1
        ? listed(details[0]).map((text) => [text])
        : changes.map((change, n) => [
            { text: `mail.${change.kind}`, count: change.count },
            ...listed(details[n]),
          ]);
    const createdAt = new Date(
      Math.min(...changes.map((change) => (change.createdAt ?? owner.now).getTime())),
    );
    const ages = new Map([...(lost ?? []), ...(await repo.getChannelAges(tx, accountId))]);
    // Each receiver gets its own link, because the link's power depends on the age of the phone or address. A
    // channel without a known age counts as added now.
    const ageOf = (channel: string) => (ages.has(channel) ? (ages.get(channel) ?? null) : owner.now);
    const reportsRecoveryCode = changes.some((change) => change.kind === 'recovery-code-used');
    type Sent = { readonly kind: NoticeKind; readonly restores: string | null | undefined };
    const linkFor = (channel: string, sent: Sent) =>
      makeLink(tx, {
        accountId,
        kind: sent.kind,
        undoes: sent.restores !== undefined,
        formerChannel: sent.restores ?? null,
        reportsRecoveryCode,
        userAgent,
        address,
        channelSince: ageOf(channel),
        createdAt,
      });
    // A phone in doubt may be an intruder's, so it gets no link that locks the account. It still gets the link
    // that stops a recovery.
    const linkForPhone = async (phone: string, sent: Sent): Promise<string> =>
      owner.phoneInDoubt && phone === owner.phone && kind !== 'recovery-started'
        ? `${config.publicUrl.origin}/vid/web/recovery`
        : linkFor(phone, sent);
    const queue = async (
      { emails, phones }: Pick<Receivers, 'emails' | 'phones'>,
      sent: Sent,
      shared?: string,
    ): Promise<void> => {
      for (const email of emails) {
        const content = mailNotice(sent.kind, { link: shared ?? (await linkFor(email, sent)), detail });
        await mail.queue(tx, { accountId, to: email, kind: sent.kind, ...content, locale, isUrgent });
      }
      for (const phone of phones) {
        const content = smsNotice(sent.kind, shared ?? (await linkForPhone(phone, sent)), {
          count,
          origin: count === 1 ? origins[0] : undefined,
        });
        await sms.queue(tx, { accountId, phone, purpose: sent.kind, ...content, locale, isUrgent });
      }
    };
    const shared = to.link ?? harmlessNoticeLink(kind, config.publicUrl.origin);
    await queue(present, { kind, restores: to.restores }, shared);
    // The link for a former receiver only locks the account; it restores nothing.
    await queue(former, { kind: lockingKind(kind), restores: undefined }, shared);
  };

  const sendDecision = async (
    tx: Queryable,
    accountId: string,
    { kind, count, detailIn }: Decision,
  ): Promise<SentBy> => {
    const owner = await repo.findOwner(tx, accountId);
    if (!owner) throw new Error('the account to notify does not exist');
    const locale = localeOfAccount(owner);
    const link = associationNoticeLink(kind, config.publicUrl.origin);
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

  const sendDecisions = async (
    tx: Queryable,
    accountId: string,
    decisions: readonly { readonly kind: AssociationNoticeKind; readonly count: number }[],
  ): Promise<void> => {
    const [first] = decisions;
    if (first === undefined) return;
    const count = decisions.reduce((sum, decision) => sum + decision.count, 0);
    const described: Paragraphs = decisions.map((one) => [
      { text: `mail.${one.kind}`, count: one.count },
      associationNoticeLink(one.kind, config.publicUrl.origin),
    ]);
    await sendDecision(
      tx,
      accountId,
      count === 1
        ? { kind: first.kind, count, detailIn: () => [] }
        : { kind: joinedDecisionsKind, count, detailIn: () => described },
    );
  };

  /** Stores a second notice for the phone if the change needs one. */
  const remind = async (
    tx: Queryable,
    accountId: string,
    { kind: changed, count, userAgent, address, skipsPhone }: Change,
  ): Promise<void> => {
    const kind = reminderOf({ kind: changed, skipsPhone });
    if (kind === null) return;
    const found = await repo.findReminderFacts(tx, accountId);
    if (!found) throw new Error('the account to notify does not exist');
    const emailConfirmedAt = mail.isConfigured ? found.emailConfirmedAt : null;
    if (!needsReminder({ ...found, emailConfirmedAt })) return;
    await repo.insertDue(tx, {
      kind,
      count,
      userAgent,
      address,
      accountId,
      skipsPhone: false,
      holdSeconds: 0,
      delaySeconds: reminderDelaySeconds,
    });
  };

  let isDue = false;
  let isQueueing = false;
  const service = {
    /**
     * Returns the account's former phones and addresses that still receive notices. Call this function before
     * the account returns to its owner, because the return ends these notices.
     */
    async getFormerChannels(tx: Queryable, accountId: string): Promise<FormerChannels> {
      const owner = await repo.findOwner(tx, accountId);
      const ages = await repo.getChannelAges(tx, accountId);
      const channels = owner ? [...owner.formerPhones, ...owner.formerEmails] : [];
      return new Map(channels.map((channel) => [channel, ages.get(channel) ?? null]));
    },

    /**
     * Queues a notice in the transaction of the change that it reports, or holds it to be joined with others.
     * Stores a reminder for the phone if the change needs one. Call `kick` after the commit.
     */
    async notify(tx: Queryable, { account, kind, caller, ...to }: Notice): Promise<void> {
      const { skipsPhone = false } = to;
      const { userAgent, address } = caller ?? { userAgent: '', address: '' };
      const change = { kind, count: 1, userAgent, address, skipsPhone };
      const pace = await paceFor(tx, account.id, kind, to);
      if (pace === 'send') await send(tx, account.id, [change], to);
      else if (pace !== 'drop') await repo.insertDue(tx, { ...change, ...pace, accountId: account.id });
      await remind(tx, account.id, change);
    },

    /**
     * Queues a notice of a decision in the decision's transaction, or holds it to be joined with others. Only
     * an e-mail about a single decision contains `detail`. Call `kick` after the commit. Returns how the
     * notice was sent; 'none' if it is held, or if the account has neither an address nor a phone.
     */
    async queue(tx: Queryable, { accountId, kind, detail }: AssociationNotice): Promise<SentBy> {
      const pace = await paceFor(tx, accountId, kind, {});
      if (typeof pace === 'object') {
        await repo.insertDue(tx, { ...withoutOrigin, ...pace, accountId, kind, count: 1 });
        return 'none';
      }
      return sendDecision(tx, accountId, {
        kind,
        count: 1,
        detailIn: (locale) =>
          listed(typeof detail === 'object' ? detail[locale] : detail).map((text) => [text]),
      });
    },

    hasBacklog: async (): Promise<boolean> =>
      (await deliveries.countPending(maxPending, waitingKinds)) >= maxPending,

    kick(): void {
      sms.kick();
      mail.kick();
    },

    /**
     * Stores a notice, to be composed later, in the transaction of the change. Call `kickDue` after the commit.
     */
    async defer(tx: Queryable, { caller, ...notice }: DeferredNotice): Promise<void> {
      const { userAgent, address } = caller;
      await repo.insertDue(tx, {
        ...notice,
        count: 1,
        userAgent,
        address,
        holdSeconds: 0,
      });
    },

    /**
     * Queues the due notices, and joins those of an account. Locked accounts come last: the erasure of an
     * account can hold its lock for minutes, and the notices of other accounts must not wait for it.
     */
    async queueDue(): Promise<void> {
      const locked = new Set<string>();
      while ((await sql.begin((tx) => queueNext(tx, locked))) === dueBatch);
      for (const id of locked)
        try {
          await sql.begin(async (tx) => {
            await lockAccounts(tx, [id]);
            await queueOf(tx, [id]);
          });
        } catch (error) {
          if (!isLockTimeout(error)) throw error;
          log.warn({ accountId: id }, 'the notices of a locked account are queued later');
        }
    },

    /**
     * Queues and sends due notices in the background. A process has only one such run at a time, because a run
     * may wait for a locked account, and each sign-in would otherwise take a connection. A scheduled task sends
     * the notices that a crash left behind.
     */
    kickDue(): void {
      isDue = true;
      if (isQueueing) return;
      isQueueing = true;
      background.run('queue due notices', async () => {
        try {
          while (isDue) {
            isDue = false;
            await service.queueDue();
            service.kick();
          }
        } finally {
          isQueueing = false;
        }
      });
    },
  };

  /**
   * Queues the oldest due notices of accounts that are not in `locked`. Adds accounts that other transactions
   * have locked to `locked`. Returns the number of accounts.
   */
  const queueNext = async (tx: Queryable, locked: Set<string>): Promise<number> => {
    // Lock accounts before their notices, in the order in which an erasure locks them. The locks also make
    // concurrent runs count an account's notices in turn.
    const ids = await repo.findDueAccounts(tx, dueBatch, [...locked]);
    const free = await lockFreeAccounts(tx, ids);
    await queueOf(tx, free);
    for (const id of ids) if (!free.includes(id)) locked.add(id);
    return ids.length;
  };

  /** Queues the due notices of accounts. Requires the lock of their rows. */
  const queueOf = async (tx: Queryable, ids: readonly string[]): Promise<void> => {
    const taken = await repo.takeDue(tx, ids);
    const due = ofKinds(taken, noticeKinds);
    const decisions = Map.groupBy(ofKinds(taken, associationNoticeKinds), (row) => row.accountId);
    for (const [accountId, rows] of decisions) await sendDecisions(tx, accountId, rows);
    for (const [accountId, [first, ...others]] of Map.groupBy(due, (row) => row.accountId)) {
      if (first === undefined) continue;
      const rows = [first, ...others] as const;
      // Held notices were stored by `notify`, which has stored their reminders.
      for (const row of rows) if (!row.isHeld) await remind(tx, accountId, row);
      const pace = rows.some(({ isHeld }) => isHeld) ? 'send' : await paceFor(tx, accountId, first.kind, {});
      if (pace === 'send') await send(tx, accountId, rows, {});
      else if (pace !== 'drop') for (const row of rows) await repo.insertDue(tx, { ...row, ...pace });
    }
  };
  return service;
}

const listed = (text: string | undefined): string[] => (text === undefined ? [] : [text]);

function ofKinds<K extends string>(due: readonly DueNotice[], kinds: readonly K[]) {
  return due.flatMap((row) => {
    const kind = kinds.find((known) => known === row.kind);
    return kind === undefined ? [] : [{ ...row, kind }];
  });
}

function deviceName(userAgent: string): string {
  const { browser, system } = describeDevice(userAgent);
  return [browser, system].filter((part) => part !== '').join(', ');
}

export type NoticeService = ReturnType<typeof createNoticeService>;
