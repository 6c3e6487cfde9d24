import { ConfigError } from '../config/config.ts';
import { DatabaseProblem } from '../database/database-problem.ts';
import { DataFolderLockedError } from '../database/embedded/data-folder-lock.ts';
import { EmbeddedPostgresError } from '../database/embedded/embedded-postgres-error.ts';
import { isOutage } from '../database/outage.ts';
import { AppError } from '../lib/app-error.ts';
import { maskLine } from '../lib/log-mask.ts';
import { keepCompiledCode } from '../process/compile-cache.ts';
import { exitCodes, takeEnvironment } from '../process/environment.ts';
import { createContext, UsageProblem } from './command.ts';
import { commands, help } from './commands.ts';
import { describeFailure } from './failure.ts';

/** `npm run vid -- <command>`: the operator's commands. Exit code 0 when all is well. */
async function run(): Promise<number> {
  keepCompiledCode();
  const environment = takeEnvironment();
  const [name = 'help', ...args] = process.argv.slice(2);
  if (['help', '--help', '-h'].includes(name)) {
    console.log(help());
    return 0;
  }
  const command = commands.find((candidate) => candidate.name === name);
  if (!command) {
    console.error(`There is no command “${name}”.\n\n${help()}`);
    return exitCodes.usage;
  }
  const start = await command.load();
  return start(args, createContext(environment));
}

try {
  process.exitCode = await run();
} catch (error) {
  if (error instanceof ConfigError || error instanceof UsageProblem) {
    console.error(error.message);
    process.exitCode = error instanceof UsageProblem ? exitCodes.usage : exitCodes.configuration;
  } else if (
    error instanceof DataFolderLockedError ||
    error instanceof EmbeddedPostgresError ||
    error instanceof DatabaseProblem
  ) {
    console.error(error.message);
    process.exitCode = exitCodes.unavailable;
  } else if (error instanceof AppError) {
    console.error(describeFailure(error));
    process.exitCode = exitCodes.failed;
  } else {
    const text = error instanceof Error ? error.message : String(error);
    console.error(
      maskLine(isOutage(error) ? 'The database does not answer: see npm run vid -- doctor' : text),
    );
    process.exitCode = isOutage(error) ? exitCodes.unavailable : exitCodes.failed;
  }
}
