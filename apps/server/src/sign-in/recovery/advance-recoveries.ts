import { localeOfAccount } from '#account/account.repo.ts';
import type { Queryable } from '#database/connection.ts';
import type { AccountsRow, RecoveryRequestChannel, RecoveryRequestsRow } from '#database/tables.ts';
import { newLinkSecret } from '#lib/ids.ts';
import type { Keys } from '#lib/keys.ts';
import type { SignIn } from '../services.ts';
import { foldEmail, isRecoveredByMail, mayStart } from './recovery.policy.ts';

export type RecoveryInput = { readonly phone: string; readonly email: string };

export const sealRecoveryInput = (keys: Pick<Keys, 'seal'>, input: RecoveryInput): Buffer =>
  keys.seal('recovery', JSON.stringify(input));

/**
 * Opens a sealed input. Only `sealRecoveryInput` creates sealed inputs, and the seal is authenticated, so the
 * content needs no check.
 */
export function openRecoveryInput(keys: Pick<Keys, 'open'>, sealed: Uint8Array): RecoveryInput {
  const input: RecoveryInput = JSON.parse(keys.open('recovery', sealed));
  return input;
}

const hashEmail = (keys: Pick<Keys, 'pepper'>, email: string): Buffer =>
  keys.pepper('recovery-email', foldEmail(email));

/**
 * Returns whether a recovery has lost its channel: the account's e-mail address is no longer the one that was
 * notified at the start of the wait, or its phone was released to a new subscriber.
 */
export function hasLostChannel(
  keys: Pick<Keys, 'pepper'>,
  { channel, emailHash }: Pick<RecoveryRequestsRow, 'channel' | 'emailHash'>,
  { email, phone }: Pick<AccountsRow, 'email' | 'phone'>,
): boolean {
  if (channel === 'mail') return emailHash?.equals(hashEmail(keys, email ?? '')) !== true;
  return channel === 'phone' && phone === null;
}

/** Advances recoveries: requests begin their wait, and recoveries whose wait is over get their link. */
export function createRecoveryAdvance(deps: SignIn) {
  const { sql, keys, accounts, recoveryRepo: repo, audit } = deps;

  const open = (sealed: Uint8Array): RecoveryInput => openRecoveryInput(keys, sealed);

  /**
   * Locks and returns the account that a request names; undefined if there is none, or if its owner may not
   * recover it by mail.
   */
  const lockOwner = async (tx: Queryable, input: RecoveryInput) => {
    const owner = (await repo.listOwners(tx, input)).find(isRecoveredByMail);
    const account = owner && (await accounts.lockRow(tx, owner.id));
    return account && isRecoveredByMail(account) ? account : undefined;
  };

  const receiveOne = (): Promise<boolean> =>
    sql.begin(async (tx) => {
      const request = await repo.claimReceived(tx);
      if (!request) return false;
      const input = request.sealedInput && open(request.sealedInput);
      const account = input && (await lockOwner(tx, input));
      if (!account || !mayStart('mail', await repo.getHistory(tx, account.id))) {
        await repo.delete(tx, request.id);
        return true;
      }
      const emailHash = hashEmail(keys, input.email);
      await repo.startWait(tx, { id: request.id, accountId: account.id, emailHash });
      await deps.notices.notify(tx, { account, kind: 'recovery-started', caller: request });
      await audit.write(tx, {
        kind: 'recovery.requested',
        accountId: account.id,
        actorId: null,
        caller: request,
        details: { channel: 'mail' },
      });
      return true;
    });

  const sendLink = async (
    tx: Queryable,
    accountId: string,
    to: { channel: RecoveryRequestChannel; phone: string | null; email: string | null; locale: string },
    secret: string,
  ): Promise<void> => {
    const locale = localeOfAccount(to);
    // Browsers do not send the fragment, so no log contains the secret.
    const link = `${deps.config.publicUrl.origin}/vid/web/recovery#${secret}`;
    const isByPhone = to.channel === 'phone' || (to.channel === 'support' && to.phone !== '');
    if (isByPhone) {
      if (to.phone === null) return;
      await deps.sms.queue(tx, {
        accountId,
        phone: to.phone,
        purpose: 'recovery-link',
        text: 'sms.recovery-link',
        values: { link },
        locale,
        isUrgent: true,
      });
    } else if (to.channel !== 'code' && to.email !== null)
      await deps.mail.queue(tx, {
        accountId,
        to: to.email,
        kind: 'recovery-link',
        subject: 'subject.recovery-link',
        body: [[{ text: 'mail.recovery-link', values: { link } }]],
        locale,
        isUrgent: true,
      });
  };

  const finishOneWait = (): Promise<boolean> =>
    sql.begin(async (tx) => {
      const due = await repo.findDue(tx);
      if (!due?.accountId) return false;
      const account = await accounts.lockRow(tx, due.accountId);
      const secret = newLinkSecret();
      const request = account && (await repo.setReady(tx, due.id, keys.hashSecret(secret)));
      // The request was stopped, or another process finished it, while this transaction waited for the
      // account.
      if (!request) return true;
      if (hasLostChannel(keys, request, account)) {
        await repo.stop(tx, account.id, { keepsSupport: false });
        // The owner is waiting for the link, so send a notice.
        await deps.notices.notify(tx, { account, kind: 'recovery-stopped' });
        return true;
      }
      const to =
        request.channel === 'support' && request.sealedInput
          ? { ...open(request.sealedInput), locale: account.locale }
          : account;
      await sendLink(tx, account.id, { ...to, channel: request.channel }, secret);
      await audit.write(tx, {
        kind: 'recovery.ready',
        accountId: account.id,
        actorId: null,
        caller: request,
        details: { channel: request.channel },
      });
      return true;
    });

  return async (): Promise<void> => {
    while (await receiveOne());
    while (await finishOneWait());
    deps.notices.kick();
  };
}
