import type { DataOf } from '@vid/contract/endpoint';
import type { Endpoints } from '@vid/contract/endpoints/index';
import { needClient } from '#cli/access/subcommand.ts';
import { CommandProblem, type Context } from '#cli/command.ts';
import { printable } from '#cli/printable.ts';
import type { CommandDeps } from '#cli/services.ts';

type Attempt = DataOf<Endpoints['GET /vid/api/apps/:appId/clients/:clientId/attempts']>[number];

/** Prints the last sign-ons of a client, the oldest first. */
export async function showAttempts(clientId: string, deps: CommandDeps, { show }: Context): Promise<void> {
  const { application } = await needClient(deps, clientId);
  const attempts = (await deps.clientDoctor.listAttempts(application.id, clientId)).toReversed();
  show(
    attempts,
    attempts.length === 0 ? 'No sign-ons in the last three days.' : attempts.map(textOf).join('\n'),
  );
}

/**
 * Prints the last sign-ons, then each one that starts or continues, until the client disconnects. With `--json`, each is
 * one line.
 * @throws CommandProblem UNAVAILABLE when the server stops
 */
export async function followAttempts(
  clientId: string,
  deps: CommandDeps,
  { output, isJson, signal }: Context,
): Promise<never> {
  const { application } = await needClient(deps, clientId);
  const follow = await deps.clientDoctor.follow(application.id, clientId);
  let news = Promise.withResolvers<void>();
  const wake = (): void => news.resolve();
  signal.addEventListener('abort', wake, { once: true });
  const unsubscribe = follow({ send: wake, end: wake });
  const shown = new Map<string, string>();
  try {
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- each change is printed before the next one is awaited
      await news.promise;
      if (signal.aborted) throw new CommandProblem('UNAVAILABLE', 'The server stops.');
      news = Promise.withResolvers();
      // oxlint-disable-next-line no-await-in-loop -- the list is read again after each change
      const attempts = await deps.clientDoctor.listAttempts(application.id, clientId);
      for (const attempt of attempts.toReversed()) {
        const json = JSON.stringify(attempt);
        if (shown.get(attempt.id) === json) continue;
        shown.set(attempt.id, json);
        output.out(isJson ? json : textOf(attempt));
      }
      for (const id of shown.keys()) if (!attempts.some((attempt) => attempt.id === id)) shown.delete(id);
    }
  } finally {
    unsubscribe();
  }
}

function textOf({ id, protocol, startedAt, steps }: Attempt): string {
  return [`${startedAt}  ${protocol}  #${id}`, ...steps.flatMap(linesOf).map(printable)].join('\n');
}

function linesOf({ step, state, problem }: Attempt['steps'][number]): string[] {
  const line = `  ${step.padEnd(10)}${state}`;
  if (!problem) return [line];
  const { code, error, detail, sent, expected, difference } = problem;
  return [
    `${line}  ${code} (${error})`,
    ...(detail === null ? [] : [`    ${detail}`]),
    ...(sent === null ? [] : [`    sent        ${sent}`]),
    ...expected.map((value) => `    expected    ${value}`),
    ...(difference === null ? [] : [`    difference  ${difference}`]),
  ];
}
