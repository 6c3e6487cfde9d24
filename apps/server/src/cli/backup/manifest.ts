/**
 * Version of the archive format. Increment it if an older VID could no longer restore a new archive
 * correctly.
 */
export const archiveFormat = 1;

export type Manifest = {
  readonly format: number;
  /** Version of the VID that made the backup. */
  readonly version: string;
  /** Time of the restored state, in ISO 8601. */
  readonly takenAt: string;
  readonly migrations: readonly string[];
  readonly digest: string;
};

/** @throws Error if the text is not a manifest of a known format */
export function parseManifest(text: string): Manifest {
  const value: unknown = JSON.parse(text);
  if (isManifest(value)) return value;
  throw new Error('the manifest has an unknown format; a newer VID made the backup');
}

function isManifest(value: unknown): value is Manifest {
  return (
    typeof value === 'object' &&
    value !== null &&
    'format' in value &&
    value.format === archiveFormat &&
    'version' in value &&
    typeof value.version === 'string' &&
    'takenAt' in value &&
    typeof value.takenAt === 'string' &&
    'migrations' in value &&
    Array.isArray(value.migrations) &&
    value.migrations.every((name) => typeof name === 'string') &&
    'digest' in value &&
    typeof value.digest === 'string'
  );
}
