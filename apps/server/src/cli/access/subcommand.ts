import { CommandProblem, UsageProblem } from '#cli/command.ts';
import type { CommandDeps } from '#cli/services.ts';
import { operator } from '#account/actor.ts';
import { noApplication } from '#applications/application/application-problem.ts';
import type { ManagerCall } from '#applications/permissions/permission-changes.service.ts';

export function orUsage<T>(parse: () => T, usage: string): T {
  try {
    return parse();
  } catch (error) {
    throw new UsageProblem(`${error instanceof Error ? error.message : ''}\n\n${usage}`);
  }
}

export async function callFor(deps: CommandDeps, code: string): Promise<ManagerCall> {
  const row = await deps.applicationRepo.findApplication(code);
  if (!row) throw noApplication(code);
  return { ...operator, within: row.id };
}

export async function needClient(deps: CommandDeps, clientId: string) {
  const found = await deps.applicationRepo.findClient(clientId);
  if (!found) throw new CommandProblem('NOT_FOUND', `There is no client ${clientId}.`);
  return found;
}

export function oneOf<const T extends string>(
  value: string | undefined,
  known: readonly T[],
  name: string,
): T {
  const found = known.find((candidate) => candidate === value);
  if (found === undefined) throw new UsageProblem(`${name} must be one of ${known.join(', ')}.`);
  return found;
}

const maxLimit = 100;

export function readLimit(value: string, usage: string): number {
  const count = Number(value);
  if (!Number.isInteger(count) || count < 1 || count > maxLimit)
    throw new UsageProblem(`--limit is a number from 1 to ${maxLimit}.\n\n${usage}`);
  return count;
}
