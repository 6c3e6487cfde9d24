import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';

const deflate = promisify(deflateRaw);

/** The fields of an entry in the directory at the end of an archive. */
type ZipEntry = {
  readonly name: string;
  readonly offset: number;
  crc: number;
  bytes: number;
  packedBytes: number;
};

/** What another process needs to continue an archive. JSON. */
export type ZipState = { readonly entries: ZipEntry[]; size: number };

const version = 20;
/** The sizes follow the content, and names are UTF-8. */
const flags = 0x08_08;
const deflated = 8;
/** 1980-01-01, the first day that a zip archive can name. */
const date = 0x00_21;
/** An empty last block of a deflate stream. */
const lastBlock = Buffer.from([3, 0]);

/**
 * A zip archive (APPNOTE 6.3) whose bytes are returned as they are written. Each `write` ends at a byte and refers to
 * nothing before it, so that another process can continue. Throws for an archive of more than 4 GB, which would need
 * ZIP64.
 */
export function createZipWriter(state: ZipState = { entries: [], size: 0 }) {
  const { entries } = state;
  const count = (bytes: Buffer): Buffer => {
    state.size += bytes.length;
    return bytes;
  };
  const last = (): ZipEntry => {
    const entry = entries.at(-1);
    if (!entry) throw new Error('no entry was begun');
    return entry;
  };

  return {
    state,

    begin(name: string): Buffer {
      entries.push({ name, offset: state.size, crc: 0, bytes: 0, packedBytes: 0 });
      return count(Buffer.concat([words(0x04_03_4b_50), fieldsOf(), Buffer.from(name)]));
    },

    /** Adds content to the entry that was begun last. */
    async write(text: string): Promise<Buffer> {
      const content = Buffer.from(text);
      const packed = await deflate(content, { finishFlush: constants.Z_FULL_FLUSH });
      const entry = last();
      entry.crc = crc32(content, entry.crc);
      entry.bytes += content.length;
      entry.packedBytes += packed.length;
      return count(packed);
    },

    /** Ends the entry that was begun last. */
    end(): Buffer {
      const entry = last();
      entry.packedBytes += lastBlock.length;
      return count(Buffer.concat([lastBlock, words(0x08_07_4b_50), sizesOf(entry)]));
    },

    /** The directory, with which the archive ends. */
    close(): Buffer {
      const directory = Buffer.concat(
        entries.map((entry) =>
          Buffer.concat([
            words(0x02_01_4b_50),
            halves(version),
            fieldsOf(entry),
            halves(0, 0, 0, 0, 0),
            words(entry.offset),
            Buffer.from(entry.name),
          ]),
        ),
      );
      const end = [
        halves(0, 0, entries.length, entries.length),
        words(directory.length, state.size),
        halves(0),
      ];
      return count(Buffer.concat([directory, words(0x06_05_4b_50), ...end]));
    },
  };

  /** The fields that an entry has before its content, without its sizes, and in the directory. */
  function fieldsOf(entry?: ZipEntry): Buffer {
    const name = Buffer.byteLength((entry ?? last()).name);
    return Buffer.concat([
      halves(version, flags, deflated, 0, date),
      entry ? sizesOf(entry) : words(0, 0, 0),
      halves(name, 0),
    ]);
  }
}

const sizesOf = ({ crc, packedBytes, bytes }: ZipEntry): Buffer => words(crc, packedBytes, bytes);

function halves(...numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(numbers.length * 2);
  for (const [index, number] of numbers.entries()) bytes.writeUInt16LE(number, index * 2);
  return bytes;
}

function words(...numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(numbers.length * 4);
  for (const [index, number] of numbers.entries()) bytes.writeUInt32LE(number, index * 4);
  return bytes;
}
