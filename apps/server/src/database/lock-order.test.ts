import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const source = join(import.meta.dirname, '..');
const files = globSync('**/*.ts', { cwd: source }).filter((path) => !/\.test\.ts$|\/testing\//u.test(path));
const locking =
  /\bfor (?:(?:no key )?update|(?:key )?share)\b(?: of \w+(?:, \w+)*)?(?! skip locked)(?=\s*[`)\n])/gu;

/** Returns the `select` that a locking clause at `end` belongs to, without the parts in parentheses. */
function selectBefore(text: string, end: number): string {
  let depth = 0;
  let select = '';
  for (let at = end - 1; at >= 0; at -= 1) {
    if (text[at] === ')') depth += 1;
    if (depth === 0) select = `${text[at]}${select}`;
    if (text[at] === '(') depth -= 1;
    if (depth < 0 || /^select\b/u.test(select)) return select;
  }
  return select;
}

/** Matches a condition that holds for at most one row. */
const oneRow = /^(?!.* or ).* (?:\w+\.)?(?:id|phone|token_hash|id_hash) = \$\{/u;

/**
 * Statements that lock at most one row although their condition does not match `oneRow`, by the module and
 * the table.
 */
const alsoOneRow = [
  'account/account.repo.ts enterprises',
  'admin/incidents/incidents.repo.ts incidents',
  'applications/clients/lookups.ts client_secrets',
  'oidc/grants/grants.ts oidc_grants',
  'platform/webhooks/delivery.repo.ts webhook_endpoints',
  'sign-in/complete/complete.repo.ts accounts',
  'sign-in/complete/complete.repo.ts sessions',
  'sign-in/session/session.repo.ts sessions',
];

it('a statement that locks several rows locks them in a fixed order', () => {
  const locks = files.flatMap((path) => {
    const text = readFileSync(join(source, path), 'utf8');
    return text
      .matchAll(locking)
      .map(({ index }) => ({ path, select: selectBefore(text, index).replaceAll(/\s+/gu, ' ').trim() }))
      .toArray();
  });
  expect(locks.length).toBeGreaterThan(40);
  const unordered = locks.filter(({ select }) => !/\border by\b/u.test(select) && !oneRow.test(select));
  const found = unordered.map(({ path, select }) => `${path} ${/ from (\w+)/u.exec(select)?.[1]}`);
  expect(found.toSorted()).toEqual(alsoOneRow);
});
