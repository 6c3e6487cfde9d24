import { takeEnvironment } from '#process/environment.ts';
import { runCommand } from './run.ts';

/** Entry point of `npm run vid -- <command>`. */
process.exitCode = await runCommand(process.argv.slice(2), takeEnvironment());
