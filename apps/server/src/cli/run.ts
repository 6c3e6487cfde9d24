import { ConfigError } from '#config/config.ts';
import { DatabaseProblem } from '#database/database-problem.ts';
import { DataFolderLockedError } from '@vid/embedded-postgres/data-folder-lock';
import { EmbeddedPostgresError } from '@vid/embedded-postgres/embedded-postgres-error';
import { isOutage } from '#database/outage.ts';
import { ReadOnlyServer } from '#database/read-only-server.ts';
import { TlsFault } from '#database/tls-fault.ts';
import { errorTextsEn, fieldTextsEn } from '@vid/contract/messages/en';
import { AppError } from '#lib/app-error.ts';
import { maskLine } from '#lib/log-mask.ts';
import { exitCodes, type Environment } from '#process/environment.ts';
import { createContext, UsageProblem } from './command.ts';
import { commands, help } from './commands.ts';

/** Runs one command line and resolves to its exit code. Errors are printed as one message, without a stack. */
export async function runCommand(line: readonly string[], environment: Environment): Promise<number> {
  const [name = 'help', ...args] = line;
  if (['help', '--help', '-h'].includes(name)) {
    console.log(help());
    return 0;
  }
  const command = commands.find((candidate) => candidate.name === name);
  if (!command) {
    console.error(`Unknown command “${name}”.\n\n${help()}`);
    return exitCodes.usage;
  }
  try {
    const run = await command.load();
    return await run(args, createContext(environment));
  } catch (error) {
    const { text, code } = explain(error);
    console.error(text);
    return code;
  }
}

function explain(error: unknown): { readonly text: string; readonly code: number } {
  if (error instanceof UsageProblem) return { text: error.message, code: exitCodes.usage };
  if (error instanceof ConfigError) return { text: error.message, code: exitCodes.configuration };
  if (
    error instanceof DataFolderLockedError ||
    error instanceof EmbeddedPostgresError ||
    error instanceof DatabaseProblem
  )
    return { text: error.message, code: exitCodes.unavailable };
  if (error instanceof AppError) return { text: describeFailure(error), code: exitCodes.failed };
  if (error instanceof TlsFault || error instanceof ReadOnlyServer)
    return { text: error.message, code: exitCodes.configuration };
  if (isOutage(error))
    return {
      text: 'The database does not answer. Run npm run vid -- doctor',
      code: exitCodes.unavailable,
    };
  return {
    text: maskLine(error instanceof Error ? error.message : String(error)),
    code: exitCodes.failed,
  };
}

function describeFailure(error: AppError): string {
  const fields = Object.entries(error.fields ?? {}).map(
    ([name, reason]) => `  ${name}: ${fieldTextsEn[reason]}`,
  );
  return [`${errorTextsEn[error.code]} (${error.code})`, ...fields].join('\n');
}
