import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { negotiateEncoding } from './encoding.ts';

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};

type StaticFile = {
  readonly type: string;
  readonly etag: string;
  /** True for a file with a content hash in its name. */
  readonly isImmutable: boolean;
  readonly bodies: { readonly identity: Buffer; br?: Buffer; gzip?: Buffer };
};

export type StaticAnswer = {
  readonly headers: Readonly<Record<string, string>>;
  readonly etag: string;
  readonly body: Buffer;
};

/**
 * Files of the built web app, read into memory once. Requests look up this closed set, so a URL never becomes
 * a file system path.
 */
export class StaticFiles {
  readonly #files: ReadonlyMap<string, StaticFile>;

  private constructor(files: ReadonlyMap<string, StaticFile>) {
    this.#files = files;
  }

  bodiesOf(pattern: RegExp): Buffer[] {
    return [...this.#files].filter(([name]) => pattern.test(name)).map(([, { bodies }]) => bodies.identity);
  }

  static async read(folder: string): Promise<StaticFiles> {
    const files = new Map<string, StaticFile>();
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const paths = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    for (const path of paths) {
      const name = relative(folder, path).split(sep).join('/');
      const type = types[extname(name)];
      // Do not serve the page templates or the build metadata in `.vite` as files.
      if (!type || name.startsWith('html/') || name.startsWith('.')) continue;
      const bodies: StaticFile['bodies'] = { identity: await readFile(path) };
      if (paths.includes(`${path}.br`)) bodies.br = await readFile(`${path}.br`);
      if (paths.includes(`${path}.gz`)) bodies.gzip = await readFile(`${path}.gz`);
      const file = {
        type,
        etag: createHash('sha256').update(bodies.identity).digest('base64url').slice(0, 22),
        isImmutable: name.startsWith('assets/'),
        bodies,
      };
      files.set(name, file);
      const font = /^assets\/(?<font>(?:latin|vietnamese)-\d+)-[\w-]+\.woff2$/u.exec(name)?.groups?.['font'];
      // Pages rendered by the server refer to fonts without the content hash.
      if (font !== undefined) files.set(`fonts/${font}.woff2`, { ...file, isImmutable: false });
    }
    return new StaticFiles(files);
  }

  find(name: string, acceptEncoding: string | undefined): StaticAnswer | undefined {
    const file = this.#files.get(name);
    if (!file) return undefined;
    const encoding = negotiateEncoding(acceptEncoding, {
      br: file.bodies.br !== undefined,
      gzip: file.bodies.gzip !== undefined,
    });
    const etag = `"${file.etag}${encoding === 'identity' ? '' : `-${encoding}`}"`;
    return {
      etag,
      body: file.bodies[encoding] ?? file.bodies.identity,
      headers: {
        'content-type': file.type,
        etag,
        'cache-control': file.isImmutable
          ? 'public, max-age=31536000, immutable'
          : 'public, max-age=3600, must-revalidate',
        vary: 'Accept-Encoding',
        ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
      },
    };
  }
}
