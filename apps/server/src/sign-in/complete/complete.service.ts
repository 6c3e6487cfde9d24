import { otpLimits } from '@vid/contract/limits';
import type { FastifyReply } from 'fastify';
import type { DeviceCookie, DeviceToken } from '#account/known-devices/device-cookie.ts';
import { twoStepPolicy } from '#account/two-step/two-step.policy.ts';
import type { NoticeService } from '#account/notices/notices.service.ts';
import type { Config } from '#config/config.ts';
import type { Queryable } from '#database/connection.ts';
import { writeFlowToken, type Cookies } from '#http/cookies.ts';
import type { PreSession, PreSessions } from '#http/pre-session.ts';
import { AppError } from '#lib/app-error.ts';
import { newId, newSecret } from '#lib/ids.ts';
import type { Keys } from '#lib/keys.ts';
import type { FullSession } from '#sign-in/session/session-columns.ts';
import { sessionTtl } from '#sign-in/session/session.policy.ts';
import { toUserInfo, type SignInOutcome, type UserInfo } from '#sign-in/session/user-info.ts';
import {
  missingFactor,
  demandsOn,
  secondStepMethods,
  type Demand,
  type MissingFactor,
  type SessionDemand,
} from './complete.policy.ts';
import { issueSession, type IssueParts } from './issue-session.ts';
import type { Proof } from './proof.ts';

type Deps = IssueParts & {
  readonly config: Config;
  readonly keys: Keys;
  readonly cookies: Cookies;
  readonly deviceCookie: DeviceCookie;
  readonly preSessions: PreSessions;
  readonly notices: Pick<NoticeService, 'kickDue'>;
};

/** A session that is written but not yet sent to its browser. */
export type Completed = {
  readonly session: FullSession;
  readonly token: string;
  /** Replaces the browser's pre-session. */
  readonly preSession: PreSession;
  /** The tokens that the browser sent, and the one by which the account now knows it. */
  readonly devices: { readonly sent: readonly DeviceToken[]; readonly used: DeviceToken };
  /** There is a session, so no second step. */
  readonly demand: null;
  /** When the account would have been erased, had it not signed in. */
  readonly cancelledEraseAt: Date | null;
};

/** A valid proof of an account that needs another factor. There is no session yet. */
export type HalfWay = {
  readonly demand: Exclude<Demand, SessionDemand>;
  /** The token by which a code of the authenticator app completes the sign-in, or another method that must follow. */
  readonly next:
    | { readonly mfaToken: string; readonly mayRememberDevice: boolean }
    | { readonly missing: MissingFactor };
  /** Replaces the browser's pre-session; what was proved is bound to it. */
  readonly preSession: PreSession;
};

export type SignInResult = Completed | HalfWay;

/** Completes every sign-in by turning a proof into a session. Nothing else starts sessions. */
export function createCompleteService(deps: Deps) {
  const { config, keys, cookies, deviceCookie, preSessions } = deps;
  const ttl = { user: sessionTtl('user', config), admin: sessionTtl('admin', config) };

  /** `deliver` for a sign-in that has a session. */
  const deliverSession = (result: Completed, reply: FastifyReply): UserInfo => {
    const { session, token, preSession, devices, cancelledEraseAt } = result;
    const maxAge = session.isPersistent ? ttl[session.account.role].max : undefined;
    cookies.write(reply, 'vid_sid', token, maxAge);
    cookies.clear(reply, 'vid_flow');
    deviceCookie.write(reply, devices.sent, devices.used);
    if (!devices.sent.includes(devices.used)) deps.notices.kickDue();
    preSessions.send(reply, preSession);
    const userInfo = toUserInfo(session, demandsOn(session));
    return cancelledEraseAt ? { ...userInfo, cancelledDeletion: cancelledEraseAt.toISOString() } : userInfo;
  };

  return {
    /**
     * Writes the session in `tx`, the transaction that redeemed the evidence, or the pool if the proof contains its
     * evidence. An account with an authenticator app, and every administrator, needs a second factor unless the proof is
     * a passkey: the first factor gives no session, only the demand for the other.
     * @throws AppError ACCOUNT_LOCKED; ACCOUNT_NOT_FOUND, including when the evidence no longer holds
     */
    async complete(tx: Queryable, proof: Proof): Promise<SignInResult> {
      const { method, caller, browser } = proof;
      const token = newSecret();
      const sent = browser.devices;
      const nextDevice = deviceCookie.toToken(newSecret());
      const mfaToken = newSecret();
      const preSession = preSessions.make();
      const issued = await issueSession(tx, deps, {
        session: {
          id: newId('ses'),
          tokenHash: keys.hashSecret(token),
          method,
          amr: [...proof.amr],
          setsPassword: method === 'sign-up',
          // The phone of a sign-in by QR proved the password, not the person at the screen.
          isUnconfirmed: method === 'qr' || (proof.isUnconfirmed ?? false),
          isPersistent: proof.remember,
          userAgent: caller.userAgent,
          address: caller.address,
          ttl,
          replacedTokenHash: browser.tokenHash ?? null,
          preSessionHash: browser.preSession.hash,
          nextPreSessionHash: preSession.hash,
          deviceHashes: {
            sent: sent.map(({ hash }) => hash),
            next: Buffer.from(nextDevice.hash, 'hex'),
            twoStepSeconds: proof.secondStep?.rememberDevice === true ? twoStepPolicy.rememberSeconds : null,
          },
          stepSeconds: otpLimits.tokenLifeSeconds,
          mfaTokenHash: keys.hashSecret(mfaToken),
          completedTokenHash: proof.secondStep?.tokenHash ?? null,
        },
        account: proof.account,
        caller,
        evidence: proof.evidence ?? {},
      });
      if (issued === undefined) throw new AppError('ACCOUNT_NOT_FOUND');
      if (issued === 'refused') throw new AppError('ACCOUNT_LOCKED');
      if ('proved' in issued) {
        const { role, step, proved } = issued;
        const next =
          step === 'code-of-app'
            ? { mfaToken, mayRememberDevice: role !== 'admin' }
            : { missing: missingFactor(step, proved) };
        return { demand: 'two-step', next, preSession };
      }
      const { session, deviceHash, cancelledEraseAt } = issued;
      const used = sent.find(({ hash }) => hash === deviceHash) ?? nextDevice;
      const devices = { sent, used };
      return { session, token, preSession, devices, demand: null, cancelledEraseAt };
    },

    /** Whether this browser has entered a code of the phone in a sign-in that still needs the password. */
    async hasProvedCode(sql: Queryable, phone: string, preSession: PreSession): Promise<boolean> {
      const rows = await sql`
        select from sign_in_steps s join accounts a on a.id = s.account_id
        where s.pre_session_hash = ${preSession.hash} and a.phone = ${phone} and 'otp' = any(s.amr)
          and s.expires_at > now()`;
      return rows.length > 0;
    },

    /**
     * Sets the cookies of a sign-in and returns the response. Call it after the commit, so that after an error the
     * browser keeps its old cookies and may repeat the request.
     * @throws AppError SECOND_FACTOR_REQUIRED, with the factor that an administrator has not proved; PASSKEY_REQUIRED
     */
    deliver(result: SignInResult, reply: FastifyReply): SignInOutcome {
      if (result.demand === 'two-step') {
        const { next } = result;
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
          expiresIn: otpLimits.tokenLifeSeconds,
        };
      }
      return deliverSession(result, reply);
    },

    deliverSession,
  };
}

export type CompleteService = ReturnType<typeof createCompleteService>;
