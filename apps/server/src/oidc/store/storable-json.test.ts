import { describe, expect, it } from 'vitest';
import { storableJson } from './storable-json.ts';

describe('JSON for the database', () => {
  it.each(['\0', 'a\0', '\ud800', 'x\udc00y'])('P12 cannot contain %j as a value or as a name', (text) => {
    for (const value of [text, { nonce: text }, { claims: { [text]: null } }, [[text]]])
      expect(() => storableJson(value)).toThrow('invalid_request');
  });

  it.each(['', 'Nguyễn', '😀', String.raw`\u0000`, '\u0001'])('keeps %j unchanged', (text) => {
    expect(JSON.parse(storableJson({ text }))).toEqual({ text });
  });
});
