import type { Command } from './command.ts';
import { application } from './application.ts';
import { createAdmin, lock, removeSampleMembers, unlock } from './accounts.ts';
import { doctor } from './doctor.ts';
import { errors } from './errors.ts';
import { generate } from './generate.ts';
import { migrateCommand } from './migrate.ts';
import { settingsCommand } from './settings.ts';
import { signingKeys, sso } from './sso.ts';

export const commands: readonly Command[] = [
  doctor,
  settingsCommand,
  migrateCommand,
  createAdmin,
  lock,
  unlock,
  removeSampleMembers,
  application,
  sso,
  signingKeys,
  errors,
  generate,
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
