import type { Locale } from '@vid/contract/limits';
import {
  associationNoticeKinds,
  noticeKinds,
  type AssociationNoticeKind,
  type NoticeKind,
} from '@vid/contract/messages/notices';
import type { Queryable } from '#database/connection.ts';
import { isLockTimeout } from '#database/availability/outage.ts';
import type { Caller } from '#http/caller.ts';
import { createSpacedRuns } from '#lib/spaced-runs.ts';
import { lockAccounts, lockFreeAccounts } from '#platform/begin-as.ts';
import { receiverOf } from '#platform/deliveries/message-queue.ts';
import type { Platform } from '#platform/platform.ts';
import {
  createNoticeSender,
  findOwner,
  listed,
  type Change,
  type FormerChannels,
  type Routing,
  type SentBy,
} from './notice-sender.ts';
import {
  canBeReminded,
  isRemindedByMail,
  isReminder,
  isRepeated,
  paceOf,
  reminderDelayOf,
  reminderOf,
  waitingKinds,
} from './notices.policy.ts';
import { noticeRepo as repo, type DueNotice } from './notices.repo.ts';

const dueBatch = 50;

/** While many members sign in from new devices, one transaction queues the notices of this time. */
const dueSpacingMs = 300;

const countedKinds = [...noticeKinds, ...associationNoticeKinds];

/** Queue length at which a task that notifies many members pauses. */
const maxPending = 200;

export type Notice = Routing & {
  readonly account: { readonly id: string };
  readonly kind: NoticeKind;
  readonly caller?: Pick<Caller, 'userAgent' | 'address'>;
};

/** A notice that is composed after the commit of a sign-in, so that the sign-in does not wait for it. */
export type DeferredNotice = {
  readonly accountId: string;
  readonly kind: NoticeKind;
  readonly caller: Pick<Caller, 'userAgent' | 'address'>;
  readonly skipsPhone: boolean;
  /** True if a code sent to the phone allowed the sign-in. */
  readonly isByCode: boolean;
};

export type AssociationNotice = {
  readonly accountId: string;
  readonly kind: AssociationNoticeKind;
  readonly detail?: string | Readonly<Record<Locale, string>> | undefined;
};

const withoutOrigin = { userAgent: '', address: '', skipsPhone: false };

export function createNoticeService(platform: Platform) {
  const { sql, background, deliveries, keys, log, sms, mail } = platform;
  const sender = createNoticeSender(platform);
  sms.useWaitingTypes(waitingKinds);

  const paceFor = async (
    tx: Queryable,
    accountId: string,
    kind: NoticeKind | AssociationNoticeKind,
    to: Parameters<typeof paceOf>[1],
  ) => paceOf(kind, to, await deliveries.countOfDay(tx, receiverOf(keys, accountId), countedKinds));

  const service = {
    /**
     * Returns the account's former phones and addresses that still receive notices. Call this function before
     * the account returns to its owner, because the return ends these notices.
     */
    async getFormerChannels(tx: Queryable, accountId: string): Promise<FormerChannels> {
      const owner = await findOwner(tx, accountId);
      const ages = await repo.getChannelAges(tx, accountId);
      const channels = owner ? [...owner.formerPhones, ...owner.formerEmails] : [];
      return new Map(channels.map((channel) => [channel, ages.get(channel) ?? null]));
    },

    /**
     * Queues a notice in the transaction of the change that it reports, holds it to be joined with others, or
     * drops it (`paceOf`). Stores a reminder if the change needs one. Call `kick` after the commit.
     */
    async notify(tx: Queryable, { account, kind, caller, ...to }: Notice): Promise<void> {
      const { skipsPhone = false } = to;
      const { userAgent, address } = caller ?? { userAgent: '', address: '' };
      const change = { kind, count: 1, userAgent, address, skipsPhone };
      const pace = await paceFor(tx, account.id, kind, to);
      if (pace === 'send') await sender.send(tx, account.id, [change], to);
      else if (pace !== 'drop') await repo.insertDue(tx, { ...change, ...pace, accountId: account.id });
      await remind(tx, account.id, change);
      if (kind === 'recovery-stopped') await repo.deleteDue(tx, account.id, 'recovery-started');
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
      return sender.sendDecision(tx, accountId, {
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
     * Stores a notice, to be composed later, in the transaction of the change. Stores a reminder if the change
     * needs one. Call `kickDue` after the commit.
     */
    async defer(tx: Queryable, { caller, isByCode, ...notice }: DeferredNotice): Promise<void> {
      const { userAgent, address } = caller;
      const due = { ...notice, count: 1, userAgent, address };
      await repo.insertDue(tx, { ...due, holdSeconds: 0 });
      await remind(tx, notice.accountId, { ...due, isByCode });
    },

    /**
     * Queues the due notices, and joins those of an account where possible. Locked accounts come last: the
     * erasure of an account can hold its lock for minutes, and the notices of other accounts must not wait for
     * it.
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
          log.warn({ accountId: id }, 'account is locked by another transaction; queueing its notices later');
        }
    },

    /**
     * Queues and sends due notices in the background. A process has only one such run at a time: a run may
     * wait for a locked account, and otherwise each sign-in would take a connection. A scheduled task sends
     * the notices that a crash left behind.
     */
    kickDue: createSpacedRuns({
      name: 'queue due notices',
      spacingMs: dueSpacingMs,
      background,
      async work() {
        await service.queueDue();
        service.kick();
      },
    }),
  };

  /**
   * Queues the oldest due notices of accounts that are not in `locked`. Adds accounts that other transactions
   * have locked to `locked`. Returns the number of accounts, including these.
   */
  const queueNext = async (tx: Queryable, locked: Set<string>): Promise<number> => {
    // Lock accounts before their notices, in the order in which an erasure locks them. The locks also let
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
    for (const [accountId, rows] of decisions) await sender.sendDecisions(tx, accountId, rows);
    // Do not join a repeated notice with reminders, which have another link and other receivers.
    for (const row of due.filter(({ kind }) => isRepeated(kind)))
      await sender.send(tx, row.accountId, [{ ...row, count: 1 }], await routingOf(tx, row));
    const joinable = due.filter(({ kind }) => !isRepeated(kind));
    for (const [accountId, [first, ...others]] of Map.groupBy(joinable, (row) => row.accountId)) {
      if (first === undefined) continue;
      const rows = [first, ...others] as const;
      // Do not hold a reminder: it would be joined with the next one, and an intruder who has the phone again could
      // delete both.
      const isNow = rows.some(({ isHeld, kind }) => isHeld || isReminder(kind));
      const pace = isNow ? 'send' : await paceFor(tx, accountId, first.kind, {});
      if (pace === 'send') await sender.send(tx, accountId, rows, {});
      else if (pace !== 'drop') for (const row of rows) await repo.insertDue(tx, { ...row, ...pace });
    }
  };
  return service;
}

async function remind(
  tx: Queryable,
  accountId: string,
  { kind: changed, count, userAgent, address, isByCode = false }: Change & { readonly isByCode?: boolean },
): Promise<void> {
  const kind = reminderOf(changed);
  if (kind === null) return;
  const skipsPhone = isRemindedByMail({ kind: changed, isByCode });
  const age = await repo.findAge(tx, accountId);
  if (!age || !canBeReminded(age, { isByMail: skipsPhone })) return;
  await repo.insertDue(tx, {
    kind,
    count,
    userAgent,
    address,
    accountId,
    skipsPhone,
    holdSeconds: 0,
    delaySeconds: reminderDelayOf(kind),
  });
}

/** Returns the routing of a repeated notice, which goes to the phone that the change replaced, if any. */
async function routingOf(
  tx: Queryable,
  { kind, accountId, createdAt }: Pick<DueNotice, 'kind' | 'accountId' | 'createdAt'>,
): Promise<Routing> {
  if (kind === 'recovery-started') return {};
  const phone = await repo.findReplacedPhone(tx, accountId, createdAt);
  if (kind === 'phone-replaced') return { phone, restores: phone };
  // The phone is null if the recovery kept the account's phone.
  return phone === null ? {} : { phone };
}

function ofKinds<K extends string>(due: readonly DueNotice[], kinds: readonly K[]) {
  return due.flatMap((row) => {
    const kind = kinds.find((known) => known === row.kind);
    return kind === undefined ? [] : [{ ...row, kind }];
  });
}

export type NoticeService = ReturnType<typeof createNoticeService>;
