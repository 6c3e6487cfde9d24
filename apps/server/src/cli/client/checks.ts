import { needClient } from '#cli/access/subcommand.ts';
import type { Context } from '#cli/command.ts';
import type { CommandDeps } from '#cli/services.ts';

/** Checks the settings of a client. Resolves to 1 if something is wrong. */
export async function checkClient(clientId: string, deps: CommandDeps, { show }: Context): Promise<number> {
  const { application } = await needClient(deps, clientId);
  const checks = await deps.clientDoctor.check(application.id, clientId);
  const lines = checks.map(({ check, state, reason, subject, value }) =>
    [state.padEnd(8), check.padEnd(12), reason, subject, value].filter((part) => part !== null).join(' '),
  );
  show(checks, lines.join('\n'));
  return checks.some(({ state }) => state === 'bad') ? 1 : 0;
}
