import type { Logger } from 'pino';
import { createAccountRepo } from './account/account.repo.ts';
import { createPasswordHasher } from './account/credentials/password-hasher.ts';
import { createPasswordThrottle } from './account/credentials/password-throttle.ts';
import { findAnyDevice } from './account/known-devices/known-device-sql.ts';
import { createDeviceCookie } from './account/known-devices/device-cookie.ts';
import { createReferralService } from './account/referral/referral.service.ts';
import { createAccountService } from './admin/accounts/account-lock.service.ts';
import type { Config } from './config/config.ts';
import type { ConnectionTarget } from './database/connection.ts';
import { logDatabaseChange } from './database/log-database-change.ts';
import { openPools } from './database/pools.ts';
import { createCookies } from './http/cookies.ts';
import { createPreSessions } from './http/pre-session.ts';
import { createBackground } from './lib/background.ts';
import { createKeys } from './lib/keys.ts';
import { createMetrics } from './lib/metrics.ts';
import { createPasswordChangeService } from './member/password-change/password-change.service.ts';
import { createProfileService } from './member/profile/profile.service.ts';
import { createAppParamsService } from './operations/app-params/app-params.service.ts';
import { createStorageWatch } from './operations/health/storage-watch.ts';
import { runPurges, tablePurges } from './operations/purge/purge.ts';
import { createAudit } from './platform/audit/audit.ts';
import { createJobs, type JobTiming } from './platform/jobs/jobs.ts';
import { deleteDeadJobs } from './platform/jobs/queue.repo.ts';
import { createCounters } from './platform/limits/counters.ts';
import { createOutbox } from './platform/outbox/outbox.ts';
import { chooseSmsGateway } from './platform/sms/sms-gateway.ts';
import { createSmsRepo } from './platform/sms/sms.repo.ts';
import { createSmsService } from './platform/sms/sms.service.ts';
import { cryptoRandom, type Random } from './ports/random.ts';
import type { SmsGateway } from './ports/sms.ts';
import { createAccountCheckService } from './sign-in/account-check/account-check.service.ts';
import { createCaptchaRepo } from './sign-in/captcha/captcha.repo.ts';
import { createCaptchaService } from './sign-in/captcha/captcha.service.ts';
import { createCompleteService } from './sign-in/complete/complete.service.ts';
import { createOtpSignInService } from './sign-in/otp-sign-in/otp-sign-in.service.ts';
import { createOtpTokens } from './sign-in/otp/otp-token.ts';
import { createOtpRepo } from './sign-in/otp/otp.repo.ts';
import { createOtpService } from './sign-in/otp/otp.service.ts';
import { createPasswordResetService } from './sign-in/password-reset/password-reset.service.ts';
import { createPasswordSignInService } from './sign-in/password-sign-in/password-sign-in.service.ts';
import { createEndAccess } from './sign-in/session/end-access.ts';
import { createSessionRepo } from './sign-in/session/session.repo.ts';
import { createSessionService } from './sign-in/session/session.service.ts';
import { createSignUpService } from './sign-in/sign-up/sign-up.service.ts';
import { createApplicationRepo } from './sso/applications/application.repo.ts';
import { createApplicationService } from './sso/applications/application.service.ts';
import { managedApplications } from './sso/applications/managed-applications.ts';
import { findExampleLinks } from './sso/applications/seed-examples.ts';
import { createAuthCodeService } from './sso/community/auth-code.service.ts';
import { createCodeRequestRepo } from './sso/community/code-request.repo.ts';
import { copyTransactions } from './sso/community/copy-transactions.ts';
import { createSsoRedirectRepo } from './sso/community/sso-redirect.repo.ts';
import { createSsoRedirectService } from './sso/community/sso-redirect.service.ts';
import { createConsentRepo } from './sso/consent/consent.repo.ts';
import { createConsentService } from './sso/consent/consent.service.ts';
import { createDeviceRepo } from './sso/oidc/device/device.repo.ts';
import { createDeviceService } from './sso/oidc/device/device.service.ts';
import { createInteractionService } from './sso/oidc/interactions/interactions.service.ts';
import { createSigningKeys } from './sso/oidc/keys/signing-keys.ts';
import { createBackchannelLogout } from './sso/oidc/logout/backchannel-logout.ts';
import { createProviderHolder } from './sso/oidc/provider/provider-holder.ts';
import { createProvider } from './sso/oidc/provider/provider.ts';
import { createAccountStore } from './sso/oidc/store/accounts.ts';
import { createAdapterFactory } from './sso/oidc/store/adapter.ts';
import { createClientStore } from './sso/oidc/store/clients.ts';
import { createGrantRepo } from './sso/oidc/store/grants.ts';
import { createSessionStore } from './sso/oidc/store/sessions.ts';
import { createRefusalLog } from './sso/refusal-log.ts';
import { createRequestLimit } from './sso/request-limit.ts';

/** Chosen by the caller: the database's address, the master key and the log. */
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
  readonly jobTiming?: Partial<JobTiming>;
};

/** Constructs every service. No other file does. */
export function createDeps(input: DepsInput, overrides: Overrides = {}) {
  const { config, log } = input;
  const nowMs = overrides.nowMs ?? Date.now;
  const keys = createKeys(input.masterKey);
  const metrics = createMetrics();
  const { sql, lookups, availability, close } = openPools(input.target, {
    max: config.databasePool,
    onChange: (change) => logDatabaseChange(log, change),
  });
  const cookies = createCookies(config.isSecure);
  const deviceCookie = createDeviceCookie({ cookies, keys });
  const preSessions = createPreSessions(cookies, keys, nowMs);
  const storage = createStorageWatch({ sql, config, log });
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
    findDevice: (hashes) => findAnyDevice(sql, hashes),
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
  const sessionRepo = createSessionRepo({ sql, lookups, managedApplications });
  const endAccess = createEndAccess({ sessions: sessionRepo, otpTokens });
  const completion = createCompleteService({
    config,
    keys,
    cookies,
    deviceCookie,
    preSessions,
    managedApplications,
    copyTransactions,
  });
  const transactions = createSsoRedirectRepo(sql);
  const sessions = createSessionService({
    sql,
    repo: sessionRepo,
    keys,
    cookies,
    deviceCookie,
    preSessions,
    audit,
  });

  const hasher = createPasswordHasher({
    memoryKib: config.passwordMemoryKib,
    iterations: config.passwordIterations,
    concurrency: config.hashConcurrency,
    queue: config.passwordQueue,
    perAddress: config.hashAddress,
    peppers: [keys.derive('password')],
    onUnknownKey: (keyId) => log.error({ keyId }, 'password hashes with an unknown key cannot be verified'),
  });
  const throttle = createPasswordThrottle({ sql, keys, config, log });
  const referral = createReferralService({ accounts, counters });
  const appParams = createAppParamsService({ sql, config, log, nowMs });
  const listProvinces = async () =>
    new Set((await appParams.get()).categories.provinces.map(({ code }) => code));
  /** Used by most sign-in methods. */
  const shared = {
    config,
    sql,
    keys,
    accounts,
    hasher,
    throttle,
    otpTokens,
    sms,
    captchas,
    completion,
    endAccess,
    audit,
    metrics,
  };
  const purges = [
    ...tablePurges(sql, config),
    { name: 'counters', deleteExpired: (limit: number) => counters.deleteExpired(limit) },
    { name: 'sessions', deleteExpired: (limit: number) => sessionRepo.deleteExpired(limit) },
    { name: 'password_throttles', deleteExpired: (limit: number) => throttle.deleteExpired(limit) },
    { name: 'dead jobs', deleteExpired: (limit: number) => deleteDeadJobs(sql, limit) },
  ];

  // Single sign-on.
  const applicationRepo = createApplicationRepo(sql);
  const applications = createApplicationService({
    sql,
    repo: applicationRepo,
    keys,
    allowsLoopback: !config.isProduction,
  });
  const issuer = `${config.publicUrl.origin}/vid/oidc`;
  const signingKeys = createSigningKeys(sql, keys);
  const refusalLog = createRefusalLog(sql, counters);
  const requestLimit = createRequestLimit(counters, config);
  const grants = createGrantRepo(sql, lookups);
  const consentRepo = createConsentRepo(sql, lookups);
  const consents = createConsentService({ repo: consentRepo, applications: applicationRepo });
  const oidcAccounts = createAccountStore(lookups);
  const oidcAdapter = createAdapterFactory({
    sql,
    lookups,
    keys,
    clients: createClientStore(lookups),
    sessions: createSessionStore({ sql, lookups, keys }),
    requestLimit,
  });
  const oidcProvider = createProviderHolder(
    signingKeys,
    (jwks) =>
      createProvider({
        issuer,
        sql,
        adapter: oidcAdapter,
        accounts: oidcAccounts,
        grants,
        consents,
        jwks,
        keys,
        sessionCookie: config.isSecure ? '__Host-vid_sid' : 'vid_sid',
        isSecure: config.isSecure,
        refusals: refusalLog,
        onFault: (err) => log.error({ err }, 'OpenID Connect request failed'),
      }),
    nowMs,
  );
  const { refuse } = refusalLog;
  const ssoRedirects = createSsoRedirectService({ applications, transactions, requestLimit, refuse });
  const signOn = { getProvider: oidcProvider.get, applications, grants, consents, accounts };
  const authCodes = createAuthCodeService({
    getProvider: oidcProvider.get,
    requests: createCodeRequestRepo(lookups),
    grants,
    consents,
    refuse,
  });
  const interactions = createInteractionService(signOn);
  const devices = createDeviceService({ ...signOn, repo: createDeviceRepo(sql, keys), counters, config });
  const backchannelLogout = createBackchannelLogout({ sql, signingKeys, issuer, log });

  const jobs = createJobs({
    target: input.target,
    sql,
    availability,
    log,
    metrics,
    timing: overrides.jobTiming,
    tasks: {
      deliverSms: sms.deliverPending,
      sendLogout: (id, isLastTry) => backchannelLogout.send(id, isLastTry),
      sweepLogouts: () => backchannelLogout.sweep(),
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
    storage,
    cookies,
    deviceCookie,
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
    completion,
    applications,
    signingKeys,
    refusalLog,
    oidcProvider,
    ssoRedirects,
    consents,
    authCodes,
    interactions,
    devices,
    background,
    hasher,
    throttle,
    referral,
    appParams,
    accountAdmin: createAccountService(shared),
    accountCheck: createAccountCheckService({ ...shared, counters }),
    signUp: createSignUpService({ ...shared, referral }),
    passwordSignIn: createPasswordSignInService({ ...shared, background }),
    otpSignIn: createOtpSignInService(shared),
    passwordReset: createPasswordResetService({ ...shared, counters }),
    passwordChange: createPasswordChangeService({ ...shared, counters, sessions: sessionRepo }),
    profile: createProfileService({ ...shared, listProvinces }),
    async close(): Promise<void> {
      await jobs.stop();
      await storage.stop();
      await background.idle();
      await close();
    },
  };
}

export type Deps = ReturnType<typeof createDeps>;
