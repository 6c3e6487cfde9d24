import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import manifest from '../package.json' with { type: 'json' };
import { packFolder } from './archive.ts';
import { buildImage } from './image.ts';
import { output, root } from './places.ts';
import { createSbom } from './sbom.ts';
import { assemble } from './tree.ts';

/**
 * `npm run release` builds the archive that an operator unpacks: Node, the bundled server, its native packages, the web
 * app, PostgreSQL for evaluation, and the documentation. With `--image`, it also builds a container image.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { image: { type: 'boolean', default: false } } });
  const { version } = manifest;
  const name = `vid-${version}-${process.platform}-${process.arch}`;
  const folder = join(output, name);
  await rm(output, { recursive: true, force: true });
  await mkdir(output, { recursive: true });

  const sbom = await createSbom(version);
  await assemble(folder, sbom);
  const archive = `${folder}.tar.zst`;
  await packFolder(folder, name, archive, commitTime());
  const sbomFile = `${folder}.cdx.json`;
  await copyFile(join(folder, 'sbom.cdx.json'), sbomFile);
  const image = `${folder}.oci.tar`;
  if (values.image) await buildImage(folder, image, version, commitTime());
  const files = [archive, sbomFile, ...(values.image ? [image] : [])];

  const sums = join(output, 'SHA256SUMS');
  const lines = await Promise.all(files.map(async (file) => `${await hashOf(file)}  ${basename(file)}`));
  await writeFile(sums, `${lines.join('\n')}\n`);
  sign(sums);
  const { size } = await stat(archive);
  process.stdout.write(`${archive} (${(size / 1024 ** 2).toFixed(0)} MiB)\n`);
}

/** Returns the time of the checked-out commit, which all files in the archive get. */
function commitTime(): Date {
  const seconds = execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' });
  return new Date(Number(seconds) * 1000);
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** Signs the checksums with the key of VID_RELEASE_KEY, a secret key from `signify -G -n`, if it is set. */
function sign(sums: string): void {
  const key = process.env['VID_RELEASE_KEY'];
  if (key === undefined)
    process.stderr.write('The checksums are not signed, because VID_RELEASE_KEY is not set.\n');
  else execFileSync('signify-openbsd', ['-S', '-s', key, '-m', sums], { stdio: 'inherit' });
}

await main();
