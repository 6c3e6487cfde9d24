// @vitest-environment node
import { glob, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';

/**
 * The layers of the web app, from top to bottom. A file imports from its own layer or from a lower one. Features do not
 * import each other.
 */
const layers: readonly (readonly string[])[] = [
  ['main.ts', 'before-paint.ts', 'prerender.tsx'],
  ['app'],
  ['features'],
  ['session', 'journeys', 'navigation'],
  ['state'],
  ['shared', 'styles'],
];

/** Imports between features, each for a reason. `from` is a feature, `to` a path prefix. */
const allowedBetweenFeatures = [
  { from: '*', to: 'features/sign-in/auth-layout/', why: 'layout and brand of every page without the shell' },
  { from: 'sign-in', to: 'features/member/password-change/', why: 'the forced change is a password change' },
  { from: 'sign-in', to: 'features/sso/continue-to.tsx', why: 'sign-in names the application' },
];

type Import = { from: string; to: string; isTypeOnly: boolean };

const src = import.meta.dirname;
const importPattern =
  /(?:^|\n)(?:import|export)\s+(type\s)?[^;]*?from\s+'([^']+)'|import\(\s*'([^']+)'|\nimport '([^']+)'/g;

function resolve(file: string, specifier: string): string | null {
  if (specifier.startsWith('#')) return specifier.slice(1);
  return specifier.startsWith('.') ? relative(src, join(src, dirname(file), specifier)) : null;
}

async function readImports(): Promise<Import[]> {
  const found: Import[] = [];
  for await (const file of glob('**/*.{ts,tsx}', { cwd: src })) {
    if (file.includes('.test.') || file.startsWith('shared/test/')) continue;
    const text = await readFile(join(src, file), 'utf8');
    for (const [, type, fixed, lazy, effect] of text.matchAll(importPattern)) {
      const to = resolve(file, fixed ?? lazy ?? effect ?? '');
      if (to !== null) found.push({ from: file, to, isTypeOnly: type !== undefined });
    }
  }
  return found;
}

const layerOf = (file: string): number =>
  layers.findIndex((names) => names.includes(file.split('/')[0] ?? ''));
const featureOf = (file: string): string | null => /^features\/([^/]+)\//.exec(file)?.[1] ?? null;

function isAllowedBetweenFeatures({ from, to }: Import): boolean {
  return allowedBetweenFeatures.some(
    (rule) => (rule.from === '*' || rule.from === featureOf(from)) && to.startsWith(rule.to),
  );
}

/** The files of an import circle, or null. Type imports vanish at run time and are left out. */
function findCircle(imports: readonly Import[]): string[] | null {
  const targets = new Map<string, string[]>();
  for (const { from, to, isTypeOnly } of imports) {
    if (!isTypeOnly) targets.set(from, [...(targets.get(from) ?? []), to]);
  }
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): string[] | null => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return null;
    for (const target of targets.get(file) ?? []) {
      const circle = visit(target, [...path, file]);
      if (circle !== null) return circle;
    }
    done.add(file);
    return null;
  };
  for (const file of targets.keys()) {
    const circle = visit(file, []);
    if (circle !== null) return circle;
  }
  return null;
}

const imports = await readImports();
const show = ({ from, to }: Import): string => `${from} -> ${to}`;

describe('imports of the web app', () => {
  test('every file belongs to a layer', () => {
    expect(imports.length).toBeGreaterThan(500);
    const files = imports.flatMap(({ from, to }) => [from, to]);
    expect(files.filter((file) => layerOf(file) === -1)).toEqual([]);
  });

  test('no import points to a higher layer', () => {
    const upwards = imports.filter(({ from, to }) => layerOf(to) < layerOf(from));
    expect(upwards.map(show)).toEqual([]);
  });

  test('features import each other only where the rules allow it', () => {
    const across = imports.filter(({ from, to }) => {
      const [own, other] = [featureOf(from), featureOf(to)];
      return own !== null && other !== null && own !== other;
    });
    expect(across.filter((entry) => !isAllowedBetweenFeatures(entry)).map(show)).toEqual([]);
    const unused = allowedBetweenFeatures.filter(
      ({ to }) => !across.some((entry) => entry.to.startsWith(to)),
    );
    expect(unused).toEqual([]);
  });

  test('there is no import circle', () => {
    expect(findCircle(imports)).toBeNull();
  });
});
