import { glob } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { parts } from '../lib/mutation-parts.mjs';
import { formatScores } from '../lib/mutation-scores.mjs';
import { root } from '../lib/paths.mjs';

/** @param {string} pattern */
async function find(pattern) {
  return Array.fromAsync(glob(pattern, { cwd: root }));
}

describe('the parts of a mutation run', () => {
  it.each(Object.entries(parts))('name existing files for %s', async (_name, { mutate, tests }) => {
    for (const pattern of [...mutate, ...tests])
      expect([pattern, await find(pattern.replace(/^!/u, ''))]).toEqual([
        pattern,
        expect.arrayContaining([expect.any(String)]),
      ]);
  });
});

describe('the scores of a mutation run', () => {
  it('count uncovered mutants as missed, and timeouts as detected', () => {
    const mutants = ['Killed', 'Timeout', 'Survived', 'NoCoverage', 'Ignored'].map((status) => ({ status }));
    expect(formatScores({ files: { 'a.ts': { mutants }, 'b.ts': { mutants: [] } } })).toEqual([
      '  50.0 %  2 of 4  a.ts',
      '       -  0 of 0  b.ts',
    ]);
  });
});
