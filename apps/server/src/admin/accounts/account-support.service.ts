import type { Body } from '@vid/contract/endpoints/index';
import { throttledName } from '#account/credentials/code-demand.ts';
import { forgetDevicePasswords } from '#account/known-devices/known-device-sql.ts';
import type { Queryable } from '#database/connection.ts';
import { AppError } from '#lib/app-error.ts';
import { newId } from '#lib/ids.ts';
import type { AccountServices } from '#account/services.ts';
import { beginAs } from '#platform/begin-as.ts';
import { createAccountSupportRepo } from './account-support.repo.ts';
import { record, type Actor } from '#account/actor.ts';

/**
 * Resets the counts of a phone's wrong codes and sent codes, which also ends its waits for another code.
 * Implemented by `sign-in/otp`.
 */
export type LiftOtpLimits = (
  tx: Queryable,
  account: { readonly id: string; readonly phone: string },
) => Promise<void>;

/** Resets the count of an account's wrong authenticator codes. Implemented by `sign-in/two-step`. */
export type LiftTwoStepLimit = (tx: Queryable, accountId: string) => Promise<void>;

type LiftedLimit = Body<'POST /vid/api/admin/accounts/:accountId/lift-limit'>['limit'];

type Deps = AccountServices & {
  readonly liftOtpLimits: LiftOtpLimits;
  readonly liftTwoStepLimit: LiftTwoStepLimit;
};

/**
 * Number of times a day that all administrators together may lift one kind of limit of an account. Each lift
 * allows further guesses, so an administrator could otherwise guess a member's codes.
 */
const liftsPerDay = 5;

/** Makes the changes that support may make to an account. No change shows or sets a password or a code (M4). */
export function createAccountSupportService(deps: Deps) {
  const { sql, accounts, passwords, audit } = deps;
  const supportRepo = createAccountSupportRepo(sql);

  const lockOther = async (tx: Queryable, accountId: string, by: Actor) => {
    if (accountId === by.actorId) throw new AppError('OWN_ACCOUNT');
    const account = await accounts.lockRow(tx, accountId);
    if (!account) throw new AppError('NOT_FOUND');
    return account;
  };

  return {
    /**
     * Requires the member to choose a new password. The present password still signs in and open sessions
     * continue, but only until the password is changed.
     * @throws AppError NOT_FOUND, OWN_ACCOUNT; NO_PASSWORD if the account has none
     */
    forcePasswordChange: (accountId: string, by: Actor): Promise<void> =>
      beginAs(sql, { ...by, others: [accountId] }, async (tx) => {
        const account = await lockOther(tx, accountId, by);
        if (account.mustChangePassword) return;
        if (!(await passwords.demandChange(tx, accountId))) throw new AppError('NO_PASSWORD');
        await audit.write(tx, { kind: 'password.change-forced', ...record(by, accountId) });
      }),

    /**
     * Clears the counts behind one kind of limit. Limits shared by many phones stay in force.
     * @throws AppError NOT_FOUND, OWN_ACCOUNT, RATE_LIMITED
     */
    liftLimit: async (accountId: string, limit: LiftedLimit, by: Actor): Promise<void> => {
      const key = `lift-limit:${limit}:${accountId}`;
      await deps.counters.allow({ key, windowSeconds: 86_400, limit: liftsPerDay });
      await beginAs(sql, { ...by, others: [accountId] }, async (tx) => {
        const account = await lockOther(tx, accountId, by);
        const { id, phone } = account;
        if (limit === 'passwords') {
          await deps.throttle.clear(tx, throttledName(account));
          await forgetDevicePasswords(tx, accountId);
        } else if (limit === 'app-codes') await deps.liftTwoStepLimit(tx, accountId);
        else if (phone !== null) await deps.liftOtpLimits(tx, { id, phone });
        const { details, ...rest } = record(by, accountId);
        await audit.write(tx, { kind: 'throttle.lifted', ...rest, details: { ...details, limit } });
      });
    },

    addNote: (accountId: string, text: string, by: Actor): Promise<void> =>
      beginAs(sql, { ...by, others: [accountId] }, async (tx) => {
        if (!(await accounts.lockRow(tx, accountId))) throw new AppError('NOT_FOUND');
        const id = newId('note');
        await supportRepo.insertNote(tx, { id, accountId, authorId: by.actorId, text });
        await audit.write(tx, { kind: 'account.noted', ...record(by, accountId), details: { note: id } });
      }),

    hideNavItems: (accountId: string, ids: readonly string[], by: Actor): Promise<void> =>
      beginAs(sql, { ...by, others: [accountId] }, async (tx) => {
        await lockOther(tx, accountId, by);
        await accounts.hideNavItems(tx, accountId, ids);
        const details = { hidden: ids.join(' ') };
        await audit.write(tx, { kind: 'account.menu-changed', ...record(by, accountId), details });
      }),
  };
}
