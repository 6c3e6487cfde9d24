import { parseArgs } from 'node:util';
import { noCreator, permissionOrders } from '@vid/contract/permission-filters';
import { requirePhone } from '#account/require-phone.ts';
import { CommandProblem, UsageProblem, type Context, type Run } from '#cli/command.ts';
import { sent } from '#cli/answer.ts';
import { readGivenFile } from '#cli/given-file.ts';
import { withApplications, type ApplicationDeps } from '#cli/applications/application-services.ts';
import { counted } from '#lib/telemetry/counted.ts';
import type { ManagerCall } from '#applications/permissions/permission-changes.service.ts';
import { describePermission, permissionLine } from './permission-output.ts';
import { callFor, oneOf, orUsage, readLimit } from './subcommand.ts';

const usage = `permission list <code> [FILTERS] [--limit N] [--after CURSOR]
permission show <code> PHONE                    with the history of its changes
permission creators <code>                      who added people, by ACCOUNT and name
permission add <code> <role> PHONE… [--file FILE]
permission set-role <code> <role> PHONE…
permission lock|unlock|remove <code> PHONE…
permission export <code> [FILTERS]

FILTERS: [--search TEXT] [--role ROLE] [--status active|locked] [--created-by ACCOUNT|none] [--from DAY] [--to DAY]
    [--sort ORDER]
ORDER: ${permissionOrders.join(', ')}

<code> is the application's, ACCOUNT the id of the account that added them (none: a machine client or a command did,
or the account was deleted), and DAY the first or last day on which they were added, such as 2026-03-31. FILE has one
phone number per line. export prints a CSV file.`;

const options = {
  search: { type: 'string' },
  role: { type: 'string' },
  status: { type: 'string' },
  'created-by': { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  sort: { type: 'string' },
  limit: { type: 'string' },
  after: { type: 'string' },
  file: { type: 'string' },
} as const;

type Values = { readonly [K in keyof typeof options]?: string | undefined };

const filters = ['search', 'role', 'status', 'created-by', 'from', 'to', 'sort'];
const optionsOf: Readonly<Record<string, readonly string[]>> = {
  list: [...filters, 'limit', 'after'],
  show: [],
  creators: [],
  add: ['file'],
  'set-role': [],
  lock: [],
  unlock: [],
  remove: [],
  export: filters,
};

type Given = {
  readonly call: ManagerCall;
  readonly code: string;
  readonly rest: readonly string[];
  readonly values: Values;
  readonly deps: ApplicationDeps;
  readonly context: Context;
};

export const permission: Run = async (args, context) => {
  const [action = 'help', ...others] = args;
  if (action === 'help') return context.show({ usage }, usage);
  const { values, positionals } = orUsage(
    () => parseArgs({ args: [...others], options, allowPositionals: true, allowNegative: true }),
    usage,
  );
  const [code, ...rest] = positionals;
  const known = optionsOf[action];
  if (!known || code === undefined || Object.keys(values).some((option) => !known.includes(option)))
    throw new UsageProblem(usage);
  return withApplications(context, async (deps) => {
    const call = await callFor(deps, code);
    const given = { call, code, rest, values, deps, context };
    if (action === 'list') await list(given);
    else if (action === 'show') await showByPhone(given);
    else if (action === 'creators') await listCreators(given);
    else if (action === 'export') await exportAll(given);
    else if (action === 'add') await add(given);
    else await change(action, given);
  });
};

/** Higher than the limit on a manager's page, because an operator can name a file. */
const maxAddedLines = 2_000;
const defaultLimit = 100;

async function list({ call, rest, values, deps, context }: Given): Promise<void> {
  if (rest.length > 0) throw new UsageProblem(usage);
  const found = await deps.permissionList.search(call.within, {
    limit: readLimit(values.limit ?? String(defaultLimit), usage),
    ...filtersOf(values),
    ...(values.after !== undefined && { after: values.after }),
  });
  const page = await sent('POST /vid/api/apps/:appId/permissions/search', found, context);
  const lines = page.items.map(permissionLine);
  const more = page.next === null ? [] : [`More: --after ${page.next}`];
  context.show(page, page.items.length === 0 ? 'No permissions.' : [...lines, ...more].join('\n'));
}

async function showByPhone(given: Given): Promise<void> {
  const { call, rest, deps, context } = given;
  if (rest.length !== 1) throw new UsageProblem(usage);
  const ids = await findIds(rest, given);
  const rows = await Promise.all(ids.map((id) => deps.permissionList.get(call.within, id)));
  const found = await Promise.all(
    rows.map((row) => sent('GET /vid/api/apps/:appId/permissions/:permissionId', row, context)),
  );
  context.show(found, found.map(describePermission).join('\n\n'));
}

async function listCreators({ call, rest, deps, context }: Given): Promise<void> {
  if (rest.length > 0) throw new UsageProblem(usage);
  const creators = await deps.permissionList.listCreators(call.within);
  const lines = creators.map(({ id, name }) =>
    `${id}  ${id === noCreator ? 'no account' : (name ?? '')}`.trimEnd(),
  );
  context.show(creators, lines.length === 0 ? 'No permissions.' : lines.join('\n'));
}

async function findIds(
  typed: readonly string[],
  { call, code, deps, context }: Given,
): Promise<readonly string[]> {
  const phones = typed.map((phone) => requirePhone(phone, context.config()));
  const found = await deps.permissionList.listByPhones(call.within, phones);
  const missing = phones.filter((phone) => !found.some((row) => row.phone === phone));
  if (missing.length > 0)
    throw new CommandProblem('NOT_FOUND', `No permission in ${code}: ${missing.join(', ')}.`);
  return found.map(({ id }) => id);
}

function filtersOf(values: Values) {
  const { search, role, status, from, to, sort } = values;
  const createdBy = values['created-by'];
  return {
    ...(search !== undefined && { search }),
    ...(role !== undefined && { role }),
    ...(status !== undefined && { status: oneOf(status, ['active', 'locked'], '--status') }),
    ...(createdBy !== undefined && { createdBy }),
    ...(from !== undefined && { from: dayOf(from) }),
    ...(to !== undefined && { to: dayOf(to) }),
    ...(sort !== undefined && { sort: oneOf(sort, permissionOrders, '--sort') }),
  };
}

type Filters = ReturnType<typeof filtersOf>;

async function exportAll({ call, rest, values, deps, context }: Given): Promise<void> {
  if (rest.length > 0) throw new UsageProblem(usage);
  let csv = '';
  let after: string | null = null;
  do {
    const query: Filters & { after?: string } = { ...filtersOf(values), ...(after !== null && { after }) };
    // oxlint-disable-next-line no-await-in-loop -- each part begins where the one before ends
    const part = await deps.permissionList.export(call, query, 'en');
    csv += part.csv;
    after = part.next;
  } while (after !== null);
  context.show({ csv }, csv.trimEnd());
}

async function add({ call, rest: [role, ...phones], values, deps, context }: Given): Promise<void> {
  const all = [...phones, ...(values.file === undefined ? [] : await readLines(values.file))];
  if (role === undefined || all.length === 0) throw new UsageProblem(usage);
  if (all.length > maxAddedLines)
    throw new UsageProblem(`At most ${maxAddedLines} numbers at a time, because all are added or none.`);
  const report = await deps.permissionChanges.add(call, role, all);
  const added = report.filter(({ outcome }) => outcome === 'added').length;
  context.show(
    { added, report },
    [...report.map(({ phone, outcome }) => `${outcome.padEnd(12)}${phone}`), `${added} added.`].join('\n'),
  );
}

const done = { 'set-role': 'changed', lock: 'locked', unlock: 'unlocked', remove: 'removed' } as const;

/** Changes permissions, or none of them if one of the phone numbers has no permission. */
async function change(action: string, given: Given): Promise<void> {
  const { call, rest, deps, context } = given;
  const [role = '', ...afterRole] = rest;
  const typed = action === 'set-role' ? afterRole : rest;
  if (typed.length === 0) throw new UsageProblem(usage);
  const ids = await findIds(typed, given);
  const { permissionChanges } = deps;
  const changed =
    action === 'set-role'
      ? await permissionChanges.setRole(call, ids, role)
      : await permissionChanges[action === 'lock' || action === 'unlock' ? action : 'remove'](call, ids);
  const word = Object.entries(done).find(([name]) => name === action)?.[1] ?? '';
  context.show({ changed }, `${counted(changed, 'permission')} ${word}.`);
}

async function readLines(file: string): Promise<readonly string[]> {
  const text = await readGivenFile(file, '--file expects a file with one phone number per line.');
  return text.split('\n').flatMap((line) => line.trim() || []);
}

function dayOf(value: string): string {
  const isDay = /^(19|20)\d\d-\d\d-\d\d$/u.test(value) && new Date(value).toJSON()?.startsWith(value);
  if (!isDay) throw new UsageProblem(usage);
  return value;
}
