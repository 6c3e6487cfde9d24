import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { describe, expect, it } from 'vitest';
import { keysOfMaster } from '#platform/installation/data-keys.ts';
import { BadArchive, packArchive, unpackArchive } from './archive.ts';
import type { Entry } from './base-backup.ts';
import { decrypterFor, encrypterFor } from './encryption.ts';
import { archiveFormat } from './manifest.ts';

const keys = keysOfMaster(Buffer.alloc(32, 1));
const otherKeys = keysOfMaster(Buffer.alloc(32, 2));
const takenAt = '2026-11-30T04:54:09.748Z';
const manifest = { format: archiveFormat, version: '1.0.0', takenAt, migrations: ['1_accounts.sql'] };
const text = 'Nguyễn Văn An\n'.repeat(20_000);

// oxlint-disable-next-line typescript/require-await -- entries are asynchronous
async function* entries(): AsyncGenerator<Entry> {
  yield { name: 'postgres/base', size: 0, content: undefined };
  yield { name: 'postgres/base/1', size: Buffer.byteLength(text), content: [Buffer.from(text)] };
  yield { name: 'postgres/base/empty', size: 0, content: [] };
}

async function* many(): AsyncGenerator<Entry> {
  yield* entries();
  const content = [Buffer.alloc(8_192)];
  for (let file = 0; file < 1_500; file += 1) yield { name: `postgres/base/${file}`, size: 8_192, content };
}

async function* brokenEntries(): AsyncGenerator<Entry> {
  yield* entries();
  throw new Error('the database stopped');
}

async function pack(
  encrypter = encrypterFor(undefined, keys),
  author = keys,
  source = entries(),
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  await packArchive({
    entries: source,
    describe: () => manifest,
    encrypter,
    keys: author,
    write: async (chunk) => void chunks.push(chunk),
  });
  return Buffer.concat(chunks);
}

async function unpack(archive: Buffer, decrypter = decrypterFor(undefined, [keys]), readers = [keys]) {
  const found: Record<string, string | undefined> = {};
  const read = await unpackArchive({
    file: Readable.from([archive]),
    decrypter,
    keys: readers,
    async extract({ name, content }) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of content ?? []) chunks.push(chunk);
      found[name] = content && Buffer.concat(chunks).toString('utf8');
    },
  });
  return { found, read };
}

describe('an archive', () => {
  it('contains the files, the empty folders and the manifest, compressed and encrypted', async () => {
    const archive = await pack();
    expect(archive.length).toBeLessThan(text.length / 10);
    expect(archive.subarray(0, 22).toString()).toBe('age-encryption.org/v1\n');
    const { found, read } = await unpack(archive);
    expect(found).toEqual({
      'postgres/base/': undefined,
      'postgres/base/1': text,
      'postgres/base/empty': '',
    });
    expect(read).toMatchObject(manifest);
  });

  it('is refused if a byte was changed, removed or added', async () => {
    const archive = await pack();
    const damaged = Array.from({ length: 12 }, (_, part) => {
      const changed = Buffer.from(archive);
      const at = Math.floor((part * (archive.length - 1)) / 11);
      changed[at] = (changed[at] ?? 0) ^ 1;
      return changed;
    });
    const cut = [0, 1, 100, 200, archive.length - 1].map((length) => archive.subarray(0, length));
    const extended = Buffer.concat([archive, Buffer.from([0])]);
    for (const one of [...damaged, ...cut, extended]) await expect(unpack(one)).rejects.toThrow(BadArchive);
  });

  it('is refused if it was encrypted with another master key', async () => {
    await expect(unpack(await pack(), decrypterFor(undefined, [otherKeys]))).rejects.toThrow(BadArchive);
  });

  it('is readable with the former master key, while another replaces it', async () => {
    const both = [otherKeys, keys];
    const { found } = await unpack(await pack(), decrypterFor(undefined, both), both);
    expect(found['postgres/base/1']).toBe(text);
  });

  it('is readable only with the identity of its age recipient', async () => {
    const identity = await generateX25519Identity();
    const archive = await pack(encrypterFor(await identityToRecipient(identity), keys));
    const { found } = await unpack(archive, decrypterFor(`# created: today\n${identity}\n`, [keys]));
    expect(found['postgres/base/1']).toBe(text);
    await expect(unpack(archive)).rejects.toThrow(BadArchive);
    const other = decrypterFor(await generateX25519Identity(), [keys]);
    await expect(unpack(archive, other)).rejects.toThrow(BadArchive);
  });

  it('is refused if its author lacks the master key', async () => {
    const identity = await generateX25519Identity();
    const encrypter = new Encrypter();
    encrypter.addRecipient(await identityToRecipient(identity));
    const forged = await pack(encrypter, otherKeys);
    await expect(unpack(forged, decrypterFor(identity, [keys]))).rejects.toThrow(
      /master key is not the one/u,
    );
  });

  it('is refused if its files are not those of its manifest', async () => {
    const identity = await generateX25519Identity();
    const recipient = await identityToRecipient(identity);
    const decrypter = decrypterFor(identity, [keys]);
    const tar = zstdDecompressSync(await decrypter.decrypt(await pack(encrypterFor(recipient, keys))));
    const repack = async () => {
      const encrypter = new Encrypter();
      encrypter.addRecipient(recipient);
      return Buffer.from(await encrypter.encrypt(zstdCompressSync(tar)));
    };
    expect((await unpack(await repack(), decrypter)).found['postgres/base/1']).toBe(text);
    tar.write('Trần', tar.indexOf('Nguyễn'));
    await expect(unpack(await repack(), decrypter)).rejects.toThrow('not those of the manifest');
  });

  it('fails with the error of its extraction', async () => {
    const archive = await pack(encrypterFor(undefined, keys), keys, many());
    let chunks = 0;
    const unpacking = unpackArchive({
      file: Readable.from([archive]),
      decrypter: decrypterFor(undefined, [keys]),
      keys: [keys],
      async extract({ content }) {
        for await (const _ of content ?? []) {
          // Like a disk, slower than the decompression.
          await setTimeout(1);
          chunks += 1;
          if (chunks > 200) throw new Error('the disk is full');
        }
      },
    });
    await expect(unpacking).rejects.toThrow('the disk is full');
  });

  it('fails with the error of its source', async () => {
    const packing = packArchive({
      entries: brokenEntries(),
      describe: () => manifest,
      encrypter: encrypterFor(undefined, keys),
      keys,
      write: () => Promise.resolve(),
    });
    await expect(packing).rejects.toThrow('the database stopped');
  });

  it('fails with the error of its destination, and ends its source', async () => {
    let hasEnded = false;
    async function* watched(): AsyncGenerator<Entry> {
      try {
        for (;;) yield* entries();
      } finally {
        hasEnded = true;
      }
    }
    const packing = packArchive({
      entries: watched(),
      describe: () => manifest,
      encrypter: encrypterFor(undefined, keys),
      keys,
      write: () => Promise.reject(new Error('the disk is full')),
    });
    await expect(packing).rejects.toThrow('the disk is full');
    expect(hasEnded).toBe(true);
  });
});
