import { describe, expect, it } from 'vitest';
import { encode, Parameter, parserOf, requireValue, typeOf, UndefinedValue } from './values.ts';

const types = { bool: 16, bytea: 17, text: 25, json: 114, textArray: 1009, timestamptz: 1184, jsonb: 3802 };

describe('encode', () => {
  it.each([
    ['a string for jsonb as a JSON string', 'a"b', types.jsonb, String.raw`"a\"b"`],
    ['a number for json', 1, types.json, '1'],
    ['an array for jsonb', ['a', null], types.jsonb, '["a",null]'],
    ['an object for jsonb', { a: new Date(0) }, types.jsonb, '{"a":"1970-01-01T00:00:00.000Z"}'],
    ['null for jsonb as NULL', null, types.jsonb, null],
    ['a string', 'a"b', types.text, 'a"b'],
    ['a number', 1.5, 0, '1.5'],
    ['a bigint', 9_007_199_254_740_993n, 0, '9007199254740993'],
    ['a boolean', false, types.bool, 'false'],
    ['a date', new Date(5), types.timestamptz, '1970-01-01T00:00:00.005Z'],
    ['milliseconds for a time', 5, types.timestamptz, '1970-01-01T00:00:00.005Z'],
    ['bytes', Buffer.from([1]), types.bytea, Buffer.from([1])],
    ['bytes that are no Buffer', new Uint8Array([1]), types.bytea, Buffer.from([1])],
    ['a string for bytes', 'é\\', types.bytea, Buffer.from('é\\')],
    ['an array', ['a"b\\', null, '', 'NULL'], types.textArray, String.raw`{"a\"b\\",NULL,"","NULL"}`],
    ['an empty array', [], types.textArray, '{}'],
    ['an array of arrays', [[1, 2], [3]], 0, '{{"1","2"},{"3"}}'],
    ['an array of bytes', [Buffer.from([255])], 0, String.raw`{"\\xff"}`],
    ['an array of dates', [new Date(5)], 0, '{"1970-01-01T00:00:00.005Z"}'],
  ])('encodes %s', (_name, value, type, sent) => {
    expect(encode(value, type)).toEqual(sent);
  });

  it('throws for an object that is not sent as jsonb', () => {
    expect(() => encode({ a: 1 }, types.text)).toThrow('use sql.json');
  });
});

it.each([
  [new Date(), types.timestamptz],
  [Buffer.alloc(1), types.bytea],
  [true, types.bool],
  [1n, 20],
  [1, 0],
  ['a', 0],
  [null, 0],
  [[true], 0],
  [new Parameter(null, types.jsonb), types.jsonb],
])('the value %o has the type %i', (value, type) => {
  expect(typeOf(value)).toBe(type);
});

it.each([[undefined], [new Parameter(undefined, types.jsonb)], [['a', undefined]]])(
  'requireValue rejects the undefined value in %o',
  (value) => {
    expect(() => requireValue(value)).toThrow(UndefinedValue);
  },
);

it.each([
  [23, '7', 7],
  [701, '1.5', 1.5],
  [20, '9007199254740993', '9007199254740993'],
  [1700, '1.50', '1.50'],
  [16, 't', true],
  [16, 'f', false],
  [17, String.raw`\x00ff`, Buffer.from([0, 255])],
  [1184, '2026-01-02 03:04:05.678+00', new Date('2026-01-02T03:04:05.678Z')],
  [3802, '{"a": [1]}', { a: [1] }],
  [1009, '{a,NULL,"b,c"}', ['a', null, 'b,c']],
  [25, 'text', 'text'],
])('parserOf reads a value of type %i', (type, text, value) => {
  expect(parserOf(type)(text)).toEqual(value);
});
