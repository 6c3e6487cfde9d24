import { setTimeout as delay } from 'node:timers/promises';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** How long a scrape waits for a gauge that reads the database. */
const maxWaitMs = 500;

/**
 * `aggregator` combines the metrics of several workers. Labels come only from closed lists, because a label from input
 * would let callers exhaust the memory.
 */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];

  const counter = <L extends string>(name: string, help: string, labelNames: readonly L[]) =>
    new Counter({ name, help, labelNames: [...labelNames], registers });
  const gauge = (
    name: string,
    help: string,
    aggregator: 'sum' | 'min' | 'max',
    collect: () => number | Promise<number>,
  ) =>
    new Gauge({
      name,
      help,
      aggregator,
      registers,
      async collect() {
        // In an outage the gauge cannot be read, and the other metrics must still be served, without a long wait. A
        // value that is read too late appears at the next scrape.
        const read = (async () => this.set(await collect()))().catch(() => undefined);
        const waited = new AbortController();
        await Promise.race([read, delay(maxWaitMs, undefined, waited).catch(() => undefined)]);
        waited.abort();
      },
    });

  return {
    registry,
    /**
     * Creates a gauge that reads its value at each scrape, and keeps its last value if reading fails or is
     * slow.
     */
    gauge,
    httpDuration: new Histogram({
      name: 'vid_http_request_duration_seconds',
      help: 'Time from the first byte of a request to the end of its response.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10],
      registers,
    }),
    /** `event` is requested, verified, refused, locked or limited. */
    otp: counter('vid_otp_total', 'One-time codes by outcome.', ['purpose', 'event']),
    /** `event` is sent, failed, retried or expired. */
    sms: counter('vid_sms_total', 'Messages handed to the gateway, by outcome.', ['event']),
    /** `event` is sent or failed. */
    mail: counter('vid_mail_total', 'Mails handed to the mail server, by outcome.', ['event']),
    /** `event` is delivered or failed. */
    webhooks: counter('vid_webhook_attempts_total', 'Attempts to deliver webhook messages, by outcome.', [
      'event',
    ]),
    /** `limit` is an `OtpLimit` of `sign-in/otp/breaker.policy.ts`. */
    otpLimited: counter('vid_otp_limited_total', 'Refused requests for a one-time code, by exceeded limit.', [
      'limit',
    ]),
    /** `kind` is image or proof-of-work. `event` is made, passed, failed or limited. */
    captcha: counter('vid_captcha_total', 'Captchas by kind and outcome.', ['kind', 'event']),
    /**
     * `method` is password, otp, sign-up or two-step. `event` is ok, half (another factor is needed), failed or
     * throttled.
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

/** Call this function once per process, because prom-client never stops collecting the metrics of Node. */
export function collectNodeMetrics({ registry }: Metrics): void {
  collectDefaultMetrics({ register: registry });
}

export type Metrics = ReturnType<typeof createMetrics>;
