import { describe, expect, it } from 'vitest';
import { idempotencyKeyOf } from './idempotency-key.ts';

const read = (...values: string[]) =>
  idempotencyKeyOf({ headers: { 'idempotency-key': values.length > 1 ? values : values[0] } });

describe('an Idempotency-Key', () => {
  it.each([
    ['k'.repeat(16), 'k'.repeat(16)],
    ['k'.repeat(64), 'k'.repeat(64)],
    ['"0f8fad5b-d9cb-469f-a165-70867728950e"', '0f8fad5b-d9cb-469f-a165-70867728950e'],
    [undefined, undefined],
  ])('%s is read as %s', (value, key) => {
    expect(value === undefined ? idempotencyKeyOf({ headers: {} }) : read(value)).toBe(key);
  });

  it.each([
    [''],
    ['k'.repeat(15)],
    ['k'.repeat(65)],
    ['k'.repeat(20) + ' '],
    ['k'.repeat(20), 'k'.repeat(20)],
  ])('is refused if malformed or sent twice (case %$)', (...values) => {
    expect(() => read(...values)).toThrow('VALIDATION_FAILED');
  });
});
