import { expect, it } from 'vitest';
import { join } from './join.ts';

it('objects with different keys are joined into one object', () => {
  expect(join({ a: 1 }, { b: 2 }, { c: 3 })).toEqual({ a: 1, b: 2, c: 3 });
});

it('objects with a common key cannot be joined', () => {
  expect(() => join({ a: 1 }, { a: undefined })).toThrow('two parts have the key a');
});
