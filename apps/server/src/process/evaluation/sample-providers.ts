import { socialProviders } from '#config/settings/social.ts';
import { configOf, type ReadEnvironment } from '../environment/environment.ts';

type Started = ReadEnvironment & { readonly close: () => Promise<void> };

/**
 * Starts a sample server for each social provider that is not configured, in evaluation mode, and adds its
 * URLs to the settings. Production does not load the servers' code.
 */
export async function withSampleProviders(read: ReadEnvironment): Promise<Started> {
  const { config, environment } = read;
  const names = socialProviders.filter(({ id }) => config[id] === undefined).map(({ name }) => name);
  if (config.isProduction || config.sampleProviders === 'off' || names.length === 0)
    return { ...read, close: async () => undefined };
  const { startSampleProviders } = await import('@vid/sample-providers/start');
  const samples = await startSampleProviders(names);
  // The sample URLs replace URLs that the operator has set for a provider without credentials.
  const complete = { ...environment, ...samples.settings };
  return { environment: complete, config: configOf(complete), close: () => samples.close() };
}
