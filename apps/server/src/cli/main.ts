import { takeEnvironment, useOutgoingProxy } from '#process/environment.ts';
import { createHost } from './command.ts';
import { runCommand } from './run.ts';

useOutgoingProxy();
process.exitCode = await runCommand(process.argv.slice(2), createHost(takeEnvironment()));
