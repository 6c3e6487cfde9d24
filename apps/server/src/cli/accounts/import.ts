import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import {
  hashFormats,
  importFields,
  importLimits,
  type HashFormat,
  type ImportField,
} from '@vid/contract/endpoints/admin/transfers/import-shapes';
import { readFirebaseParameters, type FirebaseParameters } from '@vid/contract/firebase-parameters';
import { columnName } from '#admin/import/map/columns.policy.ts';
import { createImportServices } from '#admin/import/services.ts';
import { repeatOnOutage } from '#database/availability/repeat-on-outage.ts';
import { counted } from '#lib/telemetry/counted.ts';
import { join } from '#lib/join.ts';
import { byOperator } from '#platform/audit/audit.ts';
import { orUsage } from '../access/subcommand.ts';
import { UsageProblem, type Context, type Run } from '../command.ts';
import { openGivenFile, readGivenFile } from '../given-file.ts';
import { withProgress } from '../progress.ts';

const usage = `import <file.csv|file.xlsx> [--map FIELD=TITLE …] [--title-row N] [--hash-format FORMAT]
       [--firebase PARAMETERS] [--dry-run]
import list
import status <id>
import report <id>                 prints the report of every row as CSV
import resume <id>                 continues an import that was stopped or killed, or adds a checked one
import undo <id>                   removes the added accounts that have not been used since

Columns are recognised by their titles. --map names one: --map phone='Số máy' --map name=Member
In a file without titles (--title-row 0), columns have letters: --map phone=B
Several columns of a name are joined in the order given: --map name=Họ --map name=Tên
Of several columns of a phone or another value, the first usable value is read.
--firebase names a file with the password hash parameters of the project, as its console shows them.
Fields: ${importFields.join(', ')}
Formats of password hashes: ${hashFormats.join(', ')}`;

const options = {
  map: { type: 'string', multiple: true },
  'hash-format': { type: 'string' },
  'title-row': { type: 'string' },
  firebase: { type: 'string' },
  'dry-run': { type: 'boolean' },
} as const;

const pauseMs = 300;

type ImportServices = ReturnType<typeof createImportServices>;
type Import = Awaited<ReturnType<ImportServices['imports']['get']>>;

const withImports = <T>({ withDeps }: Context, work: (services: ImportServices) => Promise<T>): Promise<T> =>
  withDeps((deps) => {
    // Load the module on demand: it is slow to load, and only the row check needs the province names.
    const nameProvinces = async () =>
      (await import('#operations/services.ts')).createOperationsServices(deps).nameProvinces();
    return work(createImportServices(join(deps, { nameProvinces })));
  });

/**
 * Imports members as the administration pages do. If the command is killed, `resume` continues its import.
 */
export const importMembers: Run = async (args, context) => {
  const { values, positionals } = read(args);
  const [first, second, ...rest] = positionals;
  if (first === undefined || rest.length > 0) throw new UsageProblem(usage);
  const print = (shown: Import): number => {
    context.show(shown, describe(shown));
    return shown.status === 'failed' ? 1 : 0;
  };
  const one = (work: (deps: ImportServices, id: string) => Promise<Import>): Promise<number> => {
    if (second === undefined) throw new UsageProblem(usage);
    return withImports(context, async (deps) => print(await work(deps, second)));
  };
  switch (first) {
    case 'list':
      return list(context);
    case 'status':
      return one((deps, id) => deps.imports.get(id));
    case 'report':
      if (second === undefined) throw new UsageProblem(usage);
      return withImports(context, (deps) => showReport(deps, second, context));
    case 'resume':
      return one(async (deps, id) => {
        const { status } = await deps.imports.get(id);
        if (status === 'checked' || status === 'cancelled') await deps.imports.start(id, byOperator);
        return finish(deps, id, context);
      });
    case 'undo':
      return one(async (deps, id) => {
        await deps.imports.undo(id, byOperator);
        return finish(deps, id, context);
      });
    default:
      if (second !== undefined) throw new UsageProblem(usage);
      return withImports(context, async (deps) => print(await importFile(deps, first, values, context)));
  }
};

const read = (args: readonly string[]) =>
  orUsage(() => parseArgs({ args: [...args], options, allowPositionals: true }), usage);

type Values = ReturnType<typeof read>['values'];

async function importFile(
  deps: ImportServices,
  path: string,
  values: Values,
  context: Context,
): Promise<Import> {
  const hashFormat = formatOf(values['hash-format']);
  const firebase = await readFirebase(values.firebase);
  if (values['title-row'] !== undefined && !/^(?:0|[1-9]\d{0,6})$/u.test(values['title-row']))
    throw new UsageProblem(`--title-row expects the number of a row.\n\n${usage}`);
  const id = await store(deps, path);
  const titleRow = values['title-row'];
  const { columns, ...guessed } = await deps.imports.columns(
    id,
    titleRow === undefined ? {} : { titleRow },
    byOperator,
  );
  const named = new Map<ImportField, number[]>();
  for (const [field, title] of readMap(values.map ?? [])) {
    const titled = columns.findIndex((column) => column.title === title);
    const index =
      titled < 0 && guessed.titleRow === 0 ? columns.findIndex((_, at) => columnName(at) === title) : titled;
    if (index < 0)
      throw new UsageProblem(
        `The file has no column “${title}”. Its columns: ${columns.map((column) => column.title).join(', ')}`,
      );
    named.set(field, [...(named.get(field) ?? []), index]);
  }
  const check = {
    mapping: { ...guessed.mapping, ...Object.fromEntries(named) },
    hashFormat: hashFormat ?? (firebase ? 'firebase-scrypt' : guessed.hashFormat),
    titleRow: guessed.titleRow,
    ...(firebase && { firebase }),
  };
  await deps.imports.check(id, check, byOperator);
  const checked = await finish(deps, id, context);
  if (checked.status !== 'checked' || values['dry-run'] === true) return checked;
  // Print the id first, so that the operator can resume the import if this process is killed.
  if (!context.isJson) context.output.err(`Import ${id}: adding ${counted(checked.counts.new, 'account')}`);
  await deps.imports.start(id, byOperator);
  return finish(deps, id, context);
}

/** Stores the file in parts, as the administration pages do. Returns the id of the import. */
async function store(deps: ImportServices, path: string): Promise<string> {
  const file = await openGivenFile(path);
  try {
    const { size } = await file.stat();
    if (size === 0) throw new UsageProblem('The file is empty.');
    if (size > importLimits.fileBytes) throw new UsageProblem('The file is larger than 32 MB. Split it.');
    const type = /\.xls[mx]$/iu.test(path) ? 'xlsx' : 'csv';
    const { id } = await deps.imports.begin({ fileName: basename(path), type, bytes: size }, byOperator);
    for (let part = 0; part * importLimits.partBytes < size; part += 1) {
      const piece = Buffer.alloc(Math.min(importLimits.partBytes, size - part * importLimits.partBytes));
      await file.read(piece, 0, piece.length, part * importLimits.partBytes);
      await deps.imports.putPart(id, { part: String(part), content: piece, by: byOperator.actorId });
    }
    return id;
  } finally {
    await file.close();
  }
}

/** Works on an import until its current step ends. A running server may work on the same import. */
async function finish(deps: ImportServices, id: string, context: Context): Promise<Import> {
  const progress = async () => progressOf(await deps.imports.get(id));
  return withProgress(context, progress, async () => {
    for (;;) {
      await repeatOnOutage(() => deps.importWorker.run(id));
      const found = await deps.imports.get(id);
      if (!['checking', 'running', 'undoing'].includes(found.status)) return found;
      await delay(pauseMs);
    }
  });
}

/** Describes the progress of an import. The total is unknown while rows are checked. */
function progressOf({ status, counts }: Import): string {
  const { rows, new: waiting, added, removed, kept } = counts;
  switch (status) {
    case 'running':
    case 'done':
    case 'cancelled':
      return `Adding: ${added} of ${counted(waiting + added, 'account')}`;
    case 'undoing':
    case 'undone':
      return `Removing: ${removed + kept} of ${counted(added + removed + kept, 'account')}`;
    default:
      return `Checking: ${counted(rows, 'row')}`;
  }
}

async function list(context: Context): Promise<void> {
  return withImports(context, async (deps) => {
    const { items } = await deps.imports.list({ limit: 100 });
    context.show(items, items.map(describe).join('\n\n'));
  });
}

async function showReport(deps: ImportServices, id: string, { show }: Context): Promise<void> {
  let csv = '';
  let after: string | undefined;
  do {
    // oxlint-disable-next-line no-await-in-loop -- each part begins where the one before ends
    const part = await deps.importReport.csv(id, { ...(after !== undefined && { after }) }, 'en', byOperator);
    csv += part.csv;
    after = part.next ?? undefined;
  } while (after !== undefined);
  show({ csv }, csv.replace(/\r\n$/u, ''));
}

function readMap(pairs: readonly string[]): readonly (readonly [ImportField, string])[] {
  return pairs.map((pair) => {
    const [name, ...title] = pair.split('=');
    const field = importFields.find((known) => known === name);
    if (!field || title.length === 0) throw new UsageProblem(`Unknown mapping “${pair}”.\n\n${usage}`);
    return [field, title.join('=')] as const;
  });
}

async function readFirebase(path: string | undefined): Promise<FirebaseParameters | undefined> {
  if (path === undefined) return undefined;
  const text = await readGivenFile(path, '--firebase expects the password hash parameters of a project.');
  const parameters = readFirebaseParameters(text);
  if (!parameters) throw new UsageProblem(`${path} must have base64_signer_key, rounds and mem_cost.`);
  return parameters;
}

function formatOf(name: string | undefined): HashFormat | undefined {
  const format = hashFormats.find((known) => known === name);
  if (name !== undefined && !format) throw new UsageProblem(`Unknown format “${name}”.\n\n${usage}`);
  return format;
}

function describe({ id, fileName, status, problem, counts, leftOut }: Import): string {
  const numbers = Object.entries(counts)
    .filter(([name, count]) => count > 0 || name === 'rows')
    .map(([name, count]) => `  ${name.padEnd(10)}${count}`);
  const columns = leftOut.length === 0 ? [] : [`  not imported: ${leftOut.join(', ')}`];
  return [
    `${id}  ${status}${problem === null ? '' : ` (${problem})`}  ${fileName}`,
    ...numbers,
    ...columns,
  ].join('\n');
}
