import { describe, expect, it } from 'vitest';
import { isAmbiguous } from './json-body.ts';

describe('a JSON body', () => {
  it.each([
    ['{"a":1,"a":2}', true],
    ['{"a":1,"\\u0061":2}', true],
    ['[{"b":{"a":1},"b":2}]', true],
    ['{"a":{"a":1},"b":"a","c":["a","a"]}', false],
    ['[{"a":1},{"a":2}]', false],
    ['{"a":"\\"b\\":{","b":1}', false],
    [`${'['.repeat(16)}${']'.repeat(16)}`, false],
    [`${'['.repeat(17)}${']'.repeat(17)}`, true],
    [`{"a":[${'[],'.repeat(20)}[]]}`, false],
  ])('%s repeats a name or is too deep: %s', (text, isRefused) => {
    expect(isAmbiguous(text)).toBe(isRefused);
  });
});
