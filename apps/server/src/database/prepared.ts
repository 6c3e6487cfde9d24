import { is, Placeholder, sql, type SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Sql } from './connection.ts';

export type StatementValue = string | number | boolean | Buffer | null;

/**
 * A statement of composed SQL, prepared once for each connection, which Drizzle's own `execute` never is. `build` is
 * called once with a placeholder for each name; each call then gives their values.
 */
export function prepareStatement<Row extends object, const Name extends string>(
  client: Sql,
  names: readonly Name[],
  build: (value: Readonly<Record<Name, unknown>>) => SQL,
): (values: Readonly<Record<Name, StatementValue>>) => Promise<readonly Row[]> {
  const placeholders = Object.fromEntries(names.map((name) => [name, sql.placeholder(name)]));
  // oxlint-disable-next-line no-unsafe-type-assertion -- made of exactly these names
  const { sql: text, params } = new PgDialect().sqlToQuery(build(placeholders as Record<Name, unknown>));
  const order = params.map((param) => {
    const name = is(param, Placeholder) ? names.find((known) => known === param.name) : undefined;
    if (name === undefined) throw new Error('a value stands where a placeholder should');
    return name;
  });
  return async (values) =>
    client.unsafe<Row[]>(
      text,
      order.map((name) => values[name]),
      { prepare: true },
    );
}
