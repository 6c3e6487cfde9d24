import { parseArgs } from 'node:util';
import { requirePhone } from '#account/require-phone.ts';
import { CommandProblem, UsageProblem, type Context, type Run } from '#cli/command.ts';
import { withApplications, type ApplicationDeps } from '#cli/applications/application-services.ts';
import type { ManagerCall } from '#applications/permissions/permission-changes.service.ts';
import { callFor, orUsage } from './subcommand.ts';

const usage = `manager list <code>
manager add <code> PHONE
manager remove <code> PHONE|ACCOUNT

<code> is the application's. The owner is in the list, and is changed by handing over the application.`;

const actions = ['list', 'add', 'remove'] as const;
type Given = { readonly action: (typeof actions)[number]; readonly code: string; readonly phone: string };

export const manager: Run = async (args, context) => {
  const [first = 'help', ...others] = args;
  if (first === 'help') return context.show({ usage }, usage);
  const { positionals } = orUsage(() => parseArgs({ args: [...others], allowPositionals: true }), usage);
  const action = actions.find((known) => known === first);
  const [code, phone = '', ...more] = positionals;
  if (!action || code === undefined || more.length > 0 || (phone === '') !== (action === 'list'))
    throw new UsageProblem(usage);
  return withApplications(context, async (deps) =>
    act({ action, code, phone }, await callFor(deps, code), deps, context),
  );
};

async function act(
  { action, code, phone }: Given,
  call: ManagerCall,
  { managers }: ApplicationDeps,
  { show, config }: Context,
): Promise<void> {
  if (action === 'list') {
    const found = await managers.list(call.within);
    const lines = [
      ...(found.owner ? [line(found.owner, 'owner')] : []),
      ...found.managers.map((person) => line(person, 'manager')),
    ];
    show(found, lines.length === 0 ? 'No managers.' : lines.join('\n'));
  } else if (action === 'add') {
    const outcome = await managers.add({ ...call, ownerId: null }, phone);
    const already = `${phone} manages ${code} already.`;
    show({ outcome }, outcome === 'added' ? `${phone} manages ${code}.` : already);
  } else {
    const accountId = phone.startsWith('acc_')
      ? phone
      : await managers.findByPhone(call.within, requirePhone(phone, config()));
    if (accountId === undefined) throw new CommandProblem('NOT_FOUND', `${phone} does not manage ${code}.`);
    await managers.remove({ ...call, ownerId: null }, accountId);
    show({ accountId, removed: true }, `${phone} no longer manages ${code}, starting with the next request.`);
  }
}

type Person = { readonly accountId: string; readonly phone: string | null; readonly name: string | null };

/**
 * Describes a manager. If the manager's number was reassigned, the line has the account id, which also works
 * for removing the manager.
 */
function line({ accountId, phone, name }: Person, role: string): string {
  return `${phone ?? accountId}  ${role}  ${name ?? ''}`.trimEnd();
}
