import type { Logger } from 'pino';
import type { Config } from '#config/config.ts';
import type { ConnectionTarget } from '#database/connection.ts';
import { logDatabaseChange, logReplicaChange } from '#database/availability/log-database-change.ts';
import { openPools } from '#database/pools.ts';
import { readsOf } from '#database/replica/reads.ts';
import { openReplica } from '#database/replica/replica.ts';
import { createStatisticsWatch } from '#database/statistics.ts';
import { createCookies } from '#http/browser/cookies.ts';
import { createPreSessions } from '#http/browser/pre-session.ts';
import type { ProxyProblem } from '#http/proxy/proxy-watch.ts';
import { createBackground } from '#lib/background.ts';
import type { Keys } from '#lib/keys.ts';
import { createMetrics } from '#lib/telemetry/metrics.ts';
import { untraced } from '#lib/telemetry/tracing.ts';
import { createAudit } from './audit/audit.ts';
import { createSource, type Brand } from './brand.ts';
import { createEvents } from './events/events.ts';
import { measureBacklog } from './deliveries/backlog.ts';
import { createDeliveriesRepo } from './deliveries/deliveries.repo.ts';
import type { JobTiming } from './jobs/jobs.ts';
import { createAddressGuard } from './outgoing/address-guard.ts';
import { createOutgoing } from './outgoing/outgoing.ts';
import { createInstallation } from './installation/installation.ts';
import { createMaySend, type MaySend } from './installation/may-send.ts';
import { createCounters } from './limits/counters.ts';
import { chooseMailGateway } from './mail/mail-gateway.ts';
import { createMailService } from './mail/mail.service.ts';
import { createMaintenance } from './maintenance/maintenance.ts';
import { createMessages, type MessageParams } from './messages/messages.ts';
import { createProblems, explainProblem } from './problems/problems.ts';
import { createPlaces } from './places/places.ts';
import { createOutbox } from './outbox/outbox.ts';
import { createSmsServices } from './sms/services.ts';
import type { Telemetry } from './telemetry/open-telemetry.ts';
import { createDnsResolver } from '#ports/dns.ts';
import type { MailGateway } from '#ports/mail.ts';
import { cryptoRandom, type Random } from '#ports/random.ts';
import type { SmsGateway } from '#ports/sms/sms.ts';

export type PlatformInput = {
  readonly config: Config;
  readonly target: ConnectionTarget;
  /** Empty until `openDataKeys` has loaded the data keys. */
  readonly keys: Keys;
  readonly log: Logger;
  /** Collects the metrics of all workers; undefined in a single process. */
  readonly collectMetrics?: (() => Promise<string>) | undefined;
  /** Undefined without VID_OTLP_ENDPOINT. */
  readonly telemetry?: Telemetry | undefined;
};

/** Ports to the outside world, the clock, time limits and folders, which tests may replace. */
export type Overrides = {
  readonly nowMs?: () => number;
  readonly random?: Random;
  readonly smsGateway?: SmsGateway;
  readonly mailGateway?: MailGateway;
  readonly jobTiming?: Partial<JobTiming>;
  readonly statementTimeoutMs?: number;
  readonly webFolder?: string;
  readonly sdkFolder?: string;
};

export function createPlatform(input: PlatformInput, overrides: Overrides) {
  const { config, keys, log, telemetry } = input;
  const nowMs = overrides.nowMs ?? Date.now;
  const metrics = createMetrics();
  telemetry?.start({ registry: metrics.registry, log });
  const trace = telemetry?.trace ?? untraced;
  const { sql, lookups, statistics, erasures, availability, close } = openPools(input.target, {
    max: config.databasePool,
    statementTimeoutMs: overrides.statementTimeoutMs,
    onChange: (change) => logDatabaseChange(log, change),
    onStatement: telemetry?.onStatement,
  });
  const replica =
    config.databaseReplicaUrl === undefined
      ? undefined
      : openReplica({
          target: { url: config.databaseReplicaUrl, setting: 'VID_DATABASE_REPLICA_URL' },
          primary: sql,
          isPrimaryReady: () => availability.isUp() && availability.state().isMigrated,
          max: config.databasePool,
          maxDelayMs: config.databaseReplicaDelaySeconds * 1_000,
          onChange: (change) => logReplicaChange(log, change),
          onStatement: telemetry?.onStatement,
        });
  const cookies = createCookies(config.isSecure);
  const outbox = config.isProduction ? undefined : createOutbox({ sql, keys });
  const background = createBackground(log);
  const events = createEvents({ target: input.target, log });
  const deliveries = createDeliveriesRepo(sql);
  measureBacklog(sql, metrics);
  const installation = createInstallation(sql);
  const maySend = createMaySend(installation, log);
  const brand = createSource<Brand>();
  const messageParams = createSource<MessageParams>();
  const messages = createMessages({
    host: config.publicUrl.hostname,
    readBrand: brand.read,
    readParams: messageParams.read,
  });
  /** The outbox of evaluation mode sends nothing, so it also works on a copy of the database. */
  const maySendTo = (isReal: unknown): MaySend => (isReal ? maySend : () => Promise.resolve(true));
  const smsServices = createSmsServices({
    config,
    sql,
    keys,
    background,
    metrics,
    log,
    events,
    deliveries,
    outbox,
    messages,
    maySend,
    maySendSms: maySendTo(overrides.smsGateway ?? config.smsChannels[0]),
    replacement: overrides.smsGateway,
  });
  const mail = createMailService({
    config,
    repo: deliveries,
    gateway: overrides.mailGateway ?? chooseMailGateway(config, outbox, log),
    keys,
    metrics,
    trace,
    log,
    background,
    maySend: maySendTo(overrides.mailGateway ?? config.mailUrl),
    messages,
    readBrand: brand.read,
  });
  const guard = createAddressGuard({
    allowedNetworks: config.webhookAllowedNetworks,
    allowsLoopback: !config.isProduction,
  });
  const problems = createProblems(sql);
  return {
    config,
    log,
    problems,
    noteProxyProblem(kind: ProxyProblem, detail: string): void {
      const { what, advice } = explainProblem({ kind, detail });
      log.warn(`${what}. ${advice}`);
      background.run('note a problem of the proxy', () => problems.note({ kind, detail }));
    },
    metrics,
    collectMetrics: input.collectMetrics,
    telemetry,
    trace,
    keys,
    nowMs,
    random: overrides.random ?? cryptoRandom,
    sql,
    lookups,
    erasures,
    statistics: createStatisticsWatch({ sql: statistics, log }),
    availability,
    reads: replica?.reads ?? readsOf(sql),
    replica,
    closePools: async (): Promise<void> => {
      await replica?.close();
      await close();
    },
    cookies,
    preSessions: createPreSessions(cookies, keys, nowMs),
    audit: createAudit(),
    counters: createCounters(sql),
    events,
    guard,
    outgoing: createOutgoing({ guard, maySend, resolve: createDnsResolver() }),
    installation,
    maySend,
    places: createPlaces({ config, log }),
    outbox,
    brand,
    messageParams,
    background,
    deliveries,
    ...smsServices,
    maintenance: createMaintenance({ sql, events }),
    mail,
  };
}

export type Platform = ReturnType<typeof createPlatform>;
