import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Config } from '#config/config.ts';
import type { Tracing } from '#lib/telemetry/tracing.ts';

/** Traces and metrics that are sent to an OpenTelemetry collector. */
export type Telemetry = Tracing & {
  /** Starts sending the metrics of `registry`. Failures are logged. */
  start(source: { readonly registry: Registry; readonly log: Pick<Logger, 'info' | 'warn'> }): void;
  /** Sends the ended spans and the current metrics. */
  flush(): Promise<void>;
  /** Like `flush`, but gives up after two seconds. */
  close(): Promise<void>;
};

export type TelemetryConfig = Pick<Config, 'otlpHeaders' | 'tracePercent'> & { readonly otlpEndpoint: URL };

/** Returns undefined without a collector, and then loads no module of OpenTelemetry. */
export async function createTelemetry(config: Config): Promise<Telemetry | undefined> {
  const { otlpEndpoint } = config;
  if (otlpEndpoint === undefined) return undefined;
  const { createOpenTelemetry } = await import('./open-telemetry.ts');
  return createOpenTelemetry({ ...config, otlpEndpoint });
}
