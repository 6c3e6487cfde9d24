import { join } from 'node:path';

const entry = join(import.meta.dirname, '..', 'src', 'main.tsx');

/** The name that the manifest of the build gives the file. */
export const entryGroupName = 'app';

type Graph = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null };

/** What the entry needs before it can run: its imports and theirs, lazy ones left out. */
function staticClosure(graph: Graph): Set<string> {
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
 * One file for all that the first page needs. Left to itself the bundler makes a file of whatever two lazy pages
 * share, a dozen of them for the entry alone, each a request of a cold visit and each compressed by itself.
 */
export function entryGroup(): { debugName: string; name: (id: string, graph: Graph) => string | null } {
  let closure: Set<string> | undefined;
  return {
    debugName: entryGroupName,
    name(id, graph) {
      closure ??= staticClosure(graph);
      return closure.has(id) ? entryGroupName : null;
    },
  };
}
