import type { Config } from '#config/config.ts';
import type { Telemetry } from './open-telemetry.ts';

/** Returns undefined without a collector, and then loads no module of OpenTelemetry. */
export async function createTelemetry(config: Config): Promise<Telemetry | undefined> {
  const { otlpEndpoint } = config;
  if (otlpEndpoint === undefined) return undefined;
  const { createOpenTelemetry } = await import('./open-telemetry.ts');
  return createOpenTelemetry({ ...config, otlpEndpoint });
}
