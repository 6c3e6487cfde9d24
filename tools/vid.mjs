// npm run vid -- <command>: the operator's commands, in the running server if there is one.
import { runInServer } from './lib/command-socket.mjs';

const args = process.argv.slice(2);
const code = await runInServer(args);
if (code === undefined) await (await import('./lib/own-command.mjs')).runOwnCommand(args);
else process.exitCode = code;
