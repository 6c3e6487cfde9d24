import { ConfigError, type Config } from '#config/config.ts';
import { requireFlags, type Context, type Run } from '#cli/command.ts';
import { program } from '#lib/program.ts';
import { checkDatabase } from './database.ts';
import { fail, ok, type Finding } from './finding.ts';
import {
  checkCollector,
  checkDisk,
  checkMailServer,
  checkNode,
  checkOutgoingProxy,
  checkPublicUrl,
  checkSmsGateways,
  checkWebApp,
} from './machine.ts';

/**
 * `vid doctor` checks the machine, the settings, the database and the external services. Fails if any check
 * fails.
 */
export const doctor: Run = async (args, context) => {
  requireFlags(args, []);
  const findings: Finding[] = [];
  // Print each line as soon as it is available, because some checks wait for another machine.
  const say = (text: string): void => {
    if (!context.isJson) context.output.out(text);
  };
  for await (const finding of examine(context)) {
    findings.push(finding);
    say(`${finding.state.padEnd(5)} ${finding.what}`);
    if (finding.advice !== undefined) say(`      → ${finding.advice}`);
  }
  const isReady = findings.every(({ state }) => state !== 'fail');
  context.show(
    { isReady, findings },
    isReady ? '\nVID is ready to run.' : '\nVID cannot run with this configuration.',
  );
  return isReady ? 0 : 1;
};

async function* examine(context: Context): AsyncGenerator<Finding> {
  yield ok(`VID ${program.version}`);
  yield checkNode();
  const settings = readSettings(context);
  if (!('config' in settings)) {
    for (const problem of settings.problems) yield fail(problem, 'See docs/settings.md.');
    return;
  }
  yield ok(`settings (${settings.config.mode} mode)`);
  yield* examineMachine(settings.config);
  yield* checkDatabase(settings.config, context);
}

async function* examineMachine(config: Config): AsyncGenerator<Finding> {
  yield checkPublicUrl(config);
  yield await checkWebApp();
  yield* checkDisk(config);
  yield* checkOutgoingProxy();
  yield* checkSmsGateways(config);
  yield await checkMailServer(config);
  yield* checkCollector(config);
}

function readSettings(context: Context): { config: Config } | { problems: readonly string[] } {
  try {
    return { config: context.config() };
  } catch (error) {
    if (error instanceof ConfigError) return { problems: error.problems };
    throw error;
  }
}
