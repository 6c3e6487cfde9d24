import type { Queryable } from '#database/connection.ts';
import type { AccountsRow } from '#database/tables.ts';
import type { Caller } from '#http/caller.ts';
import { AppError } from '#lib/app-error.ts';
import { newLinkSecret } from '#lib/ids.ts';
import { maskPhoneForReader } from '#lib/phone/mask-phone.ts';
import { networkHits } from '#platform/limits/network-hits.ts';
import { localeOfAccount } from '#account/account.repo.ts';
import { isTrusted } from '#account/notices/notices.policy.ts';
import { requireNoHold } from '#sign-in/session/session.policy.ts';
import type { CurrentSession } from '#sign-in/session/session.service.ts';
import type { Access } from '#sign-in/session/access.ts';
import { linkLimits, linkTtlSeconds } from './email.policy.ts';
import { createEmailRepo } from './email.repo.ts';

type Owner = Pick<AccountsRow, 'id' | 'phone' | 'locale' | 'email' | 'emailConfirmedAt'>;

export function createEmailService(deps: Access) {
  const { config, sql, accounts, returnRepo, keys, counters, mail, notices, audit } = deps;
  const repo = createEmailRepo(sql);

  const sendLink = async (tx: Queryable, account: Owner, email: string): Promise<void> => {
    const secret = newLinkSecret();
    const tokenHash = keys.hashSecret(secret);
    await repo.replaceLink(tx, { accountId: account.id, tokenHash, email, ttlSeconds: linkTtlSeconds });
    const locale = localeOfAccount(account);
    // Browsers do not send the fragment, so no log contains the secret.
    const link = `${config.publicUrl.origin}/vid/web/confirm-email#${secret}`;
    await mail.queue(tx, {
      accountId: account.id,
      to: email,
      kind: 'email-confirmation',
      subject: 'subject.email-confirmation',
      body: [
        [{ text: 'mail.email-confirmation', values: { phone: maskPhoneForReader(account.phone), link } }],
      ],
      locale,
      isUrgent: true,
    });
  };

  /**
   * Counts a link against the limits, unless the server cannot send mail. Call this before the transaction that sends
   * the link.
   * @throws AppError RATE_LIMITED
   */
  const admitLink = async (accountId: string, email: string, caller: Caller): Promise<void> => {
    if (!mail.isConfigured) return;
    const recipient = keys.pepper('counter', email.toLowerCase()).toString('base64url');
    await counters.allow(
      { key: `email-link:${accountId}`, ...linkLimits.account },
      ...networkHits('email-link-addr', caller.addressKey, linkLimits.network),
    );
    const key = `email-link-first:${accountId}:${recipient}`;
    const [first] = await counters.hit([{ key, ...linkLimits.first }]);
    if (first?.isOver === true)
      await counters.allow({ key: `email-link-to:${recipient}`, ...linkLimits.recipient });
  };

  return {
    admitLink,

    stateOf: ({ email, emailConfirmedAt }: Pick<Owner, 'email' | 'emailConfirmedAt'>) =>
      ({
        state: email === null ? 'none' : emailConfirmedAt === null ? 'waiting' : 'confirmed',
        canConfirm: mail.isConfigured,
      }) as const,

    /**
     * Sends the confirmation link for a new address, and notifies the owner if the former address was confirmed. Runs
     * in the transaction that changes the address. `account` is the locked row before the change. Call `kick` after the
     * commit.
     */
    async replace(tx: Queryable, account: Owner, email: string | null, caller: Caller): Promise<void> {
      if (account.emailConfirmedAt !== null && account.email !== null) {
        // Only an established address can be restored, because an intruder may have added a new one.
        const { now } = await returnRepo.findFacts(tx, account.id);
        const restores = isTrusted({ at: now, channelSince: account.emailConfirmedAt });
        await notices.notify(tx, {
          account,
          kind: restores ? 'email-replaced' : 'email-changed',
          caller,
          ...(restores && { restores: account.email }),
        });
        await accounts.keepFormerEmail(tx, account.id, account.email);
      }
      if (email === null || !mail.isConfigured) await repo.deleteLink(tx, account.id);
      else await sendLink(tx, account, email);
    },

    kick(): void {
      notices.kick();
    },

    /**
     * Sends a new link, which replaces earlier links.
     * @throws AppError NOT_FOUND if no address is waiting for confirmation or the server cannot send mail,
     *   RATE_LIMITED
     */
    async send({ session, caller }: { session: CurrentSession; caller: Caller }): Promise<void> {
      const { id, email, emailConfirmedAt } = session.account;
      if (email === null || emailConfirmedAt !== null || !mail.isConfigured) throw new AppError('NOT_FOUND');
      await admitLink(id, email, caller);
      await sql.begin(async (tx) => {
        const account = await accounts.lockRow(tx, id);
        if (account?.email !== email || account.emailConfirmedAt !== null) throw new AppError('NOT_FOUND');
        await sendLink(tx, account, email);
        await audit.write(tx, { kind: 'email.link-sent', accountId: id, caller, details: {} });
      });
      mail.kick();
    },

    /**
     * Confirms the address with the secret of its link. A call repeated after a lost response changes nothing
     * and succeeds. No address is confirmed during the hold after a phone change, because the notice would
     * reach only the new number.
     * @throws AppError EMAIL_LINK_INVALID for an unknown, expired or replaced link or an inactive account;
     *   CHANGE_ON_HOLD
     */
    async confirm({ token, caller }: { token: string; caller: Caller }): Promise<{ email: string }> {
      const tokenHash = keys.hashSecret(token);
      const accountId = await repo.findAccountId(tokenHash);
      if (accountId === undefined) throw new AppError('EMAIL_LINK_INVALID');
      const email = await sql.begin(async (tx) => {
        // Changing the address also locks the account before the link, so the two cannot deadlock.
        const account = await accounts.lockRow(tx, accountId);
        const link = await repo.findLink(tx, tokenHash);
        if (!link || account?.status !== 'active' || account.email !== link.email)
          throw new AppError('EMAIL_LINK_INVALID');
        if (link.usedAt === null) requireNoHold(account);
        if (!(await repo.consumeLink(tx, tokenHash))) return link.email;
        await accounts.confirmEmail(tx, accountId, link.email);
        await notices.notify(tx, { account, kind: 'email-confirmed', caller });
        await audit.write(tx, { kind: 'email.confirmed', accountId, caller, details: {} });
        return link.email;
      });
      notices.kick();
      return { email };
    },
  };
}

export type EmailService = ReturnType<typeof createEmailService>;
