import { expect, it } from 'vitest';
import { listMigrations, toMigration } from './migrate.ts';

it('Windows line endings and a byte-order mark do not change a migration', async () => {
  const [migration] = await listMigrations();
  if (!migration) throw new Error('there is no migration');
  const converted = `\uFEFF${migration.text.replaceAll('\n', '\r\n')}`;
  expect(toMigration(migration.name, converted)).toEqual(migration);
  expect(toMigration(migration.name, `${migration.text} `).hash).not.toBe(migration.hash);
});
