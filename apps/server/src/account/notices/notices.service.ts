import type { Config } from '#config/config.ts';
import type { Queryable } from '#database/connection.ts';
import type { Caller } from '#http/caller.ts';
import { newLinkSecret } from '#lib/ids.ts';
import type { Keys } from '#lib/keys.ts';
import type { SmsService } from '#platform/sms/sms.service.ts';
import { localeOfAccount } from '#account/account.repo.ts';
import { smsNotice, type NoticeKind } from './notice-texts.ts';
import type { NoticeRepo } from './notices.repo.ts';

/** A week, so that a notice read after a journey still helps. */
const linkTtlSeconds = 7 * 86_400;

type Deps = {
  readonly config: Pick<Config, 'publicUrl'>;
  readonly repo: NoticeRepo;
  readonly keys: Keys;
  readonly sms: Pick<SmsService, 'queue' | 'kick'>;
};

export type Notice = {
  readonly account: { readonly id: string };
  readonly kind: NoticeKind;
  /** Instead of the account's own phone: the former one after a change. */
  readonly phone?: string;
  /** The request that made the change. */
  readonly caller?: Pick<Caller, 'userAgent' | 'address'>;
};

/** Tells owners what happened to their accounts. Each notice has a link by which they can lock the account. */
export function createNoticeService({ config, repo, keys, sms }: Deps) {
  return {
    /** Queues a notice in the transaction of the change it reports. Call `kick` after the commit. */
    async notify(tx: Queryable, { account, kind, phone }: Notice): Promise<void> {
      const owner = await repo.findOwner(tx, account.id);
      if (!owner) throw new Error('the account to notify does not exist');
      const secret = newLinkSecret();
      await repo.insertLink(tx, {
        tokenHash: keys.hashSecret(secret),
        accountId: account.id,
        kind,
        ttlSeconds: linkTtlSeconds,
      });
      const locale = localeOfAccount(owner);
      // In the fragment, which browsers do not send, so that the secret is in no log.
      const link = `${config.publicUrl.origin}/vid/web/not-me#${secret}`;
      await sms.queue(tx, {
        phone: phone ?? owner.phone,
        purpose: kind,
        text: smsNotice(kind, locale, link),
        locale,
      });
    },

    /** Sends pending notices in the background. */
    kick(): void {
      sms.kick();
    },
  };
}

export type NoticeService = ReturnType<typeof createNoticeService>;
