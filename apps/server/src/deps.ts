import type { Logger } from 'pino';
import type { Config } from './config/config.ts';
import { watchDatabase } from './database/availability.ts';
import { connect, type ConnectionTarget } from './database/connection.ts';
import { createAccountCheckService } from './sign-in/account-check/account-check.service.ts';
import { createAccountRepo } from './account/account.repo.ts';
import { createAccountService } from './admin/accounts/account-lock.service.ts';
import { createAppParamsService } from './operations/app-params/app-params.service.ts';
import { createAudit } from './platform/audit/audit.ts';
import { createCaptchaRepo } from './sign-in/captcha/captcha.repo.ts';
import { createCaptchaService } from './sign-in/captcha/captcha.service.ts';
import { createJobs } from './platform/jobs/jobs.ts';
import { runPurges, tablePurges } from './operations/purge/purge.ts';
import { createCounters } from './platform/limits/counters.ts';
import { createOtpSignInService } from './sign-in/otp-sign-in/otp-sign-in.service.ts';
import { createOtpTokens } from './sign-in/otp/otp-token.ts';
import { createOtpRepo } from './sign-in/otp/otp.repo.ts';
import { createOtpService } from './sign-in/otp/otp.service.ts';
import { createOutbox } from './platform/outbox/outbox.ts';
import { createPasswordChangeService } from './member/password-change/password-change.service.ts';
import { createPasswordResetService } from './sign-in/password-reset/password-reset.service.ts';
import { createPasswordSignInService } from './sign-in/password-sign-in/password-sign-in.service.ts';
import { createPasswordHasher } from './account/credentials/password-hasher.ts';
import { createPasswordThrottle } from './account/credentials/password-throttle.ts';
import { createProfileService } from './member/profile/profile.service.ts';
import { createReferralService } from './account/referral/referral.service.ts';
import { createSessionRepo } from './sign-in/session/session.repo.ts';
import { createSessionService } from './sign-in/session/session.service.ts';
import { chooseSmsGateway } from './platform/sms/sms-gateway.ts';
import { createSmsRepo } from './platform/sms/sms.repo.ts';
import { createSmsService } from './platform/sms/sms.service.ts';
import { createSignUpService } from './sign-in/sign-up/sign-up.service.ts';
import { createSsoRedirectRepo } from './sso/community/sso-redirect.repo.ts';
import { createCookies } from './http/cookies.ts';
import { createPreSessions } from './http/pre-session.ts';
import { createBackground } from './lib/background.ts';
import { createKeys } from './lib/keys.ts';
import { createMetrics } from './lib/metrics.ts';
import { findExampleLinks } from './sso/applications/seed-examples.ts';
import { createSso } from './sso/sso.ts';
import { cryptoRandom, type Random } from './ports/random.ts';
import type { SmsGateway } from './ports/sms.ts';

/** Decided outside this file: the database's address, the master key, the log. */
export type DepsInput = {
  readonly config: Config;
  readonly target: ConnectionTarget;
  readonly masterKey: Uint8Array;
  readonly log: Logger;
  /** The metrics of all workers, if there are several. */
  readonly collectMetrics?: (() => Promise<string>) | undefined;
};

/** Ports to the outside world that a test may replace, including the clock. */
export type Overrides = {
  readonly nowMs?: () => number;
  readonly random?: Random;
  readonly smsGateway?: SmsGateway;
};

/** Constructs everything. No other file knows every part. */
export function createDeps(input: DepsInput, overrides: Overrides = {}) {
  const { config, log } = input;
  const nowMs = overrides.nowMs ?? Date.now;
  const keys = createKeys(input.masterKey);
  const metrics = createMetrics();
  const { sql, close } = connect(input.target, {
    max: config.databasePool,
    applicationName: 'vid',
    byKey: true,
  });
  /** A pool of its own, because lookups would wait behind slow statements in the main one. */
  const lookups = connect(input.target, { max: 2, applicationName: 'vid-lookups', byKey: true });
  const probe = connect(input.target, { max: 1, applicationName: 'vid-probe' });
  const availability = watchDatabase(probe.sql, (isUp) => {
    if (isUp) log.info('database reachable again');
    else log.error('database unreachable, rejecting requests with 503');
  });
  const cookies = createCookies(config.isSecure);
  const preSessions = createPreSessions(cookies, keys, nowMs);
  const audit = createAudit();
  const accounts = createAccountRepo(sql);
  const counters = createCounters(sql);
  const random = overrides.random ?? cryptoRandom;
  const outbox = config.isProduction ? undefined : createOutbox({ sql, keys });
  const background = createBackground(log);
  const sms = createSmsService({
    repo: createSmsRepo(sql),
    gateway: overrides.smsGateway ?? chooseSmsGateway(config, outbox, log),
    keys,
    metrics,
    log,
    background,
    timeoutMs: config.smsTimeoutMs,
  });
  const captchas = createCaptchaService({
    config,
    repo: createCaptchaRepo(sql),
    counters,
    keys,
    random,
    metrics,
    outbox,
  });
  const otpTokens = createOtpTokens({ sql, keys });
  const otp = createOtpService({
    config,
    sql,
    repo: createOtpRepo(sql),
    captchas,
    counters,
    sms,
    keys,
    random,
    audit,
    metrics,
    log,
  });
  const sessionRepo = createSessionRepo(sql, lookups.sql);
  const transactions = createSsoRedirectRepo(sql);
  const sessions = createSessionService({
    config,
    sql,
    repo: sessionRepo,
    keys,
    cookies,
    preSessions,
    audit,
  });

  const hasher = createPasswordHasher({
    memoryKib: config.passwordMemoryKib,
    iterations: config.passwordIterations,
    concurrency: config.hashConcurrency,
    queue: config.passwordQueue,
    peppers: [keys.derive('password')],
    onForeignKey: (keyId) =>
      log.error({ keyId }, 'passwords were hashed with another master key: they are taken for wrong'),
  });
  const throttle = createPasswordThrottle({ sql, keys, config, log });
  const referral = createReferralService({ accounts, counters });
  const appParams = createAppParamsService({ sql, config, log, nowMs });
  /** Shared by the services of every sign-in method. */
  const shared = { config, sql, keys, accounts, hasher, throttle, otpTokens, sms, captchas, audit, metrics };
  const purges = [
    ...tablePurges(sql),
    { name: 'counters', deleteExpired: (limit: number) => counters.deleteExpired(limit) },
    { name: 'sessions', deleteExpired: (limit: number) => sessionRepo.deleteExpired(limit) },
    { name: 'password_throttles', deleteExpired: (limit: number) => throttle.deleteExpired(limit) },
  ];
  const sso = createSso({ config, sql, lookups: lookups.sql, counters, keys, log, nowMs, transactions });
  const jobs = createJobs({
    target: input.target,
    log,
    tasks: {
      deliverSms: sms.deliverPending,
      sendLogout: (id, isLastTry) => sso.logouts.send(id, isLastTry),
      sweepLogouts: () => sso.logouts.sweep(),
      async purge() {
        const deleted = await runPurges(purges);
        if (Object.keys(deleted).length > 0) log.info({ deleted }, 'expired rows deleted');
      },
    },
  });

  return {
    config,
    log,
    metrics,
    collectMetrics: input.collectMetrics,
    pageParams: () => appParams.current(),
    findExampleLinks: () => findExampleLinks(sql),
    keys,
    nowMs,
    sql,
    availability,
    cookies,
    preSessions,
    audit,
    accounts,
    counters,
    outbox,
    sms,
    captchas,
    otp,
    otpTokens,
    purges,
    jobs,
    sessionRepo,
    sessions,
    sso,
    background,
    hasher,
    throttle,
    referral,
    appParams,
    accountAdmin: createAccountService({ ...shared, sessions: sessionRepo }),
    accountCheck: createAccountCheckService({ ...shared, counters }),
    signUp: createSignUpService({ ...shared, sessions, referral }),
    passwordSignIn: createPasswordSignInService({ ...shared, sessions, background }),
    otpSignIn: createOtpSignInService({ ...shared, sessions }),
    passwordReset: createPasswordResetService({ ...shared, sessions: sessionRepo }),
    passwordChange: createPasswordChangeService({ ...shared, sessions: sessionRepo }),
    profile: createProfileService({ ...shared, appParams }),
    async close(): Promise<void> {
      await jobs.stop();
      await background.idle();
      await availability.stop();
      await Promise.all([close(), lookups.close(), probe.close()]);
    },
  };
}

export type Deps = ReturnType<typeof createDeps>;
