import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from './places.ts';

type Component = {
  readonly name: string;
  readonly version: string;
  readonly licenses?: readonly { readonly license?: { readonly id?: string } }[];
};
export type Sbom = {
  readonly serialNumber?: string;
  readonly metadata: { readonly timestamp?: string; readonly tools?: unknown; readonly component: Component };
  readonly components: readonly Component[];
};

const command = [
  'sbom',
  '--sbom-format=cyclonedx',
  '--sbom-type=application',
  '--omit=dev',
  '--workspace=@vid/server',
  '--workspace=@vid/web',
];

/**
 * Returns the CycloneDX bill of materials of a release: the components that npm lists, and Node. The serial number,
 * build time, npm version and checkout folder name are omitted, so that two builds of a commit are equal.
 */
export async function createSbom(version: string): Promise<Sbom> {
  const { stdout } = await promisify(execFile)('npm', command, { cwd: root, maxBuffer: 64 * 1024 ** 2 });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- npm writes CycloneDX
  const { serialNumber: _serial, metadata, components, ...sbom } = JSON.parse(stdout) as Sbom;
  const { timestamp: _time, tools: _tools, component, ...facts } = metadata;
  return {
    ...sbom,
    metadata: { ...facts, component: { ...component, name: 'vid', version } },
    components: [...components, node()],
  };
}

function node(): Component & { readonly type: string; readonly purl: string } {
  const { node: version } = process.versions;
  const licenses = [{ license: { id: 'MIT' } }];
  return { type: 'platform', name: 'node', version, purl: `pkg:generic/node@${version}`, licenses };
}

/** Returns the components' names, versions and licence texts as one text. */
export async function listLicences({ components }: Sbom): Promise<string> {
  const folders = await findPackages();
  const parts = await Promise.all(
    components.map(async ({ name, version, licenses = [] }) => {
      const title = `${name} ${version} (${licenses.map(({ license }) => license?.id).join(', ')})`;
      const folder = folders.get(`${name}@${version}`);
      return [title, ...(folder === undefined ? [] : await readLicences(folder))].join('\n\n');
    }),
  );
  return `${parts.join('\n\n\n')}\n`;
}

/** Maps `name@version` of the lock file's packages to their folders. */
async function findPackages(): Promise<ReadonlyMap<string, string>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- npm writes the lock file
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly version?: string }>>;
  };
  const entries = Object.entries(packages).map(
    ([path, { version }]) =>
      [`${path.replace(/^.*node_modules\//u, '')}@${version}`, join(root, path)] as const,
  );
  return new Map(entries);
}

async function readLicences(folder: string): Promise<readonly string[]> {
  const names = (await readdir(folder)).filter((name) => /^(?:licen[cs]e|copying|notice)/iu.test(name));
  return Promise.all(
    names.toSorted().map(async (name) => (await readFile(join(folder, name), 'utf8')).trim()),
  );
}
