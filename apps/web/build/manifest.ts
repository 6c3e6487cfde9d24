import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ChunkName } from './chunks.ts';

export type ManifestEntry = {
  readonly file: string;
  readonly name: string;
  readonly css: readonly string[];
  readonly imports: readonly string[];
  readonly isDynamicEntry: boolean;
};

export type Manifest = Readonly<Record<string, ManifestEntry>>;

function names(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
}

export async function readManifest(dist: string): Promise<Manifest> {
  const json: unknown = JSON.parse(await readFile(join(dist, '.vite', 'manifest.json'), 'utf8'));
  const manifest: Record<string, ManifestEntry> = {};
  if (typeof json !== 'object' || json === null) throw new Error('The build manifest is not an object');
  for (const [source, entry] of Object.entries(json)) {
    const { file, name, css, imports, isDynamicEntry }: Record<string, unknown> = entry;
    if (typeof file !== 'string') throw new Error(`The build manifest has no file for ${source}`);
    manifest[source] = {
      file,
      name: typeof name === 'string' ? name : '',
      css: names(css),
      imports: names(imports),
      isDynamicEntry: isDynamicEntry === true,
    };
  }
  return manifest;
}

export function entryOf(manifest: Manifest, source: string): ManifestEntry {
  const entry = manifest[source];
  if (!entry) throw new Error(`${source} is not in the build manifest`);
  return entry;
}

export function keyOf(manifest: Manifest, name: ChunkName): string {
  const key = Object.keys(manifest).find((source) => {
    const entry = manifest[source];
    return entry?.name === name && entry.file.endsWith('.js');
  });
  if (key === undefined) throw new Error(`The build has no file “${name}”`);
  return key;
}

export function closureOf(manifest: Manifest, source: string, seen = new Set<string>()): Set<string> {
  const entry = entryOf(manifest, source);
  if (seen.has(entry.file)) return seen;
  seen.add(entry.file);
  for (const needed of entry.imports) closureOf(manifest, needed, seen);
  return seen;
}
