import { headers, httpUrl, integer, oneOf } from '../parsers.ts';
import { define, secret } from './setting.ts';

export const telemetrySettings = {
  otlpEndpoint: define('VID_OTLP_ENDPOINT', httpUrl, undefined).describe(
    'Address of an OpenTelemetry collector, such as http://127.0.0.1:4318, to which each process sends traces and metrics (OTLP over HTTP, JSON). Without it, VID records none.',
  ),
  otlpHeaders: secret('VID_OTLP_HEADERS', headers, '').describe(
    'Headers of the requests to VID_OTLP_ENDPOINT, as name=value, separated by commas and percent-encoded.',
  ),
  tracePercent: define('VID_TRACE_PERCENT', integer(0, 100), '10').describe(
    'Percentage of requests whose traces are recorded, chosen at random.',
  ),
  traceFromProxy: define('VID_TRACE_FROM_PROXY', oneOf('on', 'off'), 'off').describe(
    'on: continue the trace that the header traceparent names in requests from VID_TRUSTED_PROXIES. The proxies then decide what is recorded, and must not pass on a visitor’s header.',
  ),
} as const;
