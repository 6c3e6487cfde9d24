import { describe, expect, it } from 'vitest';
import { newRefusalReference, newRequestId, readReference } from './references.ts';

const at = new Date('2026-11-29T03:41:05.700Z');

const seconds = (time: string) => readReference(newRequestId(Date.parse(time)));

describe('a reference', () => {
  it('contains the second of its request and differs for each request', () => {
    const [one, other] = [newRequestId(at.getTime()), newRequestId(at.getTime())];
    expect(one).toMatch(/^[2-9A-HJKMNP-Z]{12}$/u);
    expect(one).not.toBe(other);
    expect(one.slice(0, 6)).toBe(other.slice(0, 6));
    expect(readReference(one)).toEqual({
      kind: 'request',
      reference: one,
      at: new Date('2026-11-29T03:41:05.000Z'),
    });
  });

  it('can encode the last second of 2053', () => {
    expect(seconds('2053-12-31T23:59:59Z')).toMatchObject({ at: new Date('2053-12-31T23:59:59Z') });
    expect(seconds('2020-01-01T00:00:00Z')).toMatchObject({ at: new Date('2026-01-01T00:00:00Z') });
  });

  it('is read in lower case, and with spaces and hyphens', () => {
    const refusal = newRefusalReference();
    const spoken = `${refusal.slice(0, 4)} ${refusal.slice(4, 7)}-${refusal.slice(7)} `.toLowerCase();
    expect(readReference(spoken)).toEqual({ kind: 'refusal', reference: refusal });
  });

  it.each(['', 'MGVQ', 'MGVQ7K2XA9HDE', 'MGVQ7K2XAO', 'nguyenlong', '0912345678', '+84912345678'])(
    'is not read from %j',
    (text) => {
      expect(readReference(text)).toBeUndefined();
    },
  );
});
