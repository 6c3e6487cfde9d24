import type { Context } from '#cli/command.ts';
import type { ClientDoctor } from './client-doctor.ts';

export async function checkClient(
  clientId: string,
  doctor: ClientDoctor,
  { show }: Context,
): Promise<number> {
  const checks = await doctor.check(clientId);
  const lines = checks.map(({ check, state, reason, subject, value }) =>
    [state.padEnd(8), check.padEnd(12), reason, subject, value].filter((part) => part !== null).join(' '),
  );
  show(checks, lines.join('\n'));
  return checks.some(({ state }) => state === 'bad') ? 1 : 0;
}
