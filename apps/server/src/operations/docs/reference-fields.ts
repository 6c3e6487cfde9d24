import { asSchema, type JsonSchema, type JsonValue } from './json-schema.ts';

export type Field = {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly note: string;
};

export function listFields(schema: JsonSchema, parent = ''): Field[] {
  const { type, items, properties, anyOf } = schema;
  if (type === 'array') return listFields(asSchema(items), `${parent}[]`);
  if (isLocalisedText(schema)) return [];
  if (Array.isArray(anyOf)) return anyOf.flatMap((option) => listFields(asSchema(option), parent));
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  return Object.entries(asSchema(properties)).flatMap(([key, value]) => {
    const field = asSchema(value);
    const name = parent === '' ? key : `${parent}.${key}`;
    return [
      { name, type: typeOf(field), isRequired: required.includes(key), note: noteOf(field) },
      ...listFields(field, name),
    ];
  });
}

function isLocalisedText(schema: JsonSchema): boolean {
  return Object.keys(asSchema(schema['properties'])).join() === 'vi,en';
}

export function typeOf(schema: JsonSchema): string {
  const { const: constant, anyOf, items, type } = schema;
  if (constant !== undefined) return JSON.stringify(constant);
  if (Array.isArray(anyOf)) return anyOf.map((option) => typeOf(asSchema(option))).join(' | ');
  if (isLocalisedText(schema)) return 'text in vi and en';
  if (type === 'array') return `${typeOf(asSchema(items))}[]`;
  return typeof type === 'string' ? type : 'any';
}

const limits: readonly (readonly [string, (value: string) => string])[] = [
  ['minLength', (value) => (value === '1' ? 'not empty' : `at least ${value} characters`)],
  ['maxLength', (value) => `at most ${value} characters`],
  ['minimum', (value) => `from ${value}`],
  ['maximum', (value) => `up to ${value}`],
  ['format', (value) => `as ${value}`],
];

function noteOf(schema: JsonSchema): string {
  const described = limits.flatMap(([name, describe]) => {
    const value = textOf(schema[name]);
    return value === '' ? [] : [describe(value)];
  });
  return [textOf(schema['description']), described.join(', ')].filter((part) => part !== '').join(' ');
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
