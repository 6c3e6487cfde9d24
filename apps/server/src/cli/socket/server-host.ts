import { hash } from 'node:crypto';
import type { Logger } from 'pino';
import { commands } from '#cli/commands.ts';
import { runCommand } from '#cli/run.ts';
import type { Config } from '#config/config.ts';
import type { ConnectionTarget } from '#database/connection.ts';
import type { CommandDeps } from '#cli/services.ts';
import type { RunRequest } from './command-socket.ts';

/** The connections of commands, in addition to those of requests. */
const pool = 4;

/** Commands that need no server, and answer faster with one because their modules are loaded. */
const alwaysKnown: readonly (string | undefined)[] = [undefined, 'help', '--help', '-h'];

type Input = {
  readonly config: Config;
  readonly target: ConnectionTarget;
  readonly masterKey: Uint8Array;
  readonly log: Logger;
};

/** Runs commands in the server's process, with services of their own that are created for the first command. */
export function createCommandRunner({ config, target, masterKey, log }: Input): {
  readonly run: RunRequest;
  close(): Promise<void>;
} {
  let deps: Promise<CommandDeps> | undefined;
  const getDeps = (): Promise<CommandDeps> =>
    (deps ??= import('#cli/services.ts').then(({ createCommandServices }) =>
      createCommandServices({ config: { ...config, databasePool: pool }, target, masterKey, log }),
    ));
  const own = config.databaseUrl === undefined ? null : hash('sha256', config.databaseUrl);

  return {
    async run({ args, cwd, database }, output, { gone, stopping }) {
      const startedAt = performance.now();
      const [name, ...rest] = args.filter((arg) => arg !== '--json');
      const command = commands.find((candidate) => candidate.name === name);
      const { runsInServer = false } = command ?? {};
      const runsHere = typeof runsInServer === 'function' ? runsInServer(rest) : runsInServer;
      // An unknown command may belong to a newer release in the same folder.
      if (!runsHere && !alwaysKnown.includes(name)) return 'command';
      if (database !== null && database !== own) return 'database';
      const code = await runCommand(args, {
        environment: {},
        output,
        cwd,
        signal: AbortSignal.any([gone, stopping]),
        config: () => config,
        withDatabase: (work) => work(target),
        async withDeps(work) {
          const ready = await getDeps();
          // Nothing has changed yet, so a command whose client has left is not started.
          gone.throwIfAborted();
          return work(ready);
        },
      });
      // The arguments hold phone numbers, and the output may hold a secret.
      log.info({ command: name, code, ms: Math.round(performance.now() - startedAt) }, 'command finished');
      return code;
    },
    async close() {
      await (await deps)?.close();
    },
  };
}
