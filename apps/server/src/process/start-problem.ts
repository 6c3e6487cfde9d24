import { program } from '#lib/program.ts';
import { exitCodes } from './environment/environment.ts';

/** A failed start that the operator can fix. VID prints the message without a stack. */
export class StartProblem extends Error {
  override readonly name = 'StartProblem';
  readonly exitCode: number;
  constructor(message: string, exitCode: number = exitCodes.failed, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.exitCode = exitCode;
  }
}

function codeOf(error: unknown): string | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('code' in current && typeof current.code === 'string') return current.code;
  }
  return undefined;
}

export function listenProblem(error: unknown, host: string, port: number): StartProblem | undefined {
  const place = `${host}:${port}`;
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return new StartProblem(
        `${place} is in use by another program. Stop it or choose another port: VID_PORT=8081 ${program.start}`,
        exitCodes.unavailable,
        error,
      );
    case 'EACCES':
      return new StartProblem(
        `This user may not listen on ${place}. Set VID_PORT to 1024 or higher.`,
        exitCodes.configuration,
        error,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartProblem(
        `This machine has no address ${host}. Correct VID_HOST.`,
        exitCodes.configuration,
        error,
      );
    default:
      return undefined;
  }
}
