import { asSchema, toJsonSchema, type JsonSchema, type JsonValue } from './json-schema.ts';

/** The named schemas of a document. A schema with a `title` becomes one, and so does a shared body or result. */
export class Components {
  readonly schemas: Record<string, JsonSchema> = {};
  readonly #names = new Map<string, string>();

  /**
   * The schema with references in place of the named schemas inside it. It leaves out the examples of single fields: the
   * reference page shows whole examples.
   */
  convert(shape: unknown): JsonSchema {
    return asSchema(this.#convert(toJsonSchema(shape)));
  }

  /** The same, but an object without a name gets `name`, unless an equal one has a name already. */
  share(name: string, shape: unknown): JsonSchema {
    const schema = this.convert(shape);
    if (schema['properties'] === undefined) return schema;
    return this.#add(this.#names.get(JSON.stringify(schema)) ?? name, schema);
  }

  #convert(value: JsonValue): JsonValue {
    if (Array.isArray(value)) return value.map((item: JsonValue) => this.#convert(item));
    if (typeof value !== 'object' || value === null) return value;
    const { title, examples: _examples, ...schema } = asSchema(value);
    const converted = Object.fromEntries(
      Object.entries(schema).map(([key, part]) => [key, isData.has(key) ? part : this.#convert(part)]),
    );
    if (typeof title !== 'string')
      return title === undefined ? converted : { ...converted, title: this.#convert(title) };
    return this.#add(title, converted);
  }

  /** @throws Error if two different schemas have the same name */
  #add(name: string, schema: JsonSchema): JsonSchema {
    const text = JSON.stringify(schema);
    const known = this.#names.get(text) ?? name;
    const named = this.schemas[known];
    if (named !== undefined && JSON.stringify(named) !== text)
      throw new Error(`two schemas are named ${known}`);
    this.#names.set(text, known);
    this.schemas[known] = schema;
    return { $ref: `#/components/schemas/${known}` };
  }
}

/** Keywords whose value is data, in which `title` is an ordinary property. */
const isData = new Set(['const', 'default', 'enum', 'required']);
