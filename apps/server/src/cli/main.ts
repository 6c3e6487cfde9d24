import { takeEnvironment } from '#process/environment.ts';
import { createOwnHost } from './command.ts';
import { runCommand } from './run.ts';

/**
 * Runs a command in a process of its own. `tools/vid.mjs` (`npm run vid -- <command>`) starts it unless the running
 * server can run the command.
 */
process.exitCode = await runCommand(process.argv.slice(2), createOwnHost(takeEnvironment()));
