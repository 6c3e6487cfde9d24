import { takeEnvironment } from '#process/environment.ts';
import { createHost } from './command.ts';
import { runCommand } from './run.ts';

process.exitCode = await runCommand(process.argv.slice(2), createHost(takeEnvironment()));
