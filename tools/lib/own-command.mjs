import { ensureInstalled } from './install.mjs';
import { runCommand } from './run.mjs';
import { ensureRuntime, SERVER_ENVIRONMENT, SERVER_FLAGS } from './runtime.mjs';
import { runTool } from './say.mjs';

/**
 * Runs an operator's command in a process of its own.
 * @param {string[]} args
 */
export function runOwnCommand(args) {
  return runTool(async () => {
    await ensureInstalled();
    Object.assign(process.env, { ...SERVER_ENVIRONMENT, ...process.env });
    return runCommand(await ensureRuntime(), [...SERVER_FLAGS, 'apps/server/src/cli/main.ts', ...args]);
  });
}
