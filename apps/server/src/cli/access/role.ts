import { parseArgs } from 'node:util';
import { CommandProblem, UsageProblem, type Context, type Run } from '#cli/command.ts';
import { withApplications, type ApplicationDeps } from '#cli/applications/application-services.ts';
import { counted, upTo } from '#lib/telemetry/counted.ts';
import { callFor, orUsage } from './subcommand.ts';

const usage = `role list <code>
role add <code> <role> --name NAME [--description TEXT] [--default]
role set <code> <role> [--name NAME] [--description TEXT] [--[no-]default]
role remove <code> <role> [--move-to ROLE]

<code> is the application's. A role that is in use needs --move-to.`;

const options = {
  name: { type: 'string' },
  description: { type: 'string' },
  default: { type: 'boolean' },
  'move-to': { type: 'string' },
} as const;

type Values = {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly default?: boolean | undefined;
  readonly 'move-to'?: string | undefined;
};

const optionsOf: Readonly<Record<string, readonly (keyof Values)[]>> = {
  list: [],
  add: ['name', 'description', 'default'],
  set: ['name', 'description', 'default'],
  remove: ['move-to'],
};

export const role: Run = async (args, context) => {
  const [action = 'help', ...rest] = args;
  if (action === 'help') return context.show({ usage }, usage);
  const { values, positionals } = orUsage(
    () => parseArgs({ args: [...rest], options, allowPositionals: true, allowNegative: true }),
    usage,
  );
  const [code, name, ...more] = positionals;
  const known: readonly string[] | undefined = optionsOf[action];
  const isWrong =
    known === undefined ||
    code === undefined ||
    more.length > 0 ||
    (name === undefined) !== (action === 'list') ||
    Object.keys(values).some((option) => !known.includes(option));
  if (isWrong) throw new UsageProblem(usage);
  return withApplications(context, (deps) => act(action, { code, name: name ?? '', values }, deps, context));
};

async function act(
  action: string,
  { code, name, values }: { code: string; name: string; values: Values },
  deps: ApplicationDeps,
  { show }: Context,
): Promise<void> {
  const call = await callFor(deps, code);
  const { roles } = deps;
  if (action === 'list') {
    const list = await roles.list(call.within);
    const lines = list.map(
      (row) =>
        `${row.code}  ${row.name}${row.isDefault ? '  default' : ''}  ${upTo(row.people)} ${row.people === 1 ? 'account' : 'accounts'}`,
    );
    show(list, lines.length === 0 ? 'No roles.' : lines.join('\n'));
  } else if (action === 'add') {
    const texts = {
      name: values.name ?? name,
      description: values.description ?? '',
      isDefault: values.default === true,
    };
    await roles.add(call, { code: name, ...texts });
    show({ code: name, ...texts }, `Added ${name}.`);
  } else if (action === 'set') {
    const before = (await roles.list(call.within)).find((row) => row.code === name);
    if (!before) throw new CommandProblem('NOT_FOUND', `${code} has no role ${name}.`);
    const texts = {
      name: values.name ?? before.name,
      description: values.description ?? before.description,
      isDefault: values.default ?? before.isDefault,
    };
    await roles.change(call, name, texts);
    show({ code: name, ...texts }, `Changed ${name}.`);
  } else {
    const moved = await roles.remove(call, name, values['move-to']);
    show({ code: name, removed: true, moved }, `Removed ${name}. ${counted(moved, 'account')} moved.`);
  }
}
