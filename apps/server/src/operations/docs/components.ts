import { asSchema, toJsonSchema, type JsonSchema, type JsonValue } from './json-schema.ts';

/** Named schemas of an OpenAPI document: schemas with a `title`, bodies and results. */
export class Components {
  readonly schemas: Record<string, JsonSchema> = {};

  /**
   * Replaces named schemas inside a schema by references. Leaves out examples of single fields, because the
   * reference page shows whole examples.
   */
  convert(shape: unknown): JsonSchema {
    return asSchema(this.#convert(toJsonSchema(shape)));
  }

  /** Turns an object without a title into a component called `name`; only converts any other shape. */
  share(name: string, shape: unknown): JsonSchema {
    const schema = this.convert(shape);
    if (schema['properties'] === undefined) return schema;
    return this.#add(name, schema);
  }

  #convert(value: JsonValue): JsonValue {
    if (Array.isArray(value)) return value.map((item: JsonValue) => this.#convert(item));
    if (typeof value !== 'object' || value === null) return value;
    const { title, examples: _examples, ...schema } = asSchema(value);
    const converted = Object.fromEntries(
      Object.entries(schema).map(([key, part]) => [key, this.#convertKeyword(key, part)]),
    );
    return typeof title === 'string' ? this.#add(title, converted) : converted;
  }

  #convertKeyword(key: string, value: JsonValue): JsonValue {
    if (dataKeywords.has(key)) return value;
    if (key !== 'properties') return this.#convert(value);
    // Keep every property name, because a property may be called `title` or `examples`.
    return Object.fromEntries(
      Object.entries(asSchema(value)).map(([name, property]) => [name, this.#convert(property)]),
    );
  }

  /** @throws Error if two different schemas have the same name */
  #add(name: string, schema: JsonSchema): JsonSchema {
    const named = this.schemas[name];
    if (named !== undefined && JSON.stringify(named) !== JSON.stringify(schema))
      throw new Error(`two schemas are named ${name}`);
    this.schemas[name] = schema;
    return { $ref: `#/components/schemas/${name}` };
  }
}

/** Keywords whose value is data, not a schema. */
const dataKeywords = new Set(['const', 'default', 'enum', 'required']);
