import { asSchema, type JsonSchema, type JsonValue } from './json-schema.ts';

export function exampleOf(schema: JsonSchema): JsonValue {
  const { const: constant, enum: values, examples, anyOf, properties, items } = schema;
  if (constant !== undefined) return constant;
  if (Array.isArray(examples)) return examples[0] ?? null;
  if (Array.isArray(values)) return values[0] ?? null;
  if (Array.isArray(anyOf)) return exampleOf(asSchema(anyOf[0]));
  switch (schema['type']) {
    case 'object':
      return Object.fromEntries(
        Object.entries(asSchema(properties)).map(([name, field]) => [name, exampleOf(asSchema(field))]),
      );
    case 'array':
      return [exampleOf(asSchema(items))];
    case 'integer':
    case 'number':
      return 0;
    case 'boolean':
      return true;
    default:
      return 'text';
  }
}
