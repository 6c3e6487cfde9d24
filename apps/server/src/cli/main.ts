import { program } from '#lib/program.ts';
import { takeEnvironment, useOutgoingProxy } from '#process/environment/environment.ts';
import { completeEnvironment } from '#process/environment/settings-folder.ts';
import { createHost } from './command.ts';
import { runCommand } from './run.ts';

completeEnvironment(program.settingsFolder);
useOutgoingProxy();
process.exitCode = await runCommand(process.argv.slice(2), createHost(takeEnvironment()));
