/**
 * @typedef {{ version?: string, integrity?: string, link?: boolean, dev?: boolean, optional?: boolean, os?: string[], cpu?: string[], libc?: string[],
 *   optionalDependencies?: Record<string, string> }} Entry
 * @typedef {{ packages: Record<string, Entry> }} Lock
 */

const FOLDER = /^.*node_modules\//;
const PLATFORM =
  /(?:^|[-/])(?<os>aix|android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32)-(?<cpu>arm64|arm|ia32|loong64|mips64el|ppc64|riscv64|s390x|x64)(?:-(?<abi>[a-z]+))?$/;

/**
 * The platform builds that packages depend on and the lock file lacks. npm leaves them out if the registry it
 * installs from (often a mirror) does not have them; `npm ci` then rejects the lock file, and installing fails on
 * those platforms.
 * @param {Lock} lock
 * @returns {{ name: string, version: string, isDev: boolean }[]}
 */
export function listGaps({ packages }) {
  const present = new Set(Object.keys(packages).map((path) => path.replace(FOLDER, '')));
  return Object.values(packages).flatMap(({ optionalDependencies = {}, dev = false }) =>
    Object.entries(optionalDependencies)
      .filter(([name, version]) => PLATFORM.test(name) && /^\d/.test(version) && !present.has(name))
      .map(([name, version]) => ({ name, version, isDev: dev })),
  );
}

/**
 * The lock file with an entry for each gap. The entry has version and platform, so that npm installs it on that
 * platform only, but no checksum, which only the registry has: see `addChecksums`.
 * @param {Lock} lock
 * @returns {Lock}
 */
export function fillGaps(lock) {
  const added = listGaps(lock).map(({ name, version, isDev }) => {
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
    return /** @type {[string, Entry]} */ ([`node_modules/${name}`, entry]);
  });
  const entries = [...Object.entries(lock.packages), ...added];
  // npm's sort order, so that the next npm install does not reorder the file.
  entries.sort(([a], [b]) => a.localeCompare(b, 'en'));
  return { ...lock, packages: Object.fromEntries(entries) };
}

/**
 * Packages without a checksum. npm installs them without verifying what the registry sends.
 * @param {Lock} lock
 * @returns {{ name: string, version: string }[]}
 */
export function listUnverified({ packages }) {
  return Object.entries(packages).flatMap(([path, { version, link, integrity }]) =>
    path.includes('node_modules/') && version !== undefined && !link && integrity === undefined
      ? [{ name: path.replace(FOLDER, ''), version }]
      : [],
  );
}

/**
 * The lock file with the checksums that it lacks and another lock file has for the same version.
 * @param {Lock} lock
 * @param {Lock} source
 * @returns {Lock}
 */
export function addChecksums(lock, source) {
  const known = new Map(
    Object.entries(source.packages).map(([path, { version, integrity }]) => [
      `${path.replace(FOLDER, '')}@${version}`,
      integrity,
    ]),
  );
  const packages = Object.fromEntries(
    Object.entries(lock.packages).map(([path, entry]) => {
      const integrity = known.get(`${path.replace(FOLDER, '')}@${entry.version}`);
      if (entry.integrity !== undefined || integrity === undefined) return [path, entry];
      const { version, ...rest } = entry;
      return [path, { version, integrity, ...rest }];
    }),
  );
  return { ...lock, packages };
}
