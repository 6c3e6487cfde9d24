import { UsageProblem, type Run } from './command.ts';

export const sso: Run = (args, context) => {
  const [action, value, ...rest] = args;
  if (value === undefined || rest.length > 0)
    throw new UsageProblem('Use sso doctor <address> or sso trace <reference>.');
  if (action === 'doctor')
    return context.withDeps(async (deps) => {
      const { diagnose } = await import('#sso/doctor/diagnose.ts');
      const clients = (await deps.applications.describe()).flatMap(({ application, clients: own }) =>
        own.map((client) => ({
          id: client.id,
          appCode: application.code,
          kind: client.kind,
          isActive: client.status === 'active',
          isApplicationActive: application.status === 'active',
          redirectUris: client.redirectUris,
          postLogoutUris: client.postLogoutUris,
        })),
      );
      const findings = diagnose(value, clients, context.config().publicUrl.origin);
      const wrong = findings.filter(({ effect }) => effect !== 'note');
      if (wrong.length === 0) console.log('This address is correct.');
      for (const { parameter, problem, mend } of findings)
        console.log(`${parameter}: ${problem}\n  → ${mend}`);
      if (wrong.length > 0 && wrong.every(({ effect }) => effect === 'ignored'))
        console.log('VID accepts this address but ignores part of it.');
      return wrong.length === 0 ? 0 : 1;
    });
  if (action === 'trace')
    return context.withDeps(async (deps) => {
      const trace = await deps.refusalLog.find(value);
      if (!trace) {
        console.log('Unknown reference. References are kept for 14 days.');
        return 1;
      }
      console.log(`${trace.createdAt.toISOString()}  client ${trace.clientId ?? '(none)'}  ${trace.reason}`);
      for (const [name, detail] of Object.entries(trace.details))
        if (detail !== null)
          console.log(`  ${name}: ${typeof detail === 'string' ? detail : JSON.stringify(detail)}`);
      return 0;
    });
  throw new UsageProblem(`Unknown subcommand “sso ${String(action)}”. Use doctor or trace.`);
};

export const signingKeys: Run = (args, context) => {
  if (args.length !== 1 || args[0] !== 'rotate') throw new UsageProblem('Use keys rotate.');
  return context.withDeps(async (deps) => {
    await deps.signingKeys.rotate();
    console.log('New keys are published and start signing in two minutes.');
    return 0;
  });
};
