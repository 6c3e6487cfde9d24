import { setTimeout as delay } from 'node:timers/promises';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Maximum time that a scrape waits for a gauge. */
const maxWaitMs = 500;

type Aggregator = 'sum' | 'min' | 'max';
type GaugePerLabel = {
  readonly name: string;
  readonly help: string;
  readonly aggregator: Aggregator;
  readonly label: string;
};

/**
 * Waits for a gauge's value, but not longer than `maxWaitMs`, so that an outage does not delay the other
 * metrics. A late value appears in the next scrape.
 */
async function inTime(read: () => Promise<void>): Promise<void> {
  const waited = new AbortController();
  const reading = read().catch(() => undefined);
  await Promise.race([reading, delay(maxWaitMs, undefined, waited).catch(() => undefined)]);
  waited.abort();
}

/**
 * Creates the metrics of a process. `aggregator` combines the metrics of several workers. Labels come only
 * from closed lists, because labels from input would let callers exhaust the memory.
 */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];

  const counter = <L extends string>(name: string, help: string, labelNames: readonly L[]) =>
    new Counter({ name, help, labelNames: [...labelNames], registers });
  const gauge = (
    name: string,
    help: string,
    aggregator: Aggregator,
    collect: () => number | Promise<number>,
  ) =>
    new Gauge({
      name,
      help,
      aggregator,
      registers,
      async collect() {
        await inTime(async () => this.set(await collect()));
      },
    });
  const gaugePerLabel = (
    { name, help, aggregator, label }: GaugePerLabel,
    collect: () => Promise<Readonly<Record<string, number>>>,
  ) =>
    new Gauge({
      name,
      help,
      aggregator,
      labelNames: [label],
      registers,
      async collect() {
        await inTime(async () => {
          for (const [value, number] of Object.entries(await collect()))
            this.labels({ [label]: value }).set(number);
        });
      },
    });

  return {
    registry,
    /** Creates a gauge that is read at each scrape. It keeps its last value if reading fails or is slow. */
    gauge,
    /** Creates a gauge of several values, read like `gauge`. `collect` returns a number for each label value. */
    gaugePerLabel,
    httpDuration: new Histogram({
      name: 'vid_http_request_duration_seconds',
      help: 'Time from the first byte of a request to the end of its response.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10],
      registers,
    }),
    errors: counter('vid_errors_total', 'Error responses by error code.', ['code']),
    /** The label `event` is requested, verified, refused, locked or limited. */
    otp: counter('vid_otp_total', 'One-time codes by outcome.', ['purpose', 'event']),
    /** The label `event` is sent or failed. */
    sms: counter('vid_sms_total', 'Messages handed to the gateway, by outcome.', ['event']),
    smsAttempts: counter('vid_sms_attempts_total', 'Attempts to send messages, by gateway and outcome.', [
      'channel',
      'outcome',
    ]),
    /** The label `event` is delivered or undelivered. */
    smsReports: counter('vid_sms_reports_total', 'Delivery reports, by gateway and outcome.', [
      'channel',
      'event',
    ]),
    /** The label `event` is sent or failed. */
    mail: counter('vid_mail_total', 'Mails handed to the mail server, by outcome.', ['event']),
    /** The label `event` is delivered or failed. */
    webhooks: counter('vid_webhook_attempts_total', 'Attempts to deliver webhook messages, by outcome.', [
      'event',
    ]),
    /** The label `limit` is an `OtpLimit` of `sign-in/otp/breaker.policy.ts`. */
    otpLimited: counter('vid_otp_limited_total', 'Refused requests for a one-time code, by exceeded limit.', [
      'limit',
    ]),
    /** The label `kind` is image or proof-of-work, and `event` is made, passed, failed or limited. */
    captcha: counter('vid_captcha_total', 'Captchas by kind and outcome.', ['kind', 'event']),
    /**
     * The label `method` is a `SignInMethod`, or two-step for refused second factors. The label `event` is ok
     * (a session has begun), half (another factor is needed), failed or throttled.
     */
    signIn: counter('vid_sign_in_total', 'Sign-ins by method and outcome.', ['method', 'event']),
    jobFailures: counter('vid_job_failures_total', 'Failed runs of background jobs, retries included.', [
      'task',
    ]),
    jobEndsUnconfirmed: counter(
      'vid_job_ends_unconfirmed_total',
      'Times that the database did not confirm the end of a task. Its end is recorded again.',
      [],
    ),
    cspReports: counter('vid_csp_reports_total', 'Content policy violations reported by browsers.', [
      'directive',
    ]),
  };
}

/**
 * Starts collecting the metrics of Node. Call it once per process, because prom-client never stops collecting
 * them.
 */
export function collectNodeMetrics({ registry, gauge }: Metrics): void {
  collectDefaultMetrics({ register: registry });
  // prom-client leaves its own start time out of the metrics of several workers.
  const startedAt = Math.round(performance.timeOrigin / 1_000);
  gauge('vid_started_seconds', 'Unix time at which the newest process started.', 'max', () => startedAt);
}

export type Metrics = ReturnType<typeof createMetrics>;
