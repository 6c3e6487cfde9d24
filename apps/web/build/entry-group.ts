import { join } from 'node:path';

const source = (path: string): string => join(import.meta.dirname, '..', 'src', path);

/**
 * What a visit starts with, by the names that the manifest of the build gives the files: `start` decides what is to
 * be shown; `way` takes a person on to an application; `view` holds React and the first page, and is run only to
 * show something. What several need lies in the first of them.
 */
const groups = [
  { name: 'start', entry: source('main.ts') },
  { name: 'way', entry: source('features/sso/flow/sso-run.ts') },
  { name: 'view', entry: source('app/view.tsx') },
] as const;

export type EntryName = (typeof groups)[number]['name'];

type Graph = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null };
type Group = { debugName: string; name: (id: string, graph: Graph) => string | null };

/** What a module needs before it can run: its imports and theirs, lazy ones left out. */
function staticClosure(entry: string, graph: Graph): Set<string> {
  const found = new Set<string>();
  const waiting = [entry];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const info = found.has(id) ? null : graph.getModuleInfo(id);
    if (!info) continue;
    found.add(id);
    waiting.push(...info.importedIds);
  }
  return found;
}

/**
 * One file for each. Left to itself the bundler makes a file of whatever two lazy pages share, a dozen of them for
 * the first page alone, each a request of a cold visit and each compressed by itself.
 */
export function entryGroup(): Group {
  let closures: (readonly [name: string, modules: ReadonlySet<string>])[] | undefined;
  return {
    debugName: 'entry',
    name(id, graph) {
      closures ??= groups.map(({ name, entry }) => [name, staticClosure(entry, graph)]);
      return closures.find(([, modules]) => modules.has(id))?.[0] ?? null;
    },
  };
}
