import { configOf, exitCodes, type ReadEnvironment } from '../environment/environment.ts';
import { StartProblem } from '../start-problem.ts';

type Started = ReadEnvironment & { readonly close: () => Promise<void> };

/**
 * Starts sample gateways for the protocols of eSMS and Zalo ZNS if the operator asks for them in evaluation
 * mode, and adds their URLs to the settings. Production does not load their code.
 * @throws StartProblem if a real gateway is configured
 */
export async function withSampleGateways(read: ReadEnvironment): Promise<Started> {
  const { config, environment } = read;
  if (config.sampleGateways === 'off') return { ...read, close: async () => undefined };
  if (config.smsChannels.length > 0)
    throw new StartProblem(
      'VID_SAMPLE_GATEWAYS=on replaces real gateways. Remove the settings of the SMS gateways, or this setting.',
      exitCodes.configuration,
    );
  const { startSampleGateways } = await import('@vid/sample-providers/gateways');
  const samples = await startSampleGateways({ vidOrigin: config.publicUrl.origin });
  const complete = { ...environment, ...samples.settings };
  return { environment: complete, config: configOf(complete), close: () => samples.close() };
}
