import type { CommandDeps } from '../services.ts';
import { CommandProblem, printable, UsageProblem, type Run } from '../command.ts';

const usage = `sso doctor <address>                     what is wrong with an authorization URL
sso trace <reference>                    why a sign-in was rejected
sso attempts <client id> [--follow]      the last sign-ins of a client; with --follow, also new ones
sso check <client id>                    whether the settings of a client work`;

export const sso: Run = (args, context) => {
  const [action, value, ...rest] = args;
  const doesFollow = action === 'attempts' && rest.length === 1 && rest[0] === '--follow';
  if (value === undefined || (rest.length > 0 && !doesFollow)) throw new UsageProblem(usage);
  if (action === 'doctor')
    return context.withDeps(async (deps) => {
      const { diagnose } = await import('#diagnosis/doctor/diagnose.ts');
      const clients = (await deps.applications.describe()).flatMap(({ application, clients: own }) =>
        own.map((client) => ({
          id: client.id,
          appCode: application.code,
          kind: client.kind,
          isActive: client.status === 'active',
          isApplicationActive: application.status === 'active',
          redirectUris: client.redirectUris,
          postLogoutUris: client.postLogoutUris,
          mayOmitPkce: client.mayOmitPkce,
        })),
      );
      const findings = diagnose(value, clients, context.config().publicUrl.origin);
      const wrong = findings.filter(({ effect }) => effect !== 'note');
      const isAccepted = wrong.length > 0 && wrong.every(({ effect }) => effect === 'ignored');
      context.show(
        { isCorrect: wrong.length === 0, findings },
        [
          ...(wrong.length === 0 ? ['This address is correct.'] : []),
          ...findings.map(({ parameter, problem, mend }) => `${parameter}: ${problem}\n  → ${mend}`),
          ...(isAccepted ? ['VID accepts this address but ignores part of it.'] : []),
        ].join('\n'),
      );
      return wrong.length === 0 ? 0 : 1;
    });
  if (action === 'trace')
    return context.withDeps(async (deps) => {
      const trace = await deps.refusalLog.find(value);
      if (!trace)
        throw new CommandProblem('NOT_FOUND', 'Unknown reference. References are kept for 14 days.');
      const details = Object.entries(trace.details).flatMap(([name, detail]) =>
        detail === null ? [] : [`  ${name}: ${typeof detail === 'string' ? detail : JSON.stringify(detail)}`],
      );
      const head = `${trace.createdAt.toISOString()}  client ${trace.clientId ?? '(none)'}  ${trace.reason}`;
      context.show(trace, [head, ...details].map(printable).join('\n'));
    });
  if (action === 'attempts')
    return context.withDeps(async (deps) => {
      const { followAttempts, showAttempts } = await import('./attempts.ts');
      await (doesFollow ? followAttempts : showAttempts)(value, await createDoctor(deps), context);
    });
  if (action === 'check')
    return context.withDeps(async (deps) => {
      const { checkClient } = await import('./checks.ts');
      return checkClient(value, await createDoctor(deps), context);
    });
  throw new UsageProblem(`Unknown subcommand “sso ${String(action)}”.\n\n${usage}`);
};

const createDoctor = async (deps: CommandDeps) =>
  (await import('./client-doctor.ts')).createClientDoctor(deps);

export const signingKeys: Run = (args, context) => {
  if (args.length !== 1 || args[0] !== 'rotate') throw new UsageProblem('Use keys rotate.');
  return context.withDeps(async ({ sql, keys }) => {
    const { createSigningKeys, publishedBeforeUseSeconds } = await import('#oidc/keys/signing-keys.ts');
    await createSigningKeys(sql, keys).rotate();
    context.show(
      { signsInSeconds: publishedBeforeUseSeconds },
      'New keys are published and start signing in two minutes.',
    );
  });
};
