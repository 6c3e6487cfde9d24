/**
 * @typedef {{ version?: string, dev?: boolean, optional?: boolean, os?: string[], cpu?: string[], libc?: string[],
 *   optionalDependencies?: Record<string, string> }} Entry
 * @typedef {{ packages: Record<string, Entry> }} Lock
 */

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
  const present = new Set(Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, '')));
  return Object.values(packages).flatMap(({ optionalDependencies = {}, dev = false }) =>
    Object.entries(optionalDependencies)
      .filter(([name, version]) => PLATFORM.test(name) && /^\d/.test(version) && !present.has(name))
      .map(([name, version]) => ({ name, version, isDev: dev })),
  );
}

/**
 * The lock file with an entry for each gap. The entry has version and platform, so that npm installs it on that
 * platform only, but no checksum, which only the registry has.
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
