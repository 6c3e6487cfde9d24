import { existsSync } from 'node:fs';
import { cp, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from './places.ts';

type Manifest = {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
};

/** Copies installed packages and their transitive dependencies into `target`/node_modules. */
export async function copyPackages(names: readonly string[], target: string): Promise<void> {
  const done = new Set<string>();
  const copy = async (name: string, from: string): Promise<void> => {
    const folder = findPackage(name, from);
    // An optional dependency for another platform is not installed.
    if (folder === undefined || done.has(folder)) return;
    done.add(folder);
    await cp(folder, join(target, folder.slice(root.length + 1)), {
      recursive: true,
      verbatimSymlinks: true,
    });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the shape is npm's
    const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest;
    const needed = { ...manifest.dependencies, ...manifest.optionalDependencies };
    for (const dependency of Object.keys(needed)) await copy(dependency, folder);
  };
  for (const name of names) await copy(name, join(root, 'apps', 'server'));
}

/** Returns the folder of a package as Node resolves it, or undefined if it is not installed. */
function findPackage(name: string, from: string): string | undefined {
  const places = createRequire(join(from, 'package.json')).resolve.paths(name) ?? [];
  return places.map((place) => join(place, name)).find((folder) => existsSync(join(folder, 'package.json')));
}
