import type { Data } from '@vid/contract/endpoints/index';
import { printable, type Context } from '#cli/command.ts';
import type { ClientDoctor } from './client-doctor.ts';

type Attempt = Data<'GET /vid/api/apps/:appId/clients/:clientId/attempts'>[number];

export async function showAttempts(clientId: string, doctor: ClientDoctor, { show }: Context): Promise<void> {
  const attempts = (await doctor.listAttempts(clientId)).toReversed();
  show(
    attempts,
    attempts.length === 0 ? 'No sign-ins in the last three days.' : attempts.map(textOf).join('\n'),
  );
}

/**
 * Prints the last sign-ons, then each sign-on that starts or continues, until the process ends. With
 * `--json`, each sign-on is one line.
 */
export async function followAttempts(
  clientId: string,
  doctor: ClientDoctor,
  { output, isJson }: Context,
): Promise<never> {
  const follow = await doctor.follow(clientId);
  let news = Promise.withResolvers<void>();
  const wake = (): void => news.resolve();
  const unsubscribe = follow({ send: wake, end: wake });
  const shown = new Map<string, string>();
  try {
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- each change is printed before the next one is awaited
      await news.promise;
      news = Promise.withResolvers();
      // oxlint-disable-next-line no-await-in-loop -- the list is read again after each change
      const attempts = await doctor.listAttempts(clientId);
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
