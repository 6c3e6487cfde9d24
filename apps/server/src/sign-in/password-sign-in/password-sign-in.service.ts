import type { Sql } from '#database/connection.ts';
import type { Caller } from '#http/caller.ts';
import { AppError } from '#lib/app-error.ts';
import type { Background } from '#lib/background.ts';
import type { Metrics } from '#lib/metrics.ts';
import { maskPhone } from '#lib/phone.ts';
import type { AccountRepo } from '#account/account.repo.ts';
import { requireAccountPhone } from '#account/require-phone.ts';
import type { Audit } from '#platform/audit/audit.ts';
import type { CaptchaService } from '#sign-in/captcha/captcha.service.ts';
import type { HashPlace, PasswordHasher } from '#account/credentials/password-hasher.ts';
import type { CountedTry, PasswordThrottle } from '#account/credentials/password-throttle.ts';
import { refusalOf } from '#account/credentials/refusal.ts';
import { requireComparablePassword } from '#account/credentials/password.policy.ts';
import type { Browser, IssuedSession, SessionService } from '#sign-in/session/session.service.ts';

type Parts = {
  readonly config: { readonly phoneCountries: readonly string[] };
  readonly sql: Sql;
  readonly accounts: AccountRepo;
  readonly hasher: PasswordHasher;
  readonly throttle: PasswordThrottle;
  readonly captchas: Pick<CaptchaService, 'consume'>;
  readonly sessions: SessionService;
  readonly audit: Audit;
  readonly background: Background;
  readonly metrics: Pick<Metrics, 'signIn'>;
};

export type PasswordSignIn = {
  readonly phone: string;
  readonly password: string;
  readonly captchaToken: string | undefined;
  readonly remember: boolean;
  readonly caller: Caller;
  readonly browser: Browser;
  /** Aborts when the client has gone. */
  readonly signal: AbortSignal;
};

/**
 * Sign-in by phone and password. A phone without an account, an account without a password, a locked one and a
 * wrong password go through the same statements and the same hash, and get the same answer (P1).
 */
export function createPasswordSignInService(parts: Parts) {
  const { sql, accounts, hasher, throttle, audit, sessions } = parts;

  /** The try is counted before it is compared; a captcha is spent only where one is asked for. */
  const countTry = async (phone: string, input: PasswordSignIn): Promise<CountedTry> => {
    const of = { phone, address: input.caller.addressKey };
    const first = await throttle.count({ ...of, hasCaptcha: false });
    if (!('refused' in first)) return first;
    if (first.refused !== 'captcha' || !input.captchaToken) {
      if (first.refused !== 'captcha') parts.metrics.signIn.inc({ method: 'password', event: 'throttled' });
      throw refusalOf(first);
    }
    await parts.captchas.consume(input.captchaToken, input.browser.preSession.hash, 'signin');
    const second = await throttle.count({ ...of, hasCaptcha: true });
    if ('refused' in second) throw refusalOf(second);
    return second;
  };

  /** A try that could not be compared does not count against anybody. */
  const compare = async (place: HashPlace, counted: CountedTry, hash: string | null, password: string) => {
    try {
      return await place.verify(hash, password);
    } catch (error) {
      await throttle.takeBack(counted);
      throw error;
    }
  };

  /** A reset that committed while we compared must not be outlived by a session of the old password (P10). */
  const issue = async (input: PasswordSignIn, counted: CountedTry, accountId: string, hash: string) => {
    const { remember, caller, browser } = input;
    try {
      return await sessions.issueForPassword(
        { accountId, method: 'password', remember, caller, browser },
        { hash, counted },
      );
    } catch (error) {
      if (error instanceof AppError && error.code === 'ACCOUNT_NOT_FOUND') throw new AppError('AUTH_FAILED');
      // The password was right; who tries again after a fault of ours is no guesser.
      await throttle.takeBack(counted);
      throw error;
    }
  };

  return {
    /**
     * @throws AppError VALIDATION_FAILED, PHONE_INVALID, BUSY, CAPTCHA_REQUIRED, CAPTCHA_INVALID, AUTH_THROTTLED,
     *   RATE_LIMITED, AUTH_FAILED; ACCOUNT_LOCKED after the right password only.
     */
    async signIn(input: PasswordSignIn): Promise<IssuedSession> {
      const { caller } = input;
      const password = requireComparablePassword(input.password, 'password');
      const phone = requireAccountPhone(input.phone, parts.config);
      return hasher.admit(input.signal, async (place) => {
        const counted = await countTry(phone, input);
        const { account } = counted;
        const hash = account?.hash ?? null;
        if (!(await compare(place, counted, hash, password)) || !account || hash === null) {
          const { needsCaptcha } = await throttle.failed(counted);
          await audit.write(sql, {
            kind: 'sign-in.failed',
            accountId: account?.id,
            actorId: null,
            caller,
            details: { method: 'password', reason: 'password', phone: maskPhone(phone) },
          });
          parts.metrics.signIn.inc({ method: 'password', event: 'failed' });
          throw new AppError('AUTH_FAILED', { details: { captchaRequired: needsCaptcha } });
        }
        if (account.status === 'locked') {
          await audit.write(sql, {
            kind: 'sign-in.failed',
            accountId: account.id,
            caller,
            details: { method: 'password', reason: 'locked', phone: maskPhone(phone) },
          });
          await throttle.succeeded(counted);
          throw new AppError('ACCOUNT_LOCKED');
        }
        const issued = await issue(input, counted, account.id, hash);
        parts.metrics.signIn.inc({ method: 'password', event: 'ok' });
        if (hasher.needsRehash(hash)) {
          // The answer does not wait for it; on failure the old hash still serves, and the next sign-in tries again.
          parts.background.run('renewing a password hash', async () => {
            const newHash = await hasher.admit(undefined, (next) => next.hash(password));
            await accounts.replaceHash(account.id, hash, newHash);
          });
        }
        return issued;
      });
    },
  };
}

export type PasswordSignInService = ReturnType<typeof createPasswordSignInService>;
