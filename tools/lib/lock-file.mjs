import { posix } from 'node:path';

/**
 * @typedef {{ name?: string, version?: string, integrity?: string, link?: boolean, dev?: boolean, optional?: boolean,
 *   os?: string[], cpu?: string[], libc?: string[], optionalDependencies?: Record<string, string> }} Entry
 * @typedef {{ packages: Record<string, Entry> }} Lock
 * @typedef {{ parent: string, name: string, version: string, isDev: boolean }} Gap
 */

const FOLDER = /^.*node_modules\//;
const PLATFORM =
  /(?:^|[-/])(?<os>aix|android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32)-(?<cpu>arm64|arm|ia32|loong64|mips64el|ppc64|riscv64|s390x|x64)(?:-(?<abi>[a-z]+))?$/;

/**
 * Lists the platform builds that packages depend on but the lock file lacks. npm omits builds that its registry (often
 * a mirror) does not have. `npm ci` rejects such a lock file.
 * @param {Lock} lock
 * @returns {Gap[]}
 */
export function listGaps({ packages }) {
  return Object.entries(packages)
    .flatMap(([parent, { optionalDependencies = {}, dev = false }]) =>
      Object.entries(optionalDependencies).map(([name, version]) => ({ parent, name, version, isDev: dev })),
    )
    .filter(({ name, version }) => PLATFORM.test(name) && /^\d/.test(version))
    .filter((gap) => !isFilled(packages, gap));
}

/**
 * Returns whether the lock file has the version of a package that another package depends on: in the nearest
 * node_modules folder, from the dependent package's own folder upwards.
 * @param {Record<string, Entry>} packages
 * @param {Gap} gap
 */
function isFilled(packages, { parent, name, version }) {
  for (let folder = parent; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const entry = packages[posix.join(folder, 'node_modules', name)];
    if (entry) return entry.version === version;
    if (folder === '') return false;
  }
}

/**
 * Returns the lock file with an entry for each gap. The entry has a version and platform, so that npm installs it on
 * that platform only, but no checksum, which only the registry has (see `addChecksums`). A second version of a package
 * is added below the package that depends on it.
 * @param {Lock} lock
 * @returns {Lock}
 */
export function fillGaps(lock) {
  const packages = { ...lock.packages };
  for (const gap of listGaps(lock)) {
    if (isFilled(packages, gap)) continue;
    const { parent, name, version, isDev } = gap;
    const { os = '', cpu = '', abi } = PLATFORM.exec(name)?.groups ?? {};
    const isLinux = os === 'linux' && abi !== undefined;
    /** @type {Entry} */
    const entry = {
      version,
      cpu: [cpu],
      ...(isDev ? { dev: true } : {}),
      ...(isLinux ? { libc: [abi.startsWith('musl') ? 'musl' : 'glibc'] } : {}),
      optional: true,
      os: [os],
    };
    const path = `node_modules/${name}`;
    packages[path in packages ? posix.join(parent, path) : path] = entry;
  }
  const entries = Object.entries(packages);
  // Sort as npm does, so that the next npm install does not reorder the file.
  entries.sort(([a], [b]) => a.localeCompare(b, 'en'));
  return { ...lock, packages: Object.fromEntries(entries) };
}

/**
 * Lists the packages without a checksum. npm does not verify their downloads.
 * @param {Lock} lock
 * @returns {{ name: string, version: string }[]}
 */
export function listUnverified({ packages }) {
  return Object.entries(packages).flatMap(([path, entry]) => {
    const { version, link, integrity } = entry;
    return path.includes('node_modules/') && version !== undefined && !link && integrity === undefined
      ? [{ name: nameOf(path, entry), version }]
      : [];
  });
}

/**
 * Lists the packages without a checksum that npm would install on a machine.
 * @param {Lock} lock
 * @param {{ os: string, cpu: string, libc: string | undefined }} machine
 */
export function listUnverifiedOn({ packages }, { os, cpu, libc }) {
  const isFor = (/** @type {Entry} */ entry) =>
    (entry.os?.includes(os) ?? true) &&
    (entry.cpu?.includes(cpu) ?? true) &&
    (libc === undefined || (entry.libc?.includes(libc) ?? true));
  return listUnverified({
    packages: Object.fromEntries(Object.entries(packages).filter(([, entry]) => isFor(entry))),
  });
}

/**
 * @param {string} path
 * @param {Entry} entry has a name if it differs from its folder's
 */
function nameOf(path, { name }) {
  return name ?? path.replace(FOLDER, '');
}

/**
 * @param {string} path
 * @param {Entry} entry
 */
function idOf(path, entry) {
  return `${nameOf(path, entry)}@${entry.version}`;
}

/**
 * Returns the lock file with its missing checksums filled in from another lock file, for the same version only.
 * @param {Lock} lock
 * @param {Lock} source
 * @returns {Lock}
 */
export function addChecksums(lock, source) {
  const known = new Map(
    Object.entries(source.packages).map(([path, entry]) => [idOf(path, entry), entry.integrity]),
  );
  const packages = Object.fromEntries(
    Object.entries(lock.packages).map(([path, entry]) => {
      const integrity = known.get(idOf(path, entry));
      if (entry.integrity !== undefined || integrity === undefined) return [path, entry];
      const { version, ...rest } = entry;
      return [path, { version, integrity, ...rest }];
    }),
  );
  return { ...lock, packages };
}
