import { UsageProblem } from '#cli/command.ts';
import type { CommandDeps } from '#deps/commands.ts';
import { operator } from '#sso/applications/actor.ts';
import { noApplication } from '#sso/applications/application-problem.ts';
import type { ManagerCall } from '#sso/applications/permissions/permission-changes.service.ts';

/** Turns the parser's refusal into a usage error. */
export function orUsage<T>(parse: () => T, usage: string): T {
  try {
    return parse();
  } catch (error) {
    throw new UsageProblem(`${error instanceof Error ? error.message : ''}\n\n${usage}`);
  }
}

/** The application of a code, as the operator changes it. */
export async function callFor(deps: CommandDeps, code: string): Promise<ManagerCall> {
  const row = await deps.applicationRepo.findApplication(code);
  if (!row) throw noApplication(code);
  return { appId: row.id, actorId: operator.actorId, accountId: null, caller: operator.caller };
}
