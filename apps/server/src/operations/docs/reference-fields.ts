import { asSchema, type JsonSchema, type JsonValue } from './json-schema.ts';

/** One line of a table of fields. */
export type Field = {
  /** With its parents: `enterprise.taxCode`, `slides[].title`. */
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly note: string;
};

/** The fields of a shape, those of nested objects after their parent. */
export function listFields(
  schema: JsonSchema,
  shapes: Readonly<Record<string, JsonSchema>>,
  parent = '',
): Field[] {
  const own = resolve(schema, shapes);
  if (own['type'] === 'array') return listFields(asSchema(own['items']), shapes, `${parent}[]`);
  if (isLocalisedText(own)) return [];
  const { properties, anyOf } = own;
  if (Array.isArray(anyOf)) return anyOf.flatMap((option) => listFields(asSchema(option), shapes, parent));
  const required = Array.isArray(own['required']) ? own['required'] : [];
  return Object.entries(asSchema(properties)).flatMap(([key, value]) => {
    const field = resolve(asSchema(value), shapes);
    const name = parent === '' ? key : `${parent}.${key}`;
    return [
      {
        name,
        type: typeOf(field, shapes),
        isRequired: required.includes(key),
        note: noteOf(field),
      },
      ...listFields(field, shapes, name),
    ];
  });
}

/** `{vi, en}`: said in one line, it is everywhere. */
function isLocalisedText(schema: JsonSchema): boolean {
  return Object.keys(asSchema(schema['properties'])).join() === 'vi,en';
}

function resolve(schema: JsonSchema, shapes: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const reference = schema['$ref'];
  if (typeof reference !== 'string') return schema;
  return shapes[reference.slice(reference.lastIndexOf('/') + 1)] ?? {};
}

export function typeOf(schema: JsonSchema, shapes: Readonly<Record<string, JsonSchema>>): string {
  const own = resolve(schema, shapes);
  const { anyOf, enum: options, type } = own;
  if (own['const'] !== undefined) return JSON.stringify(own['const']);
  if (Array.isArray(options)) return options.map((option) => JSON.stringify(option)).join(' | ');
  if (Array.isArray(anyOf)) return anyOf.map((option) => typeOf(asSchema(option), shapes)).join(' | ');
  if (isLocalisedText(own)) return 'text in vi and en';
  if (type === 'array') return `${typeOf(asSchema(own['items']), shapes)}[]`;
  return typeof type === 'string' ? type : 'any';
}

/** How a limit of a schema is said. */
const limits: readonly (readonly [string, (value: string) => string])[] = [
  ['minLength', (value) => (value === '1' ? 'not empty' : `at least ${value} characters`)],
  ['maxLength', (value) => `at most ${value} characters`],
  ['minimum', (value) => `from ${value}`],
  ['maximum', (value) => `up to ${value}`],
  ['format', (value) => `as ${value}`],
];

function noteOf(schema: JsonSchema): string {
  const told = limits.flatMap(([name, tell]) => {
    const value = textOf(schema[name]);
    return value === '' ? [] : [tell(value)];
  });
  return [textOf(schema['description']), told.join(', ')].filter((part) => part !== '').join(' ');
}

/** A plain value as text; nothing for what is no plain value. */
export function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
