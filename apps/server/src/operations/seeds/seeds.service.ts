import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '#lib/app-error.ts';
import { makeAccount, type AccountMakerDeps } from './make-account.ts';
import { newRandomPassword } from './random-password.ts';
import { administratorPhone, sampleMembers, samplePassword } from './sample-members.ts';

export type FirstAdministrator =
  | { readonly isNew: true; readonly phone: string; readonly password: string; readonly file: string }
  | { readonly isNew: false; readonly file: string };

export type SeedDeps = AccountMakerDeps & {
  readonly config: AccountMakerDeps['config'] & { readonly dataDir: string; readonly isProduction: boolean };
};

export function createSeeds(deps: SeedDeps) {
  const { accounts } = deps;
  const file = join(deps.config.dataDir, 'administrator.txt');

  return {
    /** Creates the missing accounts if there is no administrator, which also completes an interrupted run. */
    async plant(): Promise<FirstAdministrator> {
      if (await accounts.existsByRole('admin')) return { isNew: false, file };
      for (const member of sampleMembers) await makeUnlessExisting(deps, member);
      const password = newRandomPassword(administratorPhone);
      // Write the file first: if the process died between the commit and the write, the administrator's
      // password would be lost.
      await storePassword(file, password);
      await makeAccount(deps, {
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

async function makeUnlessExisting(deps: SeedDeps, member: (typeof sampleMembers)[number]): Promise<void> {
  try {
    await makeAccount(deps, member);
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'ACCOUNT_EXISTS')) throw error;
  }
}

async function storePassword(file: string, password: string): Promise<void> {
  const text = [
    'VID evaluation mode, first start. Change the password after signing in, then delete this file.',
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
