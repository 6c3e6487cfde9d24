import type { Logger } from 'pino';
import type { Config } from './config/config.ts';
import { watchDatabase } from './database/availability.ts';
import { connect, type ConnectionTarget } from './database/connection.ts';
import { createAccountRepo } from './features/account/account.repo.ts';
import { createAudit } from './features/audit/audit.ts';
import { createCounters } from './features/limits/counters.ts';
import { createOtpTokens } from './features/otp/otp-token.ts';
import { createSessionRepo } from './features/session/session.repo.ts';
import { createSessionService } from './features/session/session.service.ts';
import { createCookies } from './http/cookies.ts';
import { createPreSessions } from './http/pre-session.ts';
import { createKeys } from './lib/keys.ts';
import { createMetrics } from './lib/metrics.ts';

/** What the outside decides: where the database is, the key at rest, the log. */
export type DepsInput = {
  readonly config: Config;
  readonly target: ConnectionTarget;
  readonly masterKey: Uint8Array;
  readonly log: Logger;
  /** The figures of all workers together, where there are several. */
  readonly collectMetrics?: (() => Promise<string>) | undefined;
};

/** What a test may put in place of the real thing: the ports to the outside world, clock included. */
export type Overrides = { readonly nowMs?: () => number };

/** The one place that knows every part. */
export function createDeps(input: DepsInput, overrides: Overrides = {}) {
  const { config, log } = input;
  const nowMs = overrides.nowMs ?? Date.now;
  const keys = createKeys(input.masterKey);
  const metrics = createMetrics();
  const { sql, db, close } = connect(input.target, { max: config.databasePool, applicationName: 'vid' });
  const availability = watchDatabase(sql, (isUp) => {
    if (isUp) log.info('the database answers again');
    else log.error('the database does not answer; requests get 503 until it does');
  });
  const cookies = createCookies(config.isSecure);
  const preSessions = createPreSessions(cookies, keys, nowMs);
  const audit = createAudit();
  const accounts = createAccountRepo(db);
  const counters = createCounters(db, sql);
  const otpTokens = createOtpTokens({ db, keys });
  const sessionRepo = createSessionRepo(db);
  const sessions = createSessionService({
    config,
    db,
    repo: sessionRepo,
    accounts,
    keys,
    cookies,
    preSessions,
    audit,
  });

  return {
    config,
    log,
    metrics,
    collectMetrics: input.collectMetrics,
    pageParams: (): unknown => undefined,
    keys,
    nowMs,
    sql,
    db,
    availability,
    cookies,
    preSessions,
    audit,
    accounts,
    counters,
    otpTokens,
    sessionRepo,
    sessions,
    async close(): Promise<void> {
      await availability.stop();
      await close();
    },
  };
}

export type Deps = ReturnType<typeof createDeps>;
