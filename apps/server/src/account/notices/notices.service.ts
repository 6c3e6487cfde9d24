import type { Locale } from '@vid/contract/limits';
import type { Config } from '#config/config.ts';
import type { Queryable, Sql } from '#database/connection.ts';
import type { Caller } from '#http/caller.ts';
import { describeDevice } from '#lib/describe-device.ts';
import type { Background } from '#lib/background.ts';
import { newLinkSecret } from '#lib/ids.ts';
import type { Keys } from '#lib/keys.ts';
import type { DeliveriesRepo } from '#platform/deliveries/deliveries.repo.ts';
import type { MailService } from '#platform/mail/mail.service.ts';
import type { SmsService } from '#platform/sms/sms.service.ts';
import { localeOfAccount } from '#account/account.repo.ts';
import {
  associationNoticeLink,
  describeOrigin,
  mailNotice,
  noticeKinds,
  smsNotice,
  type AssociationNoticeKind,
  type NoticeKind,
} from './notice-texts.ts';
import type { NoticeRepo } from './notices.repo.ts';

/** The link works for a week, because an owner may read the notice late. */
const linkTtlSeconds = 7 * 86_400;

/** The limit bounds the cost of repeated sign-ins with a stolen password. */
const duePerDay = 10;

const dueBatch = 50;

/** Sent before other messages, because they report a change of the account's security. */
const isUrgent = true;

/** A task that notifies many members pauses while this many messages wait to be sent. */
const maxPending = 200;

type Deps = {
  readonly sql: Sql;
  readonly background: Background;
  readonly config: Pick<Config, 'publicUrl'>;
  readonly repo: NoticeRepo;
  readonly deliveries: Pick<DeliveriesRepo, 'countPending'>;
  readonly keys: Keys;
  readonly sms: Pick<SmsService, 'queue' | 'kick'>;
  readonly mail: Pick<MailService, 'queue' | 'kick' | 'isConfigured'>;
};

export type Notice = {
  readonly account: { readonly id: string };
  readonly kind: NoticeKind;
  /** The receiver instead of the account's own phone, such as the former phone after a change; null for none. */
  readonly phone?: string | null;
  /** Replaces the link that locks the account. */
  readonly link?: string;
  /**
   * Whether the notice goes to both the confirmed address and the phone. By default the phone gets it only if there is
   * no such address.
   */
  readonly everywhere?: boolean;
  /** Whether the phone gets no SMS, even if there is no confirmed address. */
  readonly skipsPhone?: boolean;
  readonly caller?: Pick<Caller, 'userAgent' | 'address'>;
};

/**
 * A notice that is composed after the commit of a sign-in, so that the sign-in does not wait for it.
 */
export type DeferredNotice = {
  readonly accountId: string;
  readonly kind: NoticeKind;
  readonly caller: Pick<Caller, 'userAgent' | 'address'>;
  readonly skipsPhone: boolean;
};

export type AssociationNotice = {
  readonly accountId: string;
  readonly kind: AssociationNoticeKind;
  /** The text that the member reads in the mail: one text for both languages, or one text for each. */
  readonly detail?: string | Readonly<Record<Locale, string>> | undefined;
};

/** Notifies owners of changes to their accounts. Each notice has a link by which they can lock the account. */
export function createNoticeService({ sql, background, config, repo, deliveries, keys, sms, mail }: Deps) {
  const makeLink = async (tx: Queryable, accountId: string, kind: NoticeKind): Promise<string> => {
    const secret = newLinkSecret();
    const tokenHash = keys.hashSecret(secret);
    await repo.insertLink(tx, { tokenHash, accountId, kind, ttlSeconds: linkTtlSeconds });
    // The fragment holds the secret, because browsers do not send it, so no log contains the secret.
    return `${config.publicUrl.origin}/vid/web/not-me#${secret}`;
  };

  const service = {
    /** Queues a notice in the transaction of the change it reports. Call `kick` after the commit. */
    async notify(tx: Queryable, { account, kind, caller, ...to }: Notice): Promise<void> {
      const owner = await repo.findOwner(tx, account.id);
      if (!owner) throw new Error('the account to notify does not exist');
      const locale = localeOfAccount(owner);
      const address = mail.isConfigured ? owner.confirmedEmail : null;
      // A notice without a receiver makes no link, because links count against the notices of the day.
      if (address === null && to.skipsPhone) return;
      const link = to.link ?? (await makeLink(tx, account.id, kind));
      if (address !== null) {
        const { now: at } = owner;
        const detail =
          caller &&
          describeOrigin({ device: deviceName(caller.userAgent), address: caller.address, at }, locale);
        await mail.queue(tx, {
          to: address,
          kind,
          ...mailNotice(kind, locale, { link, detail }),
          locale,
          isUrgent,
        });
      }
      const phone = to.phone === undefined ? owner.phone : to.phone;
      if (to.skipsPhone) return;
      if (phone !== null && (address === null || to.phone !== undefined || to.everywhere)) {
        const text = smsNotice(kind, locale, link);
        await sms.queue(tx, { phone, purpose: kind, text, locale, isUrgent });
      }
    },

    /**
     * Queues a notice of the association, in the transaction of its decision: by mail to the confirmed address, or else
     * by SMS. Only the mail contains `detail`. Call `kick` after the commit. Returns how it was sent; 'none' if the
     * account has neither an address nor a phone.
     */
    async queue(
      tx: Queryable,
      { accountId, kind, detail }: AssociationNotice,
    ): Promise<'mail' | 'sms' | 'none'> {
      const owner = await repo.findOwner(tx, accountId);
      if (!owner) throw new Error('the account to notify does not exist');
      const locale = localeOfAccount(owner);
      const link = associationNoticeLink(kind, config.publicUrl.origin);
      const to = mail.isConfigured ? owner.confirmedEmail : null;
      if (to !== null) {
        const text = typeof detail === 'object' ? detail[locale] : detail;
        await mail.queue(tx, { to, kind, ...mailNotice(kind, locale, { link, detail: text }), locale });
        return 'mail';
      }
      if (owner.phone === null) return 'none';
      await sms.queue(tx, {
        phone: owner.phone,
        purpose: kind,
        text: smsNotice(kind, locale, link),
        locale,
      });
      return 'sms';
    },

    /** Whether so many messages wait to be sent that a task should not queue more. */
    hasBacklog: async (): Promise<boolean> => (await deliveries.countPending(maxPending)) >= maxPending,

    /** Sends pending notices in the background. */
    kick(): void {
      sms.kick();
      mail.kick();
    },

    /** Records a notice to be composed later, in the transaction of the change. Call `kickDue` after the commit. */
    async defer(tx: Queryable, { caller, ...notice }: DeferredNotice): Promise<void> {
      await repo.insertDue(tx, { ...notice, userAgent: caller.userAgent, address: caller.address });
    },

    /** Queues the deferred notices, at most ten a day for an account and kind. */
    async queueDue(): Promise<void> {
      while ((await sql.begin(queueNext)) === dueBatch);
    },

    /** Queues and sends deferred notices in the background. A task sends the notices that a crash left behind. */
    kickDue(): void {
      background.run('queue due notices', async () => {
        await service.queueDue();
        service.kick();
      });
    },
  };

  /** Queues the oldest deferred notices. Returns their number. */
  const queueNext = async (tx: Queryable): Promise<number> => {
    // Lock accounts before their notices, in the order in which an erasure locks them.
    const ids = await repo.findDueAccounts(tx, dueBatch);
    await repo.lockAccounts(tx, ids);
    const due = await repo.takeDue(tx, ids, dueBatch);
    for (const { accountId: id, userAgent, address, skipsPhone, ...notice } of due) {
      const kind = noticeKinds.find((known) => known === notice.kind);
      if (kind !== undefined && (await repo.countOfDay(tx, id, kind)) < duePerDay)
        await service.notify(tx, { account: { id }, kind, caller: { userAgent, address }, skipsPhone });
    }
    return due.length;
  };
  return service;
}

/** Names a device, such as "Chrome, Android", or the known part of that name. */
function deviceName(userAgent: string): string {
  const { browser, system } = describeDevice(userAgent);
  return [browser, system].filter((part) => part !== '').join(', ');
}

export type NoticeService = ReturnType<typeof createNoticeService>;
