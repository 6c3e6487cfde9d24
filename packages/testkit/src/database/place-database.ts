import { writeFile } from 'node:fs/promises';

type Value = string | number | readonly Value[] | { readonly [key: string]: Value };
type Network = { readonly address: string; readonly bits: number; readonly place: Value };

/** Writes a MaxMind DB of IPv4 networks (https://maxmind.github.io/MaxMind-DB, version 2.0, 24-bit records). */
export async function writePlaceDatabase(file: string, networks: readonly Network[]): Promise<void> {
  const data: Buffer[] = [];
  let dataLength = 0;
  /** A branch of a node leads to another node, to data, or to nothing. */
  type Link = { readonly node: number } | { readonly data: number } | undefined;
  const nodes: [Link, Link][] = [[undefined, undefined]];
  for (const { address, bits, place } of networks) {
    const value = encode(place);
    const digits = address
      .split('.')
      .map((byte) => Number(byte).toString(2).padStart(8, '0'))
      .join('');
    const path = Array.from(digits, Number);
    let node = 0;
    path.slice(0, bits).forEach((bit, depth) => {
      const pair = nodes[node];
      if (!pair) throw new Error('a link leads to no node');
      const side = bit === 0 ? 0 : 1;
      if (depth === bits - 1) {
        pair[side] = { data: dataLength };
        return;
      }
      const next = pair[side];
      if (next && 'node' in next) ({ node } = next);
      else {
        node = nodes.push([undefined, undefined]) - 1;
        pair[side] = { node };
      }
    });
    data.push(value);
    dataLength += value.length;
  }
  const tree = Buffer.alloc(nodes.length * 6);
  nodes.flat().forEach((link, index) => {
    const record = !link ? nodes.length : 'node' in link ? link.node : nodes.length + 16 + link.data;
    tree.writeUIntBE(record, index * 3, 3);
  });
  const metadata = encode({
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_780_000_000,
    database_type: 'Test-City',
    description: { en: 'Test' },
    ip_version: 4,
    languages: ['en'],
    node_count: nodes.length,
    record_size: 24,
  });
  const separator = Buffer.alloc(16);
  await writeFile(
    file,
    Buffer.concat([
      tree,
      separator,
      ...data,
      Buffer.from('\u{AB}\u{CD}\u{EF}MaxMind.com', 'latin1'),
      metadata,
    ]),
  );
}

const types = { string: 2, uint32: 6, map: 7, array: 11 } as const;

function encode(value: Value): Buffer {
  if (typeof value === 'string') {
    const text = Buffer.from(value);
    return Buffer.concat([control(types.string, text.length), text]);
  }
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return Buffer.concat([control(types.uint32, 4), bytes]);
  }
  if (isList(value)) return Buffer.concat([control(types.array, value.length), ...value.map(encode)]);
  const entries = Object.entries(value);
  return Buffer.concat([
    control(types.map, entries.length),
    ...entries.flatMap(([key, entry]) => [encode(key), encode(entry)]),
  ]);
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

/**
 * Returns the control bytes for the type and size of a value. For types above 7, the first byte has type 0 and the
 * second the type minus 7.
 */
function control(type: number, size: number): Buffer {
  if (size > 28) throw new Error('only small values can be written');
  return type > 7 ? Buffer.from([size, type - 7]) : Buffer.from([(type << 5) | size]);
}

/**
 * A city of Vietnam, a city of Japan and a country without a city, in documentation networks (RFC 5737).
 */
export const testNetworks: readonly Network[] = [
  {
    address: '203.0.113.0',
    bits: 24,
    place: { city: { names: { en: 'Hanoi' } }, country: { iso_code: 'VN', names: { en: 'Vietnam' } } },
  },
  {
    address: '198.51.100.0',
    bits: 24,
    place: { city: { names: { en: 'Tokyo' } }, country: { iso_code: 'JP', names: { en: 'Japan' } } },
  },
  { address: '192.0.2.0', bits: 24, place: { country: { iso_code: 'VN', names: { en: 'Vietnam' } } } },
];
