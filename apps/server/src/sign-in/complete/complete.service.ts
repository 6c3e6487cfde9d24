import { otpLimits } from '@vid/contract/limits';
import type { FastifyReply } from 'fastify';
import { lockError } from '#account/lock.policy.ts';
import type { DeviceToken } from '#account/known-devices/device-cookie.ts';
import { knownDevices } from '#account/known-devices/known-device.repo.ts';
import type { NewIdentity } from '#account/identities/identity.repo.ts';
import { twoStepPolicy } from '#account/two-step/two-step.policy.ts';
import type { Queryable } from '#database/connection.ts';
import type { Caller } from '#http/caller.ts';
import { writeFlowToken } from '#http/browser/cookies.ts';
import type { PreSession } from '#http/browser/pre-session.ts';
import { AppError } from '#lib/app-error.ts';
import { newId, newSecret } from '#lib/ids.ts';
import type { Access } from '#sign-in/session/access.ts';
import { deleteSessions } from '#sign-in/session/delete-sessions.ts';
import type { CurrentSession, FullSession } from '#sign-in/session/session-columns.ts';
import { maxSessions, sessionTtl } from '#sign-in/session/session.policy.ts';
import { toUserInfo, type SignInOutcome, type UserInfo } from '#sign-in/session/user-info.ts';
import {
  decide,
  demandsOn,
  missingFactor,
  notifiesNewDevice,
  secondStepMethods,
  waitBefore,
  waitOfLocked,
  type Decision,
  type Demand,
  type MissingFactor,
  type SessionDemand,
} from './complete.policy.ts';
import { completeRepo, type SignInAccount, type SignInRows } from './complete.repo.ts';
import type { Proof, SignInMethod } from './proof.ts';

type Deps = Access & { readonly copyTransactions: CopyTransactions };

/**
 * Copies the browser's validated sign-on requests to its new pre-session. The originals remain, because after
 * a lost response the browser repeats the request with its old pre-session.
 */
export type CopyTransactions = (
  tx: Queryable,
  hashes: { readonly from: Buffer; readonly to: Buffer },
) => Promise<void>;

export type Completed = {
  readonly method: SignInMethod;
  readonly session: FullSession;
  readonly token: string;
  readonly preSession: PreSession;
  readonly devices: { readonly sent: readonly DeviceToken[]; readonly used: DeviceToken };
  readonly demand: null;
  /** True if the sign-in linked an identity and queued a notice to the owner. */
  readonly isLinked: boolean;
};

/** Result of a valid proof without a session, because the account needs another factor. */
export type PendingSignIn = {
  readonly method: SignInMethod;
  readonly demand: Exclude<Demand, SessionDemand>;
  readonly next:
    | { readonly mfaToken: string; readonly mayRememberDevice: boolean }
    | { readonly missing: MissingFactor };
  /** New pre-session, to which the unfinished sign-in is bound. */
  readonly preSession: PreSession;
};

export type SignInResult = Completed | PendingSignIn;

type Step = Extract<Decision, { outcome: 'step' }>;
type NewSession = Extract<Decision, { outcome: 'session' }>;

/** Completes every sign-in: no other service turns a proof into a session. */
export function createCompleteService(deps: Deps) {
  const { sql, config, keys, cookies, deviceCookie, preSessions, accounts, audit, notices, metrics } = deps;
  const ttl = { user: sessionTtl('user', config), admin: sessionTtl('admin', config) };

  const startStep = async (
    tx: Queryable,
    { method, caller, browser, remember, link }: Proof,
    { id: accountId, role }: SignInAccount,
    { step, amr }: Step,
  ): Promise<PendingSignIn> => {
    const preSession = preSessions.make();
    const mfaToken = newSecret();
    await completeRepo.deleteStep(tx, accountId, browser.preSession.hash);
    await completeRepo.insertStep(tx, {
      preSessionHash: preSession.hash,
      accountId,
      amr: [...amr],
      tokenHash: step === 'code-of-app' ? keys.hashSecret(mfaToken) : null,
      method,
      isPersistent: remember,
      link,
      ttlSeconds: otpLimits.tokenTtlSeconds,
    });
    await deps.copyTransactions(tx, { from: browser.preSession.hash, to: preSession.hash });
    await audit.write(tx, { kind: 'sign-in.step', accountId, caller, details: { method } });
    const next =
      step === 'code-of-app'
        ? { mfaToken, mayRememberDevice: role !== 'admin' }
        : { missing: missingFactor(step, amr) };
    return { method, demand: 'two-step', next, preSession };
  };

  /**
   * Makes the browser a known device of the account, and returns the device's token. Notifies the owner of a
   * new device, unless the account is new or the method needs no notice.
   */
  const rememberDevice = async (
    tx: Queryable,
    { method, caller, browser, secondStep }: Proof,
    account: SignInAccount,
    { amr, device }: { readonly amr: readonly string[]; readonly device: string | null },
  ): Promise<DeviceToken> => {
    const twoStepSeconds = secondStep?.rememberDevice === true ? twoStepPolicy.rememberSeconds : null;
    const known = browser.devices.find(({ hash }) => hash === device);
    if (known) {
      // Keep a token that the account already knows, so that the browser stays known after a lost response.
      // Only a sign-in to the account binds a token to it, so an intruder cannot have planted this token.
      await knownDevices.renew(tx, account.id, known.hash, twoStepSeconds);
      return known;
    }
    const next = deviceCookie.toToken(newSecret());
    await knownDevices.insert(tx, account.id, next.hash, twoStepSeconds);
    const isByCode = amr.includes('sms');
    if (account.existedBefore && notifiesNewDevice(method))
      await notices.defer(tx, {
        accountId: account.id,
        kind: 'new-device',
        caller,
        // The phone has just received the code of this sign-in, so it needs no notice by SMS. A code by Zalo
        // may have reached someone else: a former owner of the number, or a thief of the Zalo account.
        skipsPhone: isByCode && !config.smsChannels.includes('zns'),
        isByCode,
      });
    return next;
  };

  const endSurplus = async (
    tx: Queryable,
    session: { readonly accountId: string; readonly newId: string },
    caller: Caller,
  ): Promise<void> => {
    const surplus = await completeRepo.lockSurplus(tx, { ...session, max: maxSessions });
    await deleteSessions(
      tx,
      surplus.map(({ id }) => id),
    );
    const { accountId } = session;
    for (const { id } of surplus.filter(({ isLive }) => isLive)) {
      const details = { sessionId: id, reason: 'limit' };
      await audit.write(tx, { kind: 'session.ended', accountId, caller, details });
    }
  };

  const startSession = async (
    tx: Queryable,
    proof: Proof,
    account: SignInAccount,
    { facts, decision }: { readonly facts: SignInRows; readonly decision: NewSession },
  ): Promise<Completed> => {
    const { method, caller, browser } = proof;
    const accountId = account.id;
    const token = newSecret();
    const id = newId('ses');
    const preSession = preSessions.make();
    const { idle, max } = ttl[account.role];
    const link = proof.link ?? (proof.secondStep && linkOf(facts));
    if (link) await deps.linkIdentity(tx, { accountId, identity: link, caller });
    if (facts.stepAmr) await completeRepo.deleteStep(tx, accountId, browser.preSession.hash);
    await completeRepo.insertSession(tx, {
      id,
      tokenHash: keys.hashSecret(token),
      accountId,
      method,
      amr: [...decision.amr],
      isPersistent: proof.remember,
      userAgent: caller.userAgent,
      address: caller.address,
      idleSeconds: idle,
      maxSeconds: max,
      isConfirmed: decision.isConfirmed,
      legalRequired: facts.legalRequired,
    });
    // These calls do not depend on each other, so the connection pipelines them.
    const [used, session] = await Promise.all([
      rememberDevice(tx, proof, account, { amr: decision.amr, device: facts.device }),
      deps.sessionRepo.getNew(tx, id),
      browser.tokenHash && completeRepo.deleteReplaced(tx, browser.tokenHash),
      endSurplus(tx, { accountId, newId: id }, caller),
      deps.copyTransactions(tx, { from: browser.preSession.hash, to: preSession.hash }),
      account.isFirstOfDay && accounts.noteSignIn(tx, accountId),
      audit.write(tx, { kind: 'session.started', accountId, caller, details: { method } }),
    ]);
    const devices = { sent: browser.devices, used };
    return {
      method,
      session,
      token,
      preSession,
      devices,
      demand: null,
      isLinked: link !== undefined,
    };
  };

  const deliverToken = (
    { session, token }: { readonly session: CurrentSession; readonly token: string },
    reply: FastifyReply,
  ): void => {
    const maxAge = session.isPersistent ? ttl[session.account.role].max : undefined;
    cookies.write(reply, 'vid_sid', token, maxAge);
  };

  const deliverSession = (result: Completed, reply: FastifyReply): UserInfo => {
    const { method, session, preSession, devices } = result;
    metrics.signIn.inc({ method, event: 'ok' });
    deliverToken(result, reply);
    cookies.clear(reply, 'vid_flow');
    deviceCookie.write(reply, devices.sent, devices.used);
    if (!devices.sent.includes(devices.used)) notices.kickDue();
    preSessions.send(reply, preSession);
    return toUserInfo(session, demandsOn(session));
  };

  const service = {
    complete: (proof: Proof): Promise<SignInResult> => sql.begin((tx) => service.completeIn(tx, proof)),

    /**
     * Turns a proof into a session, or asks for another factor. A member with an authenticator app needs a
     * second factor on a device that is not remembered, an administrator on every device; a passkey is enough
     * alone. The account's row lock serializes sign-ins to an account, and an error rolls back everything.
     * @throws AppError MAINTENANCE for members; ACCOUNT_LOCKED, LOCKED_BY_OWNER; RATE_LIMITED after too many
     * sign-ins; RECOVERY_REQUIRED if a phone in doubt is the only proof; SOCIAL_TAKEN; ACCOUNT_NOT_FOUND, also
     * if the proof is no longer valid; errors of `redeem`
     */
    async completeIn(tx: Queryable, proof: Proof): Promise<SignInResult> {
      const { browser, secondStep } = proof;
      const account = await completeRepo.lockAccount(tx, proof.account);
      if (!account) throw new AppError('ACCOUNT_NOT_FOUND');
      const retryAfterSeconds = deps.maintenance.secondsLeft();
      if (account.role !== 'admin' && retryAfterSeconds > 0)
        throw new AppError('MAINTENANCE', { retryAfterSeconds });
      if (account.status !== 'active') throw lockError(await accounts.getLock(tx, account.id));
      const facts = await completeRepo.readFacts(tx, account.id, {
        preSessionHash: browser.preSession.hash,
        devices: browser.devices.map(({ hash }) => hash),
      });
      // A second step continues only the unfinished sign-in that its token identifies.
      const isOwnStep = !secondStep || facts.stepTokenHash?.equals(secondStep.tokenHash) === true;
      const decision = decide(
        {
          method: proof.method,
          amr: proof.amr,
          isUnconfirmed: proof.isUnconfirmed ?? false,
          isSecondStep: secondStep !== undefined,
        },
        {
          role: account.role,
          hasApp: facts.hasApp,
          hasPasskey: facts.hasPasskey,
          isRemembered: facts.isRemembered === true,
          phoneInDoubt: account.phoneInDoubt,
          earlier: isOwnStep && facts.stepAmr ? { amr: facts.stepAmr } : undefined,
        },
      );
      if (decision.outcome === 'phone-in-doubt')
        throw new AppError('RECOVERY_REQUIRED', { details: { reason: 'locked' } });
      if (decision.outcome === 'refusal') throw new AppError('ACCOUNT_NOT_FOUND');
      const wait = waitBefore(decision.outcome, {
        recent: facts.recent,
        perHour: config.signInAccountHour,
        isKnownDevice: facts.device !== null,
      });
      if (wait !== null) throw tooManySignIns(wait);
      // `redeem` changes a row only if it is unused, so only one of several parallel uses succeeds (R2).
      if (proof.redeem && !(await proof.redeem(tx, account.id))) throw new AppError('ACCOUNT_NOT_FOUND');
      await proof.settle?.(tx);
      return decision.outcome === 'step'
        ? startStep(tx, proof, account, decision)
        : startSession(tx, proof, account, { facts, decision });
    },

    /**
     * Applies the sign-in limit to the correct password of a locked account, which is refused before
     * `completeIn`.
     * @throws AppError RATE_LIMITED after too many sign-ins
     */
    async requireFewSignIns(accountId: string): Promise<void> {
      const recent = await completeRepo.listRecent(sql, accountId);
      const seconds = waitOfLocked({ recent, perHour: config.signInAccountHour });
      if (seconds !== null) throw tooManySignIns(seconds);
    },

    /**
     * Returns whether this browser has proved the phone's code in a sign-in that still lacks another factor.
     */
    hasProvedCode: (phone: string, preSession: PreSession): Promise<boolean> =>
      completeRepo.hasProvedCode(sql, phone, preSession.hash),

    /**
     * Counts a sign-in, sets its cookies and returns its response. Call this function after the commit, so
     * that after an error the browser keeps its old cookies and can repeat the request.
     * @throws AppError SECOND_FACTOR_REQUIRED with the factor that an administrator lacks; PASSKEY_REQUIRED
     * if that factor is the passkey
     */
    deliver(result: SignInResult, reply: FastifyReply): SignInOutcome {
      if (result.demand === 'two-step') {
        const { method, next } = result;
        metrics.signIn.inc({ method, event: 'half' });
        preSessions.send(reply, result.preSession);
        if ('missing' in next) {
          cookies.clear(reply, 'vid_flow');
          if (next.missing === 'passkey') throw new AppError('PASSKEY_REQUIRED');
          throw new AppError('SECOND_FACTOR_REQUIRED', { details: { missing: next.missing } });
        }
        writeFlowToken(cookies, reply, next.mfaToken);
        return {
          mfaToken: next.mfaToken,
          methods: [...secondStepMethods],
          mayRememberDevice: next.mayRememberDevice,
          expiresIn: otpLimits.tokenTtlSeconds,
        };
      }
      return deliverSession(result, reply);
    },

    deliverSession,

    /** Sets the session cookie after the session's token was replaced. */
    deliverToken,
  };
  return service;
}

const tooManySignIns = (retryAfterSeconds: number) => new AppError('RATE_LIMITED', { retryAfterSeconds });

function linkOf({ linkProvider, linkSubject, linkName }: SignInRows): NewIdentity | undefined {
  return linkProvider !== null && linkSubject !== null
    ? { provider: linkProvider, subject: linkSubject, name: linkName }
    : undefined;
}
