import type { Readable } from 'node:stream';
import { fromBuffer, type Entry, type ZipFile } from 'yauzl';
import { readLimits, ReadProblem } from '../read-limits.ts';

export type Archive = {
  readonly names: ReadonlySet<string>;
  open(name: string): AsyncGenerator<Buffer> | undefined;
};

/**
 * Rejects archives with too many entries, and entries that claim to expand too far when they are opened; large
 * style sheets are never opened. yauzl stops at an entry that expands beyond its claimed size.
 */
export async function openArchive(file: Buffer): Promise<Archive> {
  const zip = await openZip(file);
  if (zip.entryCount > readLimits.zipEntries) throw new ReadProblem('fileTooLarge');
  const entries = new Map<string, Entry>();
  for (const entry of await listEntries(zip)) {
    entries.set(entry.fileName, entry);
  }
  return {
    names: new Set(entries.keys()),
    open(name) {
      const entry = entries.get(name);
      if (!entry) return undefined;
      const { compressedSize, uncompressedSize } = entry;
      if (uncompressedSize > readLimits.sheetBytes) throw new ReadProblem('fileTooLarge');
      // A small entry may have any compression ratio.
      if (uncompressedSize > 1_000_000 && uncompressedSize > compressedSize * readLimits.zipRatio)
        throw new ReadProblem('fileTooLarge');
      return readEntry(zip, entry);
    },
  };
}

function openZip(file: Buffer): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    fromBuffer(file, { lazyEntries: true, validateEntrySizes: true }, (error, zip) =>
      error ? reject(new ReadProblem('fileFormat', { cause: error })) : resolve(zip),
    );
  });
}

function listEntries(zip: ZipFile): Promise<readonly Entry[]> {
  return new Promise((resolve, reject) => {
    const entries: Entry[] = [];
    zip.on('entry', (entry: Entry) => {
      entries.push(entry);
      zip.readEntry();
    });
    zip.once('end', () => resolve(entries));
    zip.once('error', (error) => reject(new ReadProblem('fileFormat', { cause: error })));
    zip.readEntry();
  });
}

async function* readEntry(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  const stream = await new Promise<Readable>((resolve, reject) => {
    zip.openReadStream(entry, (error, opened) =>
      error ? reject(new ReadProblem('fileFormat', { cause: error })) : resolve(opened),
    );
  });
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) yield chunk;
  } catch (error) {
    throw new ReadProblem('fileFormat', { cause: error });
  }
}
