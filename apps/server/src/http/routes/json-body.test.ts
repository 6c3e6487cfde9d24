import { describe, expect, it } from 'vitest';
import { isAmbiguous } from './json-body.ts';

describe('a JSON body', () => {
  it.each([
    ['{"a":1,"a":2}', 'is refused'],
    ['{"a":1,"\\u0061":2}', 'is refused'],
    ['[{"b":{"a":1},"b":2}]', 'is refused'],
    ['{"a":{"a":1},"b":"a","c":["a","a"]}', 'is accepted'],
    ['[{"a":1},{"a":2}]', 'is accepted'],
    ['{"a":"\\"b\\":{","b":1}', 'is accepted'],
    [`${'['.repeat(16)}${']'.repeat(16)}`, 'is accepted'],
    [`${'['.repeat(17)}${']'.repeat(17)}`, 'is refused'],
    [`{"a":[${'[],'.repeat(20)}[]]}`, 'is accepted'],
  ])('such as %s %s', (text, verdict) => {
    expect(isAmbiguous(text)).toBe(verdict === 'is refused');
  });
});
