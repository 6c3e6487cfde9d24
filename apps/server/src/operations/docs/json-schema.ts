export type JsonSchema = { readonly [key: string]: JsonValue };
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/** Removes TypeBox's markers; returns an empty schema for undefined. */
export function toJsonSchema(schema: unknown): JsonSchema {
  const value: JsonValue | undefined = schema === undefined ? undefined : JSON.parse(JSON.stringify(schema));
  return asSchema(value);
}

export function asSchema(value: JsonValue | undefined): JsonSchema {
  return isSchema(value) ? value : {};
}

function isSchema(value: JsonValue | undefined): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
