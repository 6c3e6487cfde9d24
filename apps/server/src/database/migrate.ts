import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { advisoryLocks } from './advisory-locks.ts';
import type { Queryable, Sql } from './connection.ts';
import { DatabaseProblem } from './availability/outage.ts';

const ownFolder = new URL('./schema/', import.meta.url);

export type Migration = { readonly name: string; readonly text: string; readonly hash: string };

export async function listMigrations(folder = ownFolder): Promise<readonly Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  return Promise.all(
    names.map(async (name) => toMigration(name, await readFile(new URL(name, folder), 'utf8'))),
  );
}

/**
 * Makes a migration from a file, without the byte order mark and the CR characters that a Windows checkout
 * adds.
 */
export function toMigration(name: string, content: string): Migration {
  const text = content.replace(/^\uFEFF/u, '').replaceAll('\r\n', '\n');
  return { name, text, hash: createHash('sha256').update(text).digest('hex') };
}

/**
 * Applies missing migrations and returns their names. Each migration is one transaction, so a killed run
 * leaves no partial migration and the next run continues.
 * @throws DatabaseProblem if an applied file was edited, Error if a migration fails
 */
export async function migrate(sql: Sql, migrations?: readonly Migration[]): Promise<readonly string[]> {
  const applied: string[] = [];
  const connection = await sql.reserve();
  try {
    await connection`select pg_advisory_lock(${advisoryLocks.migrations})`;
    await connection`create table if not exists schema_migrations (
      name text primary key, hash text not null, applied_at timestamptz not null default now())`;
    for (const migration of await selectPending(connection, migrations ?? (await listMigrations()))) {
      try {
        await connection.begin(async (tx) => {
          await tx.unsafe(migration.text);
          await tx`insert into schema_migrations (name, hash) values (${migration.name}, ${migration.hash})`;
        });
      } catch (error) {
        throw new Error(`migration ${migration.name} failed`, { cause: error });
      }
      applied.push(migration.name);
    }
    return applied;
  } finally {
    await connection`select pg_advisory_unlock(${advisoryLocks.migrations})`.catch(() => undefined);
    connection.release();
  }
}

/**
 * Returns the names of this release's migrations that the database lacks.
 * @throws DatabaseProblem if an applied file was edited
 */
export async function pendingMigrations(sql: Sql): Promise<readonly string[]> {
  const migrations = await listMigrations();
  const [found] = await sql<
    { present: boolean }[]
  >`select to_regclass('schema_migrations') is not null as present`;
  const pending = found?.present ? await selectPending(sql, migrations) : migrations;
  return pending.map(({ name }) => name);
}

async function selectPending(
  sql: Queryable,
  migrations: readonly Migration[],
): Promise<readonly Migration[]> {
  const rows = await sql<{ name: string; hash: string }[]>`select name, hash from schema_migrations`;
  const applied = new Map(rows.map(({ name, hash }) => [name, hash]));
  const changed = migrations.find(({ name, hash }) => (applied.get(name) ?? hash) !== hash);
  if (changed)
    throw new DatabaseProblem(
      `The migration ${changed.name} was changed after it was applied to the database.`,
    );
  return migrations.filter(({ name }) => !applied.has(name));
}
