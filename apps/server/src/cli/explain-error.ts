import { errorRegistry } from '@vid/contract/errors';
import { fieldReasons, type FieldReason } from '@vid/contract/field-reasons';
import { DataFolderLockedError } from '@vid/embedded-postgres/data-folder-lock';
import { EmbeddedPostgresError } from '@vid/embedded-postgres/embedded-postgres-error';
import { ConfigError } from '#config/config.ts';
import { toProblem } from '#database/availability/database-problem.ts';
import { DatabaseProblem, isOutage } from '#database/availability/outage.ts';
import { ReadOnlyServer } from '@vid/sql/errors';
import { TlsFault } from '@vid/sql/tls-fault';
import { AppError } from '#lib/app-error.ts';
import { maskLine } from '#lib/log/log-mask.ts';
import { exitCodes } from '#process/environment/environment.ts';
import { StartProblem } from '#process/start-problem.ts';
import { program } from '#lib/program.ts';
import { UsageProblem, type Output } from './command.ts';

type Failure = {
  readonly code: string;
  readonly text: string;
  readonly fields?: Readonly<Record<string, FieldReason>> | undefined;
  readonly exitCode: number;
};

const startProblemCodes: ReadonlyMap<number, string> = new Map([
  [exitCodes.configuration, 'CONFIGURATION'],
  [exitCodes.unavailable, 'UNAVAILABLE'],
]);

/**
 * Prints an error as one message without a stack, or with `--json` in the form of the API. Returns the exit
 * code.
 */
export function report(error: unknown, { output, isJson }: { output: Output; isJson: boolean }): number {
  const { code, text, fields, exitCode } = explain(error);
  if (isJson) output.err(JSON.stringify({ error: text, message: code, ...(fields && { fields }) }));
  else output.err(text + (error instanceof AppError ? suffixOf(error) : ''));
  return exitCode;
}

function explain(error: unknown): Failure {
  if (error instanceof UsageProblem) return { code: 'USAGE', text: error.message, exitCode: exitCodes.usage };
  if (error instanceof StartProblem) {
    const { message: text, exitCode } = error;
    return { code: startProblemCodes.get(exitCode) ?? 'FAILED', text, exitCode };
  }
  if (error instanceof ConfigError || error instanceof TlsFault || error instanceof ReadOnlyServer)
    return { code: 'CONFIGURATION', text: error.message, exitCode: exitCodes.configuration };
  const problem = toProblem(error);
  if (
    problem instanceof DataFolderLockedError ||
    problem instanceof EmbeddedPostgresError ||
    problem instanceof DatabaseProblem
  )
    return { code: 'UNAVAILABLE', text: problem.message, exitCode: exitCodes.unavailable };
  if (error instanceof AppError) {
    const { code, fields } = error;
    // Some errors have a message that tells an operator more than the standard text of their code.
    const text = error.message === code ? errorRegistry[code].en : error.message;
    const exitCode = code === 'UNAVAILABLE' ? exitCodes.unavailable : exitCodes.failed;
    return { code, text, fields, exitCode };
  }
  if (isOutage(error))
    return {
      code: 'UNAVAILABLE',
      text: `The database does not answer. Run ${program.command} doctor`,
      exitCode: exitCodes.unavailable,
    };
  if (error instanceof Error && 'code' in error && error.code === 'ENOSPC')
    return {
      code: 'FAILED',
      text: 'The disk is full. Free some space, and run the command again.',
      exitCode: exitCodes.failed,
    };
  return {
    code: 'FAILED',
    text: maskLine(error instanceof Error ? error.message : String(error)),
    exitCode: exitCodes.failed,
  };
}

function suffixOf(error: AppError): string {
  if (error.message !== error.code) return '';
  const fields = Object.entries(error.fields ?? {}).map(
    ([name, reason]) => `\n  ${name}: ${fieldReasons[reason].en}`,
  );
  return ` (${error.code})${fields.join('')}`;
}
