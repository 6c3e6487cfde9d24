import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { advisoryLocks } from './advisory-locks.ts';
import type { Sql } from './connection.ts';

const folder = new URL('./schema/', import.meta.url);

export type Migration = { readonly name: string; readonly text: string; readonly hash: string };

export async function listMigrations(): Promise<readonly Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8');
      return { name, text, hash: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

/**
 * Applies missing migrations and returns their names. Each one is a transaction, so a killed run leaves nothing half
 * done and the next one continues. Throws if an applied file was edited.
 */
export async function migrate(sql: Sql, migrations?: readonly Migration[]): Promise<readonly string[]> {
  const applied: string[] = [];
  const connection = await sql.reserve();
  try {
    await connection`select pg_advisory_lock(${advisoryLocks.migrations})`;
    await connection`create table if not exists schema_migrations (
      name text primary key, hash text not null, applied_at timestamptz not null default now())`;
    const rows = await connection<{ name: string; hash: string }[]>`select name, hash from schema_migrations`;
    const known = new Map(rows.map((row) => [row.name, row.hash]));
    for (const migration of migrations ?? (await listMigrations())) {
      const hash = known.get(migration.name);
      if (hash === migration.hash) continue;
      if (hash !== undefined) throw new Error(`migration ${migration.name} was changed after it was applied`);
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

/** Lists the names of this release's migrations that the database does not have yet. */
export async function pendingMigrations(sql: Sql): Promise<readonly string[]> {
  const migrations = await listMigrations();
  const [found] = await sql<
    { present: boolean }[]
  >`select to_regclass('schema_migrations') is not null as present`;
  if (!found?.present) return migrations.map((migration) => migration.name);
  const rows = await sql<{ name: string }[]>`select name from schema_migrations`;
  const known = new Set(rows.map((row) => row.name));
  return migrations.map((migration) => migration.name).filter((name) => !known.has(name));
}
