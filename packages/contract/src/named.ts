import type { TSchema } from 'typebox';

/**
 * Names a shape in the OpenAPI documents, so that a generated client has a type of that name. The name is the JSON Schema
 * keyword `title`, which neither validation nor serialisation reads.
 */
export function named<T extends TSchema>(title: string, schema: T): T {
  return Object.assign(schema, { title });
}
