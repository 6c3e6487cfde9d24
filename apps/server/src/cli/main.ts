import { keepCompiledCode } from '#process/compile-cache.ts';
import { takeEnvironment } from '#process/environment.ts';
import { runCommand } from './run.ts';

/** `npm run vid -- <command>`: the operator's commands. */
keepCompiledCode();
process.exitCode = await runCommand(process.argv.slice(2), takeEnvironment());
