import { describe, expect, it } from 'vitest';
import { toJson } from './to-json.ts';

describe('what is kept of a request', () => {
  it.each(['\0', 'a\0', '\ud800', 'x\udc00y'])('P12 %j is refused as value and as name', (text) => {
    for (const value of [text, { nonce: text }, { claims: { [text]: null } }, [[text]]])
      expect(() => toJson(value)).toThrow('invalid_request');
  });

  it.each(['', 'Nguyễn', '😀', String.raw`\u0000`, '\u0001'])('%j is kept as it is', (text) => {
    expect(JSON.parse(toJson({ text }))).toEqual({ text });
  });
});
