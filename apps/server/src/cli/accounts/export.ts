import { extname } from 'node:path';
import { parseArgs } from 'node:util';
import {
  exportColumns,
  exportFormats,
  type ExportColumn,
  type MemberExportFormat,
} from '@vid/contract/endpoints/admin/transfers/export-shapes';
import { chosenColumns, exportMembers } from '#admin/export/export-members.ts';
import { createMemberExportServices } from '#admin/export/services.ts';
import { DatabaseProblem, isOutage } from '#database/availability/outage.ts';
import { AppError } from '#lib/app-error.ts';
import { counted } from '#lib/telemetry/counted.ts';
import { maskLine } from '#lib/log/log-mask.ts';
import { byOperator } from '#platform/audit/audit.ts';
import { orUsage } from '../access/subcommand.ts';
import { CommandProblem, UsageProblem, type Context, type Run } from '../command.ts';
import { createNewFile } from '../new-file.ts';
import { withProgress } from '../progress.ts';

const usage = `export <file> [--format csv|xlsx|jsonl] [--columns COLUMN,…] [--with-hashes --approval <id>]
export secret <export id>          prints the argon2 secret of the hashes in a file made at /admin/export

Writes every member to a new file that only its owner may read. Until it is complete, its name ends in .partial. Without
--format, a name that ends in .xlsx or .jsonl gives the format. --with-hashes adds the password hashes, for an association
that moves to another system, and prints the argon2 secret of the hashes that VID made.
Columns, all by default: ${exportColumns.join(', ')}`;

const needsApproval = `Password hashes need the approval of two administrators. One asks for it at /admin/export, another confirms it on the
start page of the administration. Then run the command with --approval and the id shown at /admin/export. An approval
is for one export, within 24 hours.`;

const options = {
  format: { type: 'string' },
  columns: { type: 'string' },
  'with-hashes': { type: 'boolean' },
  approval: { type: 'string' },
} as const;

export const exportCommand: Run = (args, context) => {
  const { values, positionals } = read(args);
  const [path, second, ...rest] = positionals;
  if (path === undefined || rest.length > 0) throw new UsageProblem(usage);
  if (path === 'secret' && second !== undefined) return showSecret(second, context);
  if (second !== undefined) throw new UsageProblem(usage);
  const format = formatOf(values.format ?? impliedFormat(path));
  const columns = values.columns === undefined ? undefined : columnsOf(values.columns);
  const withHashes = values['with-hashes'] === true;
  const approvalId = values.approval ?? null;
  if (withHashes && approvalId === null) throw new UsageProblem(needsApproval);
  if (!withHashes && approvalId !== null) throw new UsageProblem(usage);
  return context.withDeps(async (deps) => {
    // Fail if the file exists, because an export must not overwrite an earlier one.
    const file = await createNewFile(path);
    // Use up the approval before the first hash is read, so that a killed export cannot leave a file and be
    // repeated.
    let isRecorded = false;
    try {
      await createMemberExportServices(deps).memberExports.recordOperatorExport(
        { format, columns, withHashes, approvalId },
        byOperator,
      );
      isRecorded = true;
      let written = 0;
      const selection = { format, withHashes, columns: chosenColumns(columns) };
      const progress = () => Promise.resolve(`Exporting: ${counted(written, 'member')}`);
      await withProgress(context, progress, async () => {
        for await (const { content, rows } of exportMembers(deps, selection)) {
          await file.append(content);
          written = rows;
        }
      });
      await file.complete();
    } catch (error) {
      await file.discard();
      throw toProblem(error, { needsNewApproval: withHashes && isRecorded });
    }
    const secret = withHashes ? deps.keys.derive('password').toString('hex') : null;
    const text = secret === null ? '' : `\n${secretText(secret)}`;
    context.show({ file: path, format, argon2Secret: secret }, `Written: ${path}${text}`);
  });
};

function toProblem(error: unknown, { needsNewApproval }: { readonly needsNewApproval: boolean }): Error {
  if (error instanceof AppError && error.code === 'APPROVAL_CLOSED')
    return new CommandProblem('APPROVAL_CLOSED', `This approval cannot be used.\n\n${needsApproval}`);
  const reason = maskLine(error instanceof Error ? error.message : String(error));
  const approval = needsNewApproval ? ' The approval is used up: ask for a new one at /admin/export.' : '';
  const text = `The export failed and its file was removed: ${reason}.${approval}`;
  return isOutage(error) ? new DatabaseProblem(text) : new CommandProblem('INTERNAL', text);
}

/**
 * Prints the secret of the argon2 hashes. The administration pages never show it, so hashes downloaded there
 * are useless without access to the server.
 */
function showSecret(exportId: string, context: Context): Promise<void> {
  return context.withDeps(async (deps) => {
    await createMemberExportServices(deps).memberExports.recordSecretShown(exportId, byOperator);
    const secret = deps.keys.derive('password').toString('hex');
    context.show({ argon2Secret: secret }, secretText(secret));
  });
}

function secretText(secret: string): string {
  return `The argon2 hashes have this secret (RFC 9106, hexadecimal): ${secret}`;
}

const read = (args: readonly string[]) =>
  orUsage(() => parseArgs({ args: [...args], options, allowPositionals: true }), usage);

function impliedFormat(path: string): string {
  const ending = extname(path).slice(1).toLowerCase();
  return exportFormats.find((known) => known === ending) ?? 'csv';
}

function columnsOf(list: string): ExportColumn[] {
  const names = list.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !exportColumns.some((column) => column === name));
  if (unknown !== undefined) throw new UsageProblem(`Unknown column “${unknown}”.\n\n${usage}`);
  return chosenColumns(names);
}

function formatOf(name: string): MemberExportFormat {
  const format = exportFormats.find((known) => known === name);
  if (!format) throw new UsageProblem(`Unknown format “${name}”.\n\n${usage}`);
  return format;
}
