import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { startCommand } from './child.ts';

const main = fileURLToPath(new URL('../../../apps/server/src/cli/main.ts', import.meta.url));

export type VidCommand = {
  readonly environment: Readonly<Record<string, string>>;
  /** File for the output, deleted once the command has ended. */
  readonly logFile: string;
};

/**
 * Runs an operator command with `--json`, and returns its output.
 * @throws Error with the output if the exit code is not 0
 */
export async function runVid(
  line: readonly string[],
  { environment, logFile }: VidCommand,
): Promise<Readonly<Record<string, unknown>>> {
  const child = startCommand(process.execPath, [main, ...line, '--json'], { environment, logFile });
  const [code] = await once(child, 'exit');
  const output = await readFile(logFile, 'utf8');
  await rm(logFile);
  if (code !== 0) throw new Error(`vid ${line.join(' ')} ended with ${String(code)}: ${output}`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every command prints an object or a list
  return JSON.parse(output) as Readonly<Record<string, unknown>>;
}
