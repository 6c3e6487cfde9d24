import type { Command } from './command.ts';

/** The one list of commands. Each command is loaded when it runs: all commands together load most of the server. */
export const commands: readonly Command[] = [
  {
    name: 'doctor',
    usage: '',
    summary: 'Check the machine, the settings, the database and the SMS gateway.',
    load: async () => (await import('./doctor/doctor.ts')).doctor,
  },
  {
    name: 'settings',
    usage: '[--markdown]',
    summary: 'Show every setting with its value (secrets masked), or as the Markdown table of the docs.',
    load: async () => (await import('./settings.ts')).settingsCommand,
  },
  {
    name: 'migrate',
    usage: '[--status]',
    summary: 'Apply pending migrations, or list applied and pending ones.',
    load: async () => (await import('./migrate.ts')).migrateCommand,
  },
  {
    name: 'create-admin',
    usage: '<phone>',
    summary: 'Create an administrator and show the password once.',
    load: async () => (await import('./accounts.ts')).createAdmin,
  },
  {
    name: 'reset-admin',
    usage: '<phone>',
    summary: 'Give an administrator a new password, shown once, and end all access with the old one.',
    load: async () => (await import('./accounts.ts')).resetAdmin,
  },
  {
    name: 'lock',
    usage: '<phone> [--reason TEXT]',
    summary: 'Lock an account and end its sessions and pending codes.',
    load: async () => (await import('./accounts.ts')).lock,
  },
  {
    name: 'unlock',
    usage: '<phone> [--reason TEXT]',
    summary: 'Unlock an account.',
    load: async () => (await import('./accounts.ts')).unlock,
  },
  {
    name: 'account',
    usage: 'find <text> | show|end-sessions <phone>',
    summary: 'Find and show accounts, and end their sessions. Without arguments, prints its usage.',
    load: async () => (await import('./account.ts')).account,
  },
  {
    name: 'import',
    usage: '<file>|list|status|report|resume|undo',
    summary: 'Add members from a CSV or XLSX file. Without arguments, prints its usage.',
    load: async () => (await import('./import.ts')).importMembers,
  },
  {
    name: 'export',
    usage: '<file> [--format csv|xlsx|jsonl] [--with-hashes --approval <id>] | secret <id>',
    summary: 'Write every member to a CSV, XLSX or JSON lines file.',
    load: async () => (await import('./export.ts')).exportCommand,
  },
  {
    name: 'privacy-requests',
    usage: '',
    summary: 'List members’ open requests about their personal data, those due first.',
    load: async () => (await import('./privacy-requests.ts')).privacyRequests,
  },
  {
    name: 'remove-samples',
    usage: '',
    summary: 'Delete the sample members of evaluation mode, whose password is public.',
    load: async () => (await import('./accounts.ts')).removeSampleMembers,
  },
  {
    name: 'application',
    usage: 'add|list|show|disable|enable|client-add|…',
    summary:
      'Manage applications, clients, secrets, addresses and roles. Without arguments, prints its usage.',
    load: async () => (await import('./application.ts')).application,
  },
  {
    name: 'permission',
    usage: 'list|show|creators|add|set-role|lock|unlock|remove|export <code> …',
    summary: 'Manage who may use an application. Without arguments, prints its usage.',
    load: async () => (await import('./access/permission.ts')).permission,
  },
  {
    name: 'role',
    usage: 'list|add|set|remove <code> …',
    summary: 'Manage the roles of an application. Without arguments, prints its usage.',
    load: async () => (await import('./access/role.ts')).role,
  },
  {
    name: 'webhook',
    usage: 'list|add|show|set|test|messages|replay|… <code> …',
    summary:
      'Manage the webhooks of an application or of the association, and their messages. Without arguments, prints its usage.',
    load: async () => (await import('./webhook/webhook.ts')).webhook,
  },
  {
    name: 'manager',
    usage: 'list|add|remove <code> …',
    summary: 'Manage who manages an application besides its owner. Without arguments, prints its usage.',
    load: async () => (await import('./access/manager.ts')).manager,
  },
  {
    name: 'sso',
    usage: 'doctor <address> | trace <reference> | attempts|check <client id>',
    summary: 'Check an authorization URL or a client, explain why a sign-on was refused, or follow sign-ons.',
    load: async () => (await import('./sso.ts')).sso,
  },
  {
    name: 'keys',
    usage: 'rotate',
    summary:
      'Create new signing keys. They sign after two minutes; the current ones stay valid for verification.',
    load: async () => (await import('./sso.ts')).signingKeys,
  },
  {
    name: 'audit',
    usage: 'verify [--anchor VALUE] | anchor',
    summary: 'Check the hash chain of the audit log, or print its newest seal to keep elsewhere.',
    load: async () => (await import('./audit.ts')).auditCommand,
  },
  {
    name: 'errors',
    usage: '',
    summary: 'List every error code with its status and texts.',
    load: async () => (await import('./errors.ts')).errors,
  },
  {
    name: 'generate',
    usage: '[--check]',
    summary: 'Write docs/generated, or check that it is up to date.',
    load: async () => (await import('./generate.ts')).generate,
  },
];

export function help(): string {
  const rows = commands.map(
    (command) => [`${command.name} ${command.usage}`.trim(), command.summary] as const,
  );
  const width = Math.max(...rows.map(([usage]) => usage.length)) + 2;
  return [
    'npm run vid -- <command> [--json]',
    '',
    ...rows.map(([usage, summary]) => `  ${usage.padEnd(width)}${summary}`),
    '',
    'With --json, standard output is one JSON document and an error is {"error", "message": CODE} on standard error;',
    'run npm -s, because npm prints lines of its own.',
    'Settings are environment variables VID_*, as for the server: see docs/generated/settings.md.',
  ].join('\n');
}
