import { Type, type TProperties, type TSchema, type TSchemaOptions } from 'typebox';

/**
 * Names a schema in the OpenAPI documents, so that generated clients have a type of that name. The name is the JSON
 * Schema keyword `title`, which neither validation nor serialization reads.
 */
export function named<T extends TSchema>(title: string, schema: T): T {
  return Object.assign(schema, { title });
}

export function namedObject<T extends TProperties>(title: string, properties: T) {
  return named(title, Type.Object(properties));
}

export function namedEnum<Values extends string[]>(
  title: string,
  values: readonly [...Values],
  options?: TSchemaOptions,
) {
  return named(title, Type.Enum(values, options));
}

export function arrayOf<T extends TProperties>(properties: T) {
  return Type.Array(Type.Object(properties));
}
