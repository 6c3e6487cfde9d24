import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sql } from '#database/connection.ts';
import { AppError } from '#lib/app-error.ts';
import { makeAccount, type AccountMakerParts } from './make-account.ts';
import { newRandomPassword } from './random-password.ts';
import { administratorPhone, sampleCampaign, sampleMembers, samplePassword } from './sample-members.ts';

export type FirstAdministrator =
  | { readonly isNew: true; readonly phone: string; readonly password: string; readonly file: string }
  | { readonly isNew: false; readonly file: string };

export type SeedParts = AccountMakerParts & {
  readonly config: AccountMakerParts['config'] & { readonly dataDir: string; readonly isProduction: boolean };
};

/** What evaluation mode starts with: an administrator, and members to try things with. */
export function createSeeds(parts: SeedParts) {
  const { sql } = parts;
  const file = join(parts.config.dataDir, 'administrator.txt');

  return {
    /** Plants what is missing as long as there is no administrator; killed in between, it goes on next time. */
    async plant(): Promise<FirstAdministrator> {
      if (await hasAdministrator(sql)) return { isNew: false, file };
      for (const member of sampleMembers) await makeUnlessThere(parts, member);
      const password = newRandomPassword(administratorPhone);
      // The file first: an administrator whose password nobody knows would be of no use.
      await keepPassword(file, password);
      await makeAccount(parts, {
        phone: administratorPhone,
        password,
        role: 'admin',
        kind: 'personal',
        name: 'Quản trị viên',
        by: 'seeds',
      });
      return { isNew: true, phone: administratorPhone, password, file };
    },
  };
}

async function hasAdministrator(sql: Sql): Promise<boolean> {
  const { count } = await sql`select from accounts where role = 'admin' limit 1`;
  return count > 0;
}

/** Whether the database holds accounts with the published password. */
export async function hasSamples(sql: Sql): Promise<boolean> {
  const { count } = await sql`select from accounts where campaign = ${sampleCampaign} limit 1`;
  return count > 0;
}

/** Deletes the sample members and everything of theirs; returns how many there were. */
export async function removeSamples(sql: Sql): Promise<number> {
  const { count } = await sql`delete from accounts where campaign = ${sampleCampaign}`;
  return count;
}

async function makeUnlessThere(parts: SeedParts, member: (typeof sampleMembers)[number]): Promise<void> {
  try {
    await makeAccount(parts, member);
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'ACCOUNT_EXISTS')) throw error;
  }
}

async function keepPassword(file: string, password: string): Promise<void> {
  const text = [
    'VID, evaluation mode: made at the first start. Change the password after signing in; then delete this file.',
    '',
    `Administrator: ${administratorPhone}`,
    `Password:      ${password}`,
    '',
    `Sample members (all with the password ${samplePassword}):`,
    ...sampleMembers.map((member) => `  ${member.phone}  ${member.name ?? member.enterprise?.name ?? ''}`),
    '',
  ].join('\n');
  await mkdir(join(file, '..'), { recursive: true, mode: 0o700 });
  await writeFile(`${file}.new`, text, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

export type Seeds = ReturnType<typeof createSeeds>;
