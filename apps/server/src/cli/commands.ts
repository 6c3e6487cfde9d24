import type { Command } from './command.ts';

export const commands: readonly Command[] = [
  {
    name: 'doctor',
    usage: '',
    summary: 'Check machine, settings, database and gateway; say what to do.',
    load: async () => (await import('./doctor.ts')).doctor,
  },
  {
    name: 'settings',
    usage: '[--markdown]',
    summary: 'Every setting with its present value (secrets masked), or the table of the documents.',
    load: async () => (await import('./settings.ts')).settingsCommand,
  },
  {
    name: 'migrate',
    usage: '[--status]',
    summary: 'Bring the database to this release’s schema, or only tell how it stands.',
    load: async () => (await import('./migrate.ts')).migrateCommand,
  },
  {
    name: 'create-admin',
    usage: '<phone>',
    summary: 'Make an administrator; the password is shown once.',
    load: async () => (await import('./accounts.ts')).createAdmin,
  },
  {
    name: 'lock',
    usage: '<phone>',
    summary: 'Lock an account: its sessions and pending codes end at once.',
    load: async () => (await import('./accounts.ts')).lock,
  },
  {
    name: 'unlock',
    usage: '<phone>',
    summary: 'Let a locked account sign in again.',
    load: async () => (await import('./accounts.ts')).unlock,
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
    summary: 'Relying applications, their clients, secrets, addresses and rights; alone it tells how.',
    load: async () => (await import('./application.ts')).application,
  },
  {
    name: 'sso',
    usage: 'doctor <address> | trace <reference>',
    summary: 'Say what is wrong with an authorization address, or why a sign-on was refused.',
    load: async () => (await import('./sso.ts')).sso,
  },
  {
    name: 'keys',
    usage: 'rotate',
    summary: 'Make new signing keys; they sign in two minutes, the present ones verify on.',
    load: async () => (await import('./sso.ts')).signingKeys,
  },
  {
    name: 'errors',
    usage: '',
    summary: 'Every error code with its status and texts.',
    load: async () => (await import('./errors.ts')).errors,
  },
  {
    name: 'generate',
    usage: '[--check]',
    summary: 'Write docs/generated, or tell whether it is up to date.',
    load: async () => (await import('./generate.ts')).generate,
  },
];

export function help(): string {
  const rows = commands.map(
    (command) => [`${command.name} ${command.usage}`.trim(), command.summary] as const,
  );
  const width = Math.max(...rows.map(([usage]) => usage.length)) + 2;
  return [
    'npm run vid -- <command>',
    '',
    ...rows.map(([usage, summary]) => `  ${usage.padEnd(width)}${summary}`),
    '',
    'The settings are the server’s: environment variables VID_*, see docs/settings.md.',
  ].join('\n');
}
