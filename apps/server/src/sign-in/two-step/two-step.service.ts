import type { Body } from '@vid/contract/endpoints/index';
import { knownDevices } from '#account/known-devices/known-device.repo.ts';
import { findTimeStep, parseAppCode } from '#account/two-step/authenticator-app.ts';
import { requireTypedRecoveryCode } from '#account/two-step/recovery-code.ts';
import { failureWindowSeconds, twoStepPolicy } from '#account/two-step/two-step.policy.ts';
import type { Queryable } from '#database/connection.ts';
import type { Caller } from '#http/caller.ts';
import { AppError } from '#lib/app-error.ts';
import type { Completed } from '#sign-in/complete/complete.service.ts';
import { isSignInMethod, type Proof, type Visit } from '#sign-in/complete/proof.ts';
import type { SignIn } from '../services.ts';
import { createStepRepo, type CountedStep, type StepKey } from './step.repo.ts';
import { failuresKeyOf } from './two-step-limit.ts';

type TwoStepSignIn = Body<'POST /vid/ajax/auth/login/two-step'> & Visit;

export function createTwoStepSignInService(deps: SignIn) {
  const { sql, keys, counters, audit } = deps;
  const steps = createStepRepo(sql);
  const { attemptsPerStep, failuresPerDay } = twoStepPolicy;

  const refuse = async (step: CountedStep, input: TwoStepSignIn, cause?: unknown): Promise<AppError> => {
    const reason = input.code === undefined ? 'recovery-code' : 'code';
    await audit.write(sql, {
      kind: 'sign-in.failed',
      accountId: step.accountId,
      actorId: null,
      caller: input.caller,
      details: { method: 'two-step', reason },
    });
    deps.metrics.signIn.inc({ method: 'two-step', event: 'failed' });
    const attemptsLeft = attemptsPerStep - step.attempts;
    return new AppError('TWO_STEP_CODE_INVALID', { details: { attemptsLeft }, cause });
  };

  /**
   * Returns the function that redeems a code; undefined for a wrong app code, for an app code if the account
   * has no app, or for a malformed recovery code. An app code is short enough to guess, so each known device,
   * and all other browsers together, may enter a limited number of wrong codes per day. A recovery code has 49
   * random bits and needs no limit.
   * @throws AppError TWO_STEP_THROTTLED
   */
  const compare = async (step: CountedStep, input: TwoStepSignIn): Promise<Proof['redeem']> => {
    if (input.code === undefined) {
      const codeHash = deps.twoStepSecrets.hashRecoveryCode(step.accountId, input.recoveryCode ?? '');
      return codeHash && ((tx, accountId) => deps.twoSteps.useRecoveryCode(tx, accountId, codeHash));
    }
    const { accountId } = step;
    const devices = input.browser.devices.map(({ hash }) => hash);
    const device = await knownDevices.findHash(sql, accountId, devices);
    const key = failuresKeyOf({ accountId, device });
    const [failures] = await counters.hit([
      { key, windowSeconds: failureWindowSeconds, limit: failuresPerDay },
    ]);
    if (failures?.isOver === true) {
      deps.metrics.signIn.inc({ method: 'two-step', event: 'throttled' });
      throw new AppError('TWO_STEP_THROTTLED', { retryAfterSeconds: failures.resetsInSeconds });
    }
    const code = parseAppCode(input.code);
    const sealed = await deps.twoSteps.findSecret(accountId);
    // The secret is missing if the member removed the authenticator app after the first step.
    if (code === undefined || !sealed) return undefined;
    const timeStep = findTimeStep(deps.twoStepSecrets.open(accountId, sealed), code, step.nowMs);
    if (timeStep === undefined) return undefined;
    await counters.refund([key]);
    return (tx) => deps.twoSteps.useTimeStep(tx, accountId, timeStep);
  };

  const recordRecoveryCode = async (tx: Queryable, { account }: Completed['session'], caller: Caller) => {
    const { recoveryCodesLeft: left } = await deps.twoSteps.getState(tx, account.id);
    await audit.write(tx, {
      kind: 'recovery-code.used',
      accountId: account.id,
      caller,
      details: { left },
    });
    await deps.notices.notify(tx, { account, kind: 'recovery-code-used', caller });
  };

  return {
    /**
     * Completes a sign-in by a code of the authenticator app or a recovery code. The attempt is counted
     * before the comparison. The transaction that writes the session redeems the code and the step. An
     * accepted app code invalidates all earlier app codes (RFC 6238 section 5.2).
     * @throws AppError VALIDATION_FAILED, MFA_TOKEN_INVALID, TWO_STEP_THROTTLED, TWO_STEP_CODE_INVALID,
     * ACCOUNT_LOCKED, LOCKED_BY_OWNER, MAINTENANCE, RATE_LIMITED, SOCIAL_TAKEN
     */
    async signIn(input: TwoStepSignIn): Promise<Completed> {
      const { browser, caller, rememberDevice = false } = input;
      if ((input.code === undefined) === (input.recoveryCode === undefined))
        throw new AppError('VALIDATION_FAILED', { fields: { code: 'required' } });
      requireTypedRecoveryCode(input.recoveryCode);
      const tokenHash = keys.hashSecret(input.mfaToken);
      const key: StepKey = { tokenHash, preSessionHash: browser.preSession.hash };
      const step = await steps.countAttempt(key, attemptsPerStep);
      if (!step || !isSignInMethod(step.method)) throw new AppError('MFA_TOKEN_INVALID');
      const { accountId, method, isPersistent } = step;
      const redeem = await compare(step, input);
      if (!redeem) throw await refuse(step, input);
      try {
        // One transaction redeems the code and the step, so that neither is used up without the other.
        const completed = await sql.begin(async (tx) => {
          const result = await deps.completion.completeIn(tx, {
            account: { accountId },
            method,
            amr: ['otp'],
            remember: isPersistent,
            caller,
            browser,
            redeem,
            secondStep: { tokenHash, rememberDevice },
          });
          if (result.demand === 'two-step') throw new Error('a second step cannot demand another');
          if (input.recoveryCode !== undefined) await recordRecoveryCode(tx, result.session, caller);
          return result;
        });
        if (input.recoveryCode !== undefined || completed.isLinked) deps.notices.kick();
        return completed;
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'ACCOUNT_NOT_FOUND') throw error;
        // The code was used before, or another request has completed the sign-in.
        if (!(await steps.isLive(key))) throw new AppError('MFA_TOKEN_INVALID', { cause: error });
        throw await refuse(step, input, error);
      }
    },
  };
}
