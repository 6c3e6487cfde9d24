import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const source = join(import.meta.dirname, '..');
const files = globSync('**/*.ts', { cwd: source }).filter((path) => !/\.test\.ts$|\/testing\//u.test(path));
const templates = files.map((path) => ({
  path,
  texts: readFileSync(join(source, path), 'utf8').match(/`[^`]*`/gu) ?? [],
}));

const statementsOutside = (owner: string, pattern: RegExp): readonly string[] =>
  templates
    .filter(({ path, texts }) => !path.startsWith(`${owner}/`) && texts.some((text) => pattern.test(text)))
    .map(({ path }) => path);

describe('an SQL statement', () => {
  it('changes accounts only in account/', () => {
    const writes = /\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate)\s+accounts\b/iu;
    expect(writes.test('update accounts set role = ?')).toBe(true);
    expect(statementsOutside('account', writes)).toEqual([]);
  });

  it('names application tables outside applications/ only in five files of platform/', () => {
    const names =
      /\b(?:from|join|into|update|,)\s+(?:applications|application_(?:managers|roles)|clients|client_secrets|permissions)\b/iu;
    expect(names.test('select 1 from clients c')).toBe(true);
    expect(statementsOutside('applications', names).toSorted()).toEqual([
      'platform/application-rights.ts',
      'platform/begin-as.ts',
      'platform/logouts/record-logouts.ts',
      'platform/webhooks/delivery.repo.ts',
      'platform/webhooks/publish.repo.ts',
    ]);
  });
});
