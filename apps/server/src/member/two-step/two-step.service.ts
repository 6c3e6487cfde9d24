import { forgetTwoStepDevices } from '#account/known-devices/known-device-sql.ts';
import type { NoticeKind } from '@vid/contract/messages/notices';
import {
  authenticatorUri,
  findTimeStep,
  newAuthenticatorSecret,
  parseAppCode,
} from '#account/two-step/authenticator-app.ts';
import { newRecoveryCode } from '#account/two-step/recovery-code.ts';
import { twoStepPolicy } from '#account/two-step/two-step.policy.ts';
import type { Queryable } from '#database/connection.ts';
import type { AccountsRow } from '#database/tables.ts';
import type { Caller } from '#http/caller.ts';
import { AppError } from '#lib/app-error.ts';
import type { AuditKind } from '#platform/audit/audit.ts';
import { lockForChange } from '#sign-in/session/lock-for-change.ts';
import { requireConfirmed, requireMaySetUp, requireNoHold } from '#sign-in/session/session.policy.ts';
import type { CurrentSession } from '#sign-in/session/session.service.ts';
import type { Access } from '#sign-in/session/access.ts';

type Change = { readonly audit: AuditKind; readonly notice: NoticeKind };

/**
 * Manages the authenticator app and its recovery codes. Every change requires a recent confirmation by
 * password or passkey.
 */
export function createTwoStepService(deps: Access) {
  const { sql, twoSteps, twoStepSecrets } = deps;

  /** Stops an open recovery that began with one of the former recovery codes, which no longer work. */
  const stopRecoveryByCode = async (
    tx: Queryable,
    account: Pick<AccountsRow, 'id'>,
    caller: Caller,
  ): Promise<void> => {
    const { recoveryRepo, notices, audit } = deps;
    const accountId = account.id;
    if ((await recoveryRepo.getHistory(tx, accountId)).open !== 'code') return;
    await recoveryRepo.stop(tx, accountId, { keepsSupport: true });
    await notices.notify(tx, { account, kind: 'recovery-stopped', caller });
    await audit.write(tx, { kind: 'recovery.stopped', accountId, caller, details: { by: 'session' } });
  };

  /**
   * Runs a change that ends all former recovery codes, with the account's row locked. If the change returns
   * true, it is audited and the owner is notified.
   */
  const change = async (
    session: CurrentSession,
    caller: Caller,
    kinds: Change,
    run: (tx: Queryable, account: AccountsRow) => Promise<boolean>,
  ): Promise<void> => {
    await sql.begin(async (tx) => {
      const account = await lockForChange(tx, session, deps, {
        isSetUp: kinds.audit === 'two-step.switched-on',
      });
      if (!(await run(tx, account))) return;
      await deps.audit.write(tx, { kind: kinds.audit, accountId: account.id, caller, details: {} });
      // The owner is notified, because an attacker could lock the owner out by any of these changes.
      await deps.notices.notify(tx, { account, kind: kinds.notice, caller });
      await stopRecoveryByCode(tx, account, caller);
    });
    deps.notices.kick();
  };

  const makeRecoveryCodes = (accountId: string) => {
    const recoveryCodes = Array.from({ length: twoStepPolicy.recoveryCodes }, newRecoveryCode);
    const hashes = recoveryCodes.flatMap((code) => twoStepSecrets.hashRecoveryCode(accountId, code) ?? []);
    return { recoveryCodes, hashes };
  };

  return {
    async getState({ account, isAdmin }: CurrentSession) {
      const { confirmedAt, recoveryCodesLeft, hasPasskey } = await twoSteps.getState(sql, account.id);
      return {
        onSince: confirmedAt,
        recoveryCodesLeft,
        maySwitchOff: !isAdmin || hasPasskey,
      };
    },

    /**
     * Returns a new secret. The current authenticator app keeps working until `confirm` receives the first
     * code of the new secret.
     * @throws AppError CHANGE_ON_HOLD, REAUTHENTICATION_REQUIRED
     */
    async startSetup(session: CurrentSession) {
      requireMaySetUp(session);
      requireConfirmed(session);
      const { id, phone, name } = session.account;
      const secret = newAuthenticatorSecret();
      const seconds = twoStepPolicy.setupSeconds;
      await twoSteps.startSetup(id, { sealedSecret: twoStepSecrets.seal(id, secret), seconds });
      return { secret, uri: authenticatorUri(secret, phone ?? name ?? ''), expiresIn: seconds };
    },

    /**
     * Activates the authenticator app that generated the code, which cannot be used again to sign in.
     * @throws AppError CHANGE_ON_HOLD, REAUTHENTICATION_REQUIRED; TWO_STEP_SETUP_EXPIRED without a pending
     *   set-up, TWO_STEP_CODE_INVALID for a wrong code, TOKEN_INVALID if the session has ended
     */
    async confirm(session: CurrentSession, input: string, caller: Caller) {
      requireMaySetUp(session);
      requireConfirmed(session);
      const setup = await twoSteps.findSetup(session.account.id);
      if (!setup) throw new AppError('TWO_STEP_SETUP_EXPIRED');
      const { sealedSecret, nowMs } = setup;
      const code = parseAppCode(input);
      const secret = twoStepSecrets.open(session.account.id, sealedSecret);
      const lastStep = code === undefined ? undefined : findTimeStep(secret, code, nowMs);
      if (lastStep === undefined) throw new AppError('TWO_STEP_CODE_INVALID');
      const kinds = { audit: 'two-step.switched-on', notice: 'two-step-on' } as const;
      const { recoveryCodes, hashes } = makeRecoveryCodes(session.account.id);
      await change(session, caller, kinds, async (tx, { id: accountId }) => {
        if (!(await twoSteps.confirmSetup(tx, { accountId, sealedSecret, lastStep })))
          throw new AppError('TWO_STEP_SETUP_EXPIRED');
        await forgetTwoStepDevices(tx, accountId);
        await twoSteps.replaceRecoveryCodes(tx, accountId, hashes);
        return true;
      });
      return { recoveryCodes };
    },

    async replaceRecoveryCodes(session: CurrentSession, caller: Caller) {
      requireNoHold(session);
      requireConfirmed(session);
      const kinds = { audit: 'recovery-codes.replaced', notice: 'recovery-codes-made' } as const;
      const { recoveryCodes, hashes } = makeRecoveryCodes(session.account.id);
      await change(session, caller, kinds, async (tx, { id: accountId }) => {
        const { confirmedAt } = await twoSteps.getState(tx, accountId);
        if (confirmedAt === null) throw new AppError('TWO_STEP_OFF');
        await twoSteps.replaceRecoveryCodes(tx, accountId, hashes);
        return true;
      });
      return { recoveryCodes };
    },

    /**
     * Removes the authenticator app, a pending set-up and the recovery codes. Without an app, the call is neither
     * recorded nor announced.
     * @throws AppError CHANGE_ON_HOLD, REAUTHENTICATION_REQUIRED; TWO_STEP_REQUIRED for an administrator without a
     *   passkey; TOKEN_INVALID if the session has ended
     */
    async switchOff(session: CurrentSession, caller: Caller): Promise<void> {
      requireNoHold(session);
      requireConfirmed(session);
      const kinds = { audit: 'two-step.switched-off', notice: 'two-step-off' } as const;
      await change(session, caller, kinds, async (tx, { id: accountId, role }) => {
        const { hasPasskey } = await twoSteps.getState(tx, accountId);
        if (role === 'admin' && !hasPasskey) throw new AppError('TWO_STEP_REQUIRED');
        if (!(await twoSteps.remove(tx, accountId))) return false;
        await forgetTwoStepDevices(tx, accountId);
        return true;
      });
    },
  };
}
