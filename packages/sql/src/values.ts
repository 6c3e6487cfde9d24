import { parse as parseArray } from 'postgres-array';

/** A parameter in the form that is sent: a string in text format, a Buffer in binary format, or null. */
export type WireValue = string | Buffer | null;

/** Object ids of the types that this file encodes or parses (`pg_type`). */
const oid = {
  bool: 16,
  bytea: 17,
  bigint: 20,
  smallint: 21,
  int: 23,
  oid: 26,
  json: 114,
  real: 700,
  double: 701,
  textArray: 1009,
  date: 1082,
  timestamp: 1114,
  timestamptz: 1184,
  jsonb: 3802,
} as const;

export const jsonbType = oid.jsonb;

const isJson = (type: number): boolean => type === oid.json || type === oid.jsonb;
const isTime = (type: number): boolean =>
  type === oid.date || type === oid.timestamp || type === oid.timestamptz;

/** A value with its type's object id, for places where PostgreSQL cannot infer the type. */
export class Parameter {
  readonly value: unknown;
  readonly type: number;
  constructor(value: unknown, type: number) {
    this.value = value;
    this.type = type;
  }
}

/** Thrown if a statement contains an undefined value, before anything is sent, so that no other query is affected. */
export class UndefinedValue extends Error {
  override readonly name = 'UndefinedValue';
  readonly code = 'UNDEFINED_VALUE';
  constructor() {
    super('a value of a statement is undefined; write null');
  }
}

/**
 * Returns the type that the value alone determines, or 0. Without a type, PostgreSQL would read the date in `now() -
 * ${date}` as an interval.
 */
export function typeOf(value: unknown): number {
  if (value instanceof Parameter) return value.type;
  if (value instanceof Date) return oid.timestamptz;
  if (value instanceof Uint8Array) return oid.bytea;
  if (typeof value === 'boolean') return oid.bool;
  return typeof value === 'bigint' ? oid.bigint : 0;
}

/**
 * Returns the value of a parameter, not yet encoded.
 * @throws UndefinedValue if the value, or an element of an array, is undefined
 */
export function requireValue(given: unknown): unknown {
  const value = given instanceof Parameter ? given.value : given;
  if (value === undefined || (Array.isArray(value) && value.includes(undefined))) throw new UndefinedValue();
  return value;
}

/** Encodes a value for the type that PostgreSQL expects, so that a string for `jsonb` becomes a JSON string. */
export function encode(value: unknown, type: number): WireValue {
  if (value === null) return null;
  if (isJson(type)) return JSON.stringify(value);
  if (typeof value === 'string') return type === oid.bytea ? Buffer.from(value) : value;
  if (value instanceof Uint8Array) return Buffer.isBuffer(value) ? value : Buffer.from(value);
  if (typeof value === 'number' && isTime(type)) return new Date(value).toISOString();
  return Array.isArray(value) ? encodeArray(value) : encodeText(value);
}

function encodeText(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`;
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean')
    return String(value);
  throw new TypeError('an object is sent as jsonb only: use sql.json');
}

function encodeArray(values: readonly unknown[]): string {
  const items = values.map((value) => {
    if (value === null) return 'NULL';
    if (Array.isArray(value)) return encodeArray(value);
    return `"${encodeText(value).replace(/["\\]/gu, String.raw`\$&`)}"`;
  });
  return `{${items.join(',')}}`;
}

type Parser = (text: string) => unknown;
const toNumber: Parser = (text) => Number(text);
const toDate: Parser = (text) => new Date(text);
const toJson: Parser = (text) => JSON.parse(text);
const parsers: ReadonlyMap<number, Parser> = new Map([
  [oid.smallint, toNumber],
  [oid.int, toNumber],
  [oid.oid, toNumber],
  [oid.real, toNumber],
  [oid.double, toNumber],
  [oid.date, toDate],
  [oid.timestamp, toDate],
  [oid.timestamptz, toDate],
  [oid.json, toJson],
  [oid.jsonb, toJson],
  [oid.bool, (text) => text === 't'],
  [oid.bytea, (text) => Buffer.from(text.slice(2), 'hex')],
  [oid.textArray, (text) => parseArray(text)],
]);
const asText: Parser = (text) => text;

/** Returns the parser of a type. Values of types without a parser, such as `bigint` and `numeric`, are read as text. */
export const parserOf = (type: number): Parser => parsers.get(type) ?? asText;
