import { randomUUID } from 'node:crypto';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { ExportResultCode, type ExportResult } from '@opentelemetry/core';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TracerProvider,
  type SpanExporter,
} from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Config } from '#config/config.ts';
import { proxyOptions } from '#config/outgoing-proxy.ts';
import { program } from '#lib/program.ts';
import type { Tracing } from '#lib/telemetry/tracing.ts';
import { readMetrics } from './metric-data.ts';
import { traceOutgoingCalls } from './outgoing-calls.ts';
import { createSpans } from './spans.ts';

/** Traces and metrics that are sent to an OpenTelemetry collector. */
export type Telemetry = Tracing & {
  /** Starts sending the metrics of `registry`. Failures are logged. */
  start(source: { readonly registry: Registry; readonly log: Pick<Logger, 'info' | 'warn'> }): void;
  /** Sends the ended spans and the current metrics. */
  flush(): Promise<void>;
  /** Stops sending after a last `flush`, for which it waits at most two seconds. */
  close(): Promise<void>;
};

type TelemetryConfig = Pick<Config, 'otlpHeaders' | 'tracePercent'> & { readonly otlpEndpoint: URL };

const metricsEveryMs = 60_000;
const exportTimeoutMs = 10_000;
const closeMs = 2_000;
const scope = { name: 'vid', version: program.version };

/**
 * Sends traces and metrics in the background. Spans wait in a queue of 2,048 and are dropped beyond it, so that a
 * collector that is down costs a bounded amount of memory.
 */
export function createOpenTelemetry({ otlpEndpoint, otlpHeaders, tracePercent }: TelemetryConfig): Telemetry {
  const resource = resourceFromAttributes({
    'service.name': 'vid',
    'service.version': program.version,
    'service.instance.id': randomUUID(),
    'host.name': hostname(),
    'process.pid': process.pid,
  });
  const agent = new (otlpEndpoint.protocol === 'https:' ? HttpsAgent : HttpAgent)({
    keepAlive: true,
    ...proxyOptions(),
  });
  const exporterOf = (signal: 'traces' | 'metrics') => ({
    url: `${otlpEndpoint.href.replace(/\/$/u, '')}/v1/${signal}`,
    headers: { ...otlpHeaders },
    httpAgentOptions: () => agent,
    timeoutMillis: exportTimeoutMs,
  });
  let log: Pick<Logger, 'info' | 'warn'> | undefined;
  let isFailing = false;
  const report = ({ code, error }: ExportResult): void => {
    const hasFailed = code !== ExportResultCode.SUCCESS;
    if (hasFailed && !isFailing) log?.warn({ err: error }, 'traces and metrics do not reach the collector');
    else if (!hasFailed && isFailing) log?.info('traces and metrics reach the collector again');
    isFailing = hasFailed;
  };

  const traceExporter = new OTLPTraceExporter(exporterOf('traces'));
  const exporter: SpanExporter = {
    export: (spans, done) =>
      traceExporter.export(spans, (result) => {
        report(result);
        done(result);
      }),
    shutdown: () => traceExporter.shutdown(),
  };
  const provider = new TracerProvider({
    resource,
    sampler: new ParentBasedSampler({ root: new AlwaysOnSampler() }),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: exportTimeoutMs })],
  });
  const spans = createSpans(
    provider.getTracer(scope.name, scope.version),
    () => Math.random() * 100 < tracePercent,
  );
  const stopCalls = traceOutgoingCalls(spans, new Set([agent]));

  const metricExporter = new OTLPMetricExporter(exporterOf('metrics'));
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | undefined;
  let source: Registry | undefined;
  const sendMetrics = async (registry: Registry): Promise<void> => {
    const metrics = await readMetrics(registry);
    await new Promise<void>((resolve) => {
      metricExporter.export({ resource, scopeMetrics: [{ scope, metrics }] }, (result) => {
        report(result);
        resolve();
      });
    });
  };
  /** Sends the metrics after a request in flight has ended. */
  const flushMetrics = async (): Promise<void> => {
    await sending;
    if (source) await sendMetrics(source);
  };

  return {
    ...spans,
    start(given) {
      log = given.log;
      source = given.registry;
      const { registry } = given;
      timer = setInterval(() => {
        sending ??= sendMetrics(registry).finally(() => {
          sending = undefined;
        });
      }, metricsEveryMs).unref();
    },
    async flush() {
      await Promise.all([provider.forceFlush(), flushMetrics()]);
    },
    async close() {
      clearInterval(timer);
      stopCalls();
      const over = new AbortController();
      const flushed = Promise.allSettled([provider.shutdown(), flushMetrics()]);
      await Promise.race([flushed, delay(closeMs, undefined, over).catch(() => undefined)]);
      over.abort();
      agent.destroy();
    },
  };
}
