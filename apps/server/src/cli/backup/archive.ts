import { createHash, timingSafeEqual } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ReadableStream as WebStream } from 'node:stream/web';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import type { Decrypter, Encrypter } from 'age-encryption';
import { createTarDecoder, createTarPacker } from 'modern-tar';
import type { Keys } from '#lib/keys.ts';
import type { Entry } from './base-backup.ts';
import { parseManifest, type Manifest } from './manifest.ts';

/**
 * The last two entries of an archive: its manifest, and the manifest's HMAC. Anyone can encrypt to a public
 * age recipient, so only the HMAC shows that the holder of the master key made the archive.
 */
const manifestName = 'manifest.json';
const proofName = 'manifest.hmac';
const proofPurpose = 'backup';

/** Thrown for an archive that is damaged, truncated, forged or encrypted with another key. */
export class BadArchive extends Error {
  override readonly name = 'BadArchive';
}

type PackInput = {
  readonly entries: AsyncIterable<Entry>;
  /** Called after the last entry. */
  readonly describe: () => Omit<Manifest, 'digest'>;
  readonly encrypter: Encrypter;
  readonly keys: Pick<Keys, 'pepper'>;
  readonly write: (chunk: Uint8Array) => Promise<void>;
};

/** Packs the entries and a manifest as tar, compresses the result with Zstandard, and encrypts it with age. */
export async function packArchive({ entries, describe, encrypter, keys, write }: PackInput): Promise<void> {
  const { readable, controller } = createTarPacker();
  const digest = createDigest();
  const add = async (entry: Entry): Promise<void> => {
    const { name, size, content } = digest.watch(entry);
    const body = controller.add({ name, size, type: content ? 'file' : 'directory' }).getWriter();
    for await (const chunk of content ?? []) await body.write(chunk);
    await body.close();
  };
  const pack = async (): Promise<void> => {
    try {
      for await (const entry of entries) await add(entry);
      const manifest = JSON.stringify({ ...describe(), digest: digest.value() });
      await add(textEntry(manifestName, manifest));
      await add(textEntry(proofName, proofOf(manifest, keys)));
      controller.finalize();
    } catch (error) {
      controller.error(error);
      throw error;
    }
  };
  const zstd = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } });
  const encrypt = async (): Promise<void> => {
    try {
      for await (const chunk of await encrypter.encrypt(toWeb(zstd))) await write(chunk);
    } catch (error) {
      zstd.destroy();
      throw error;
    }
  };
  // Wait for all streams, so that the backup's database session ends before the command does.
  const ends = await Promise.allSettled([encrypt(), pack(), pipeline(Readable.from(readable), zstd)]);
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
}

type UnpackInput = {
  readonly file: Readable;
  readonly decrypter: Decrypter;
  /**
   * Keys of which one must match the archive's HMAC. Without keys, the origin of the archive is not checked.
   */
  readonly keys: readonly Pick<Keys, 'pepper'>[];
  readonly extract: (entry: Entry) => Promise<void>;
};

/**
 * Extracts every entry before the manifest and returns the manifest. The caller must not use extracted files
 * before this function has returned.
 * @throws BadArchive; Error for a manifest of a newer VID
 */
export async function unpackArchive({ file, decrypter, keys, extract }: UnpackInput): Promise<Manifest> {
  const digest = createDigest();
  const texts = new Map<string, string>();
  let contentDigest: string | undefined;
  for await (const entry of readEntries(file, decrypter)) {
    if (entry.name === manifestName) contentDigest = digest.value();
    if (contentDigest === undefined) await extract(digest.watch(entry));
    else texts.set(entry.name, await textOf(entry));
  }
  const text = texts.get(manifestName) ?? '';
  if (texts.size !== 2) throw new BadArchive('the file has no manifest at its end');
  if (keys.length > 0 && !keys.some((key) => isSame(texts.get(proofName) ?? '', proofOf(text, key))))
    throw new BadArchive('the master key is not the one that the backup was made with');
  const manifest = parseManifest(text);
  if (manifest.digest !== contentDigest) throw new BadArchive('the files are not those of the manifest');
  return manifest;
}

async function* readEntries(file: Readable, decrypter: Decrypter): AsyncGenerator<Entry> {
  try {
    const decrypted = await decrypter.decrypt(toWeb(file));
    const zstd = createZstdDecompress();
    const decompressing = pipeline(Readable.from(decrypted), zstd);
    // Reading the entries fails with the same error.
    decompressing.catch(() => undefined);
    const entries = toWeb(zstd).pipeThrough(createTarDecoder({ strict: true }));
    for await (const { header, body } of entries) {
      const { name, size, type } = header;
      if (type !== 'file' && type !== 'directory') throw new BadArchive(`${name} is neither file nor folder`);
      yield { name, size, content: type === 'file' ? readBody(body) : undefined };
    }
    await decompressing;
  } catch (error) {
    throw badArchive(error);
  }
}

async function* readBody(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw badArchive(error);
  }
}

function badArchive(error: unknown): BadArchive {
  if (error instanceof BadArchive) return error;
  return new BadArchive(error instanceof Error ? error.message : String(error), { cause: error });
}

/** `Readable.toWeb` would throw an uncaught error after its reader stopped early. */
function toWeb(stream: Readable): ReadableStream<Uint8Array> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Node and the DOM declare the same class differently
  return WebStream.from(stream) as unknown as ReadableStream<Uint8Array>;
}

/** Hashes entries in order: for each, a line with its type, size and name, then its content. */
function createDigest() {
  const hash = createHash('sha256');
  return {
    watch(entry: Entry): Entry {
      const { name, size, content } = entry;
      hash.update(`${content ? 'file' : 'folder'} ${size} ${name}\n`);
      return content ? { name, size, content: watched(content) } : entry;
    },
    value: (): string => hash.copy().digest('hex'),
  };

  async function* watched(content: NonNullable<Entry['content']>): AsyncGenerator<Uint8Array> {
    for await (const chunk of content) {
      hash.update(chunk);
      yield chunk;
    }
  }
}

function textEntry(name: string, text: string): Entry {
  const content = Buffer.from(text);
  return { name, size: content.length, content: [content] };
}

async function textOf({ content }: Entry): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content ?? []) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function proofOf(manifest: string, keys: Pick<Keys, 'pepper'>): string {
  return keys.pepper(proofPurpose, manifest).toString('hex');
}

function isSame(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
