import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { exportMembers, type ExportFormat } from '#admin/import/export/export-members.ts';
import { UsageProblem, type Run } from './command.ts';

const usage = `export <file> [--format csv|jsonl] [--with-hashes]

Writes every member to a new file that only its owner may read. --with-hashes adds the password hashes for an
association that leaves, and prints the argon2 secret that verifies ours.`;

const options = { format: { type: 'string' }, 'with-hashes': { type: 'boolean' } } as const;

/** Exports the members, with an audit row. */
export const exportCommand: Run = (args, context) => {
  const { values, positionals } = read(args);
  const [path, ...rest] = positionals;
  if (path === undefined || rest.length > 0) throw new UsageProblem(usage);
  const format = formatOf(values.format);
  const withHashes = values['with-hashes'] === true;
  return context.withDeps(async (deps) => {
    // Fails if the file exists: an export must not replace another one.
    const file = await open(resolve(context.cwd, path), 'wx', 0o600);
    try {
      await deps.audit.write(deps.sql, {
        kind: 'accounts.exported',
        actorId: null,
        caller: { address: 'local', requestId: 'operator' },
        details: { format, withHashes },
      });
      for await (const piece of exportMembers(deps, { format, withHashes })) await file.write(piece);
    } finally {
      await file.close();
    }
    const secret = withHashes ? deps.keys.derive('password').toString('hex') : null;
    const text =
      secret === null ? '' : `\nThe argon2 hashes have this secret (RFC 9106, hexadecimal): ${secret}`;
    context.show({ file: path, format, argon2Secret: secret }, `Written: ${path}${text}`);
    return 0;
  });
};

function read(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new UsageProblem(`${error instanceof Error ? error.message : ''}\n\n${usage}`);
  }
}

function formatOf(name = 'csv'): ExportFormat {
  if (name !== 'csv' && name !== 'jsonl') throw new UsageProblem(`Unknown format “${name}”.\n\n${usage}`);
  return name;
}
