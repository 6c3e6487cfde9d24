import { lockAccount } from '#account/account-sql.ts';
import type { Sql } from '#database/connection.ts';
import type { Caller } from '#http/caller.ts';
import type { PreSession } from '#http/pre-session.ts';
import { AppError } from '#lib/app-error.ts';
import type { Metrics } from '#lib/metrics.ts';
import type { Completed, CompleteService } from '#sign-in/complete/complete.service.ts';
import type { Browser, Evidence } from '#sign-in/complete/proof.ts';
import { redeemOnce, type Assertion, type Assertions } from './assertions.ts';
import type { Challenges } from './challenges.ts';
import {
  auditBackup,
  spendChallenge,
  usePasskey,
  type VerifiedAssertion,
} from '#account/passkeys/passkey.repo.ts';

type Deps = {
  readonly sql: Sql;
  readonly challenges: Challenges;
  readonly assertions: Assertions;
  readonly completion: Pick<CompleteService, 'complete'>;
  readonly metrics: Pick<Metrics, 'signIn'>;
};

/** Sign-in with a passkey. The device has verified its user, so it proves two factors and needs no second step. */
export function createPasskeySignInService({ sql, challenges, assertions, completion, metrics }: Deps) {
  return {
    options: (preSession: PreSession) => assertions.options(challenges.holder.visitor(preSession)),

    /**
     * The statement that writes the session spends the challenge, and compares and stores the counter.
     * @throws AppError PASSKEY_INVALID; with a valid assertion ACCOUNT_LOCKED
     */
    async signIn(input: {
      passkey: Assertion;
      remember: boolean;
      caller: Caller;
      browser: Browser;
    }): Promise<Completed> {
      const { caller, browser } = input;
      const holder = challenges.holder.visitor(browser.preSession);
      const used = await assertions.verify(input.passkey, holder, { caller, method: 'passkey' });
      try {
        const result = await redeemOnce(() =>
          completion.complete(sql, {
            account: lockAccount(used.accountId),
            method: 'passkey',
            amr: ['pop'],
            isUnconfirmed: !used.mayConfirm,
            remember: input.remember,
            caller,
            browser,
            evidence: evidenceOf(used, caller),
          }),
        );
        if (result.demand === 'two-step') throw new Error('a passkey needs no second step');
        metrics.signIn.inc({ method: 'passkey', event: 'ok' });
        return result;
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'ACCOUNT_NOT_FOUND') throw error;
        // Also if the account was deleted after the verification.
        return assertions.refuseUnused(used, caller);
      }
    },
  };
}

function evidenceOf(used: VerifiedAssertion, caller: Caller): Evidence {
  return {
    redeem: (sql, account) => usePasskey(sql, used, account),
    settle: (sql, active) => sql`
      spent as (${spendChallenge(sql, used.challengeHash, active)}),
      backup_audited as (${auditBackup(sql, used, caller, active)})`,
  };
}

export type PasskeySignInService = ReturnType<typeof createPasskeySignInService>;
