import { program } from '#lib/program.ts';
import type { Command } from './command.ts';

/** Each command is loaded when it runs, because all commands together load most of the server. */
const shared: Readonly<Record<string, Command>> = {
  doctor: {
    summary: 'Check the machine, the settings, the database and the SMS gateway.',
    load: async () => (await import('./doctor/doctor.ts')).doctor,
  },
  settings: {
    usage: '[--markdown]',
    summary: 'Show every setting with its value (secrets masked), or as the Markdown table of the docs.',
    load: async () => (await import('./documents/settings.ts')).settingsCommand,
  },
  migrate: {
    usage: '[--status]',
    summary: 'Apply pending migrations, or list applied and pending ones.',
    load: async () => (await import('./installation/migrate.ts')).migrateCommand,
  },
  backup: {
    usage: '<file> [--recipient age1…]',
    summary: 'Write the embedded database to an encrypted file, also while VID runs.',
    load: async () => (await import('./backup/backup.ts')).backup,
  },
  restore: {
    usage: '<file> --to <folder> [--identity FILE]',
    summary: 'Restore a backup into an empty folder, as a copy that sends and erases nothing.',
    load: async () => (await import('./backup/restore.ts')).restore,
  },
  'confirm-database': {
    usage: '[--discard]',
    summary:
      'Confirm that a copied database replaces its original, which must be off. VID then sends its messages; --discard drops the messages that wait.',
    load: async () => (await import('./installation/installation.ts')).confirmDatabase,
  },
  'new-master-key': {
    usage: '[--old-key-lost]',
    summary:
      'Replace the master key, after which VID_MASTER_KEY_OLD is no longer needed. --old-key-lost accepts another key in place of a lost one.',
    load: async () => (await import('./installation/installation.ts')).newMasterKey,
  },
  zalo: {
    usage: 'connect',
    summary:
      'Connect the Zalo Official Account that sends codes; reads its refresh token from standard input.',
    load: async () => (await import('./installation/zalo.ts')).zalo,
  },
  maintenance: {
    usage: '[on --until 23:30 [--message TEXT] | off]',
    summary: 'Show members the maintenance page until a time. Sign-on and administrators are not affected.',
    load: async () => (await import('./installation/maintenance.ts')).maintenance,
  },
  'create-admin': {
    usage: '<phone>',
    summary: 'Create an administrator and show the password once.',
    load: async () => (await import('./accounts/accounts.ts')).createAdmin,
  },
  'reset-admin': {
    usage: '<phone>',
    summary: 'Give an administrator a new password, shown once, and end all access that used the old one.',
    load: async () => (await import('./accounts/accounts.ts')).resetAdmin,
  },
  lock: {
    usage: '<phone> [--reason TEXT]',
    summary: 'Lock an account and end its sessions and pending codes.',
    load: async () => (await import('./accounts/accounts.ts')).lock,
  },
  unlock: {
    usage: '<phone> [--reason TEXT]',
    summary: 'Unlock an account.',
    load: async () => (await import('./accounts/accounts.ts')).unlock,
  },
  account: {
    usage: 'find <text> | show|end-sessions <phone>',
    summary: 'Find and show accounts, and end their sessions. Without arguments, prints its usage.',
    load: async () => (await import('./accounts/account.ts')).account,
  },
  import: {
    usage: '<file>|list|status|report|resume|undo',
    summary: 'Add members from a CSV or XLSX file. Without arguments, prints its usage.',
    load: async () => (await import('./accounts/import.ts')).importMembers,
  },
  export: {
    usage: '<file> [--format csv|xlsx|jsonl] [--with-hashes --approval <id>] | secret <id>',
    summary: 'Write every member to a CSV, XLSX or JSON lines file.',
    load: async () => (await import('./accounts/export.ts')).exportCommand,
  },
  'privacy-requests': {
    summary: 'List members’ open privacy requests, the next due date first.',
    load: async () => (await import('./accounts/privacy-requests.ts')).privacyRequests,
  },
  'remove-samples': {
    summary: 'Delete the sample members of evaluation mode, whose password is public.',
    load: async () => (await import('./accounts/accounts.ts')).removeSampleMembers,
  },
  application: {
    usage: 'add|list|show|disable|enable|client-add|…',
    summary:
      'Manage applications, clients, secrets, addresses and roles. Without arguments, prints its usage.',
    load: async () => (await import('./applications/application.ts')).application,
  },
  permission: {
    usage: 'list|show|creators|add|set-role|lock|unlock|remove|export <code> …',
    summary: 'Manage who may use an application. Without arguments, prints its usage.',
    load: async () => (await import('./access/permission.ts')).permission,
  },
  role: {
    usage: 'list|add|set|remove <code> …',
    summary: 'Manage the roles of an application. Without arguments, prints its usage.',
    load: async () => (await import('./access/role.ts')).role,
  },
  webhook: {
    usage: 'list|add|show|set|test|messages|replay|… <code> …',
    summary:
      'Manage the webhooks of an application or of the association, and their messages. Without arguments, prints its usage.',
    load: async () => (await import('./webhook/webhook.ts')).webhook,
  },
  manager: {
    usage: 'list|add|remove <code> …',
    summary: 'Manage the managers of an application. Without arguments, prints its usage.',
    load: async () => (await import('./access/manager.ts')).manager,
  },
  sso: {
    usage: 'doctor <address> | trace <reference> | attempts|check <client id>',
    summary:
      'Check an authorization URL or a client, explain why a sign-in was rejected, or follow sign-ins.',
    load: async () => (await import('./sso/sso.ts')).sso,
  },
  keys: {
    usage: 'rotate',
    summary:
      'Create new signing keys. They sign after two minutes; the current ones stay valid for verification.',
    load: async () => (await import('./sso/sso.ts')).signingKeys,
  },
  audit: {
    usage: 'verify [--anchor VALUE] | anchor',
    summary: 'Check the hash chain of the audit log, or print its newest seal to keep elsewhere.',
    load: async () => (await import('./installation/audit.ts')).auditCommand,
  },
  errors: {
    summary: 'List every error code with its status and texts.',
    load: async () => (await import('./documents/errors.ts')).errors,
  },
};

const ofCheckout: Readonly<Record<string, Command>> = {
  generate: {
    usage: '[--check]',
    summary: 'Write docs/generated, or check that it is up to date.',
    load: async () => (await import('./documents/generate.ts')).generate,
  },
};

const ofRelease: Readonly<Record<string, Command>> = {
  init: {
    usage: '<public address>',
    summary: 'Write the settings file, the master key and the systemd units of a production server.',
    load: async () => (await import('./init/init.ts')).init,
  },
};

export const commands: Readonly<Record<string, Command>> = program.isRelease
  ? { ...ofRelease, ...shared }
  : { ...shared, ...ofCheckout };

export function help(): string {
  const rows = Object.entries(commands).map(
    ([name, { usage = '', summary }]) => [`${name} ${usage}`.trim(), summary] as const,
  );
  const width = Math.max(...rows.map(([usage]) => usage.length)) + 2;
  return [
    `${program.command} <command> [--json]`,
    '',
    ...rows.map(([usage, summary]) => `  ${usage.padEnd(width)}${summary}`),
    '',
    'With --json, standard output is one JSON document and an error is {"error", "message": CODE} on standard error;',
    ...(program.isRelease ? [] : ['run npm -s, because npm prints lines of its own.']),
    program.settingsFolder === undefined
      ? 'Settings are environment variables VID_*, as for the server: see docs/generated/settings.md.'
      : `Settings come from ${program.settingsFolder}, which root may read, and from variables VID_*: see docs/generated/settings.md.`,
  ].join('\n');
}
