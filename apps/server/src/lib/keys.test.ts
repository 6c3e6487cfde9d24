import { describe, expect, it } from 'vitest';
import { createKeys } from './keys.ts';

const keys = createKeys([{ id: 1, bytes: Buffer.alloc(32, 7) }]);
const hex = (bytes: Buffer) => bytes.toString('hex');

describe('keys derived from a data key', () => {
  it('equal the recorded keys', () => {
    expect(hex(keys.derive('a'))).toBe('daaa7e345c6aae52fca11daa647e5f411d9326106de84d189b0a89e759616274');
    expect(hex(keys.pepper('a', 'value'))).toBe(
      '7256b66d1ba60e021998c9518ce63a5ad60f66529994cfc9f7d352a1639d662e',
    );
    expect(hex(keys.hashSecret('secret \u00e9'))).toBe(
      'c85102fc83acaa1e3fc992e784eef7cf32a3d759e1ec91767b80e3b29ee959b2',
    );
  });

  it('differ by purpose and data key', () => {
    expect(hex(keys.derive('a'))).not.toBe(hex(keys.derive('b')));
    expect(hex(keys.derive('a'))).not.toBe(
      hex(createKeys([{ id: 1, bytes: Buffer.alloc(32, 8) }]).derive('a')),
    );
    expect(hex(keys.pepper('a', 'v'))).not.toBe(hex(keys.pepper('b', 'v')));
  });

  it('open only unaltered values that they sealed for the same purpose', () => {
    const sealed = keys.seal('a', 'Nguyễn Văn An');
    expect(keys.open('a', sealed)).toBe('Nguyễn Văn An');
    expect(keys.open('a', keys.seal('a', ''))).toBe('');
    expect(hex(sealed)).not.toBe(hex(keys.seal('a', 'Nguyễn Văn An')));
    expect(() => keys.open('b', sealed)).toThrow(/authenticate/u);
    for (const at of sealed.keys()) {
      const altered = Buffer.from(sealed);
      altered[at] = (altered[at] ?? 0) ^ 1;
      expect(() => keys.open('a', altered)).toThrow(/authenticate|not a sealed value|unknown data key/u);
    }
    expect(() => keys.open('a', sealed.subarray(0, 29))).toThrow('not a sealed value');
  });

  it('R8 open a value that another release sealed', () => {
    const sealed = 'AQEqzAQ3SoPfEyv2AkRpx2ffCtHtyBupnUHXta2oHrJN4i8A9S6u+tUigT6gTQ==';
    expect(keys.open('a', Buffer.from(sealed, 'base64'))).toBe('Nguyễn Văn An');
  });

  it('open values of an earlier data key, and seal with the current', () => {
    const older = { id: 1, bytes: Buffer.alloc(32, 7) };
    const both = createKeys([{ id: 2, bytes: Buffer.alloc(32, 8) }, older]);
    expect(both.open('a', keys.seal('a', 'x'))).toBe('x');
    expect(() => keys.open('a', both.seal('a', 'x'))).toThrow('unknown data key');
    expect(both.deriveAll('a').map(hex)).toEqual([hex(both.derive('a')), hex(keys.derive('a'))]);
  });

  it('cannot derive, hash or seal before they are loaded', () => {
    const empty = createKeys();
    for (const use of [() => empty.derive('a'), () => empty.pepper('a', 'v'), () => empty.seal('a', 'x')])
      expect(use).toThrow('the data keys are not loaded');
    empty.use([{ id: 1, bytes: Buffer.alloc(32, 7) }]);
    expect(hex(empty.derive('a'))).toBe(hex(keys.derive('a')));
  });
});
