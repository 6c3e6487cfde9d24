import { ConfigError, type Config } from '#config/config.ts';
import { checkDatabase } from './doctor-database.ts';
import { checkDisk, checkNode, checkPublicUrl, checkSmsGateway, checkWebApp } from './doctor-machine.ts';
import { requireFlags, type Run, type Context } from './command.ts';

/** One line of the doctor's report; `advice` says what to do unless all is well. */
export type Finding = {
  readonly state: 'ok' | 'warn' | 'fail';
  readonly what: string;
  readonly advice?: string;
};

export const doctor: Run = async (args, context) => {
  requireFlags(args, []);
  let worst: Finding['state'] = 'ok';
  for await (const finding of examine(context)) {
    console.log(`${finding.state.padEnd(5)} ${finding.what}`);
    if (finding.advice !== undefined) console.log(`      → ${finding.advice}`);
    if (finding.state === 'fail' || worst === 'ok') worst = finding.state;
  }
  console.log(worst === 'fail' ? '\nVID cannot serve like this.' : '\nVID can serve.');
  return worst === 'fail' ? 1 : 0;
};

async function* examine(context: Context): AsyncGenerator<Finding> {
  yield checkNode();
  const config = readable(context);
  if (!('config' in config)) {
    for (const problem of config.problems)
      yield { state: 'fail', what: problem, advice: 'See docs/settings.md.' };
    return;
  }
  yield { state: 'ok', what: `settings (${config.config.mode} mode)` };
  yield* machine(config.config);
  yield* checkDatabase(config.config, context);
}

async function* machine(config: Config): AsyncGenerator<Finding> {
  yield checkPublicUrl(config);
  yield await checkWebApp();
  yield* checkDisk(config);
  yield await checkSmsGateway(config);
}

function readable(context: Context): { config: Config } | { problems: readonly string[] } {
  try {
    return { config: context.config() };
  } catch (error) {
    if (error instanceof ConfigError) return { problems: error.problems };
    throw error;
  }
}
