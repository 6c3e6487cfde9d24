import type { Sql } from '#database/connection.ts';

type Column = {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  readonly isNullable: boolean;
  /** A constraint such as `CHECK ((kind = ANY (ARRAY['personal'::text, …])))`; null if there is none. */
  readonly choices: string | null;
};

const typescriptTypes: Readonly<Record<string, string>> = {
  text: 'string',
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  int8: 'string',
  timestamptz: 'Date',
  date: 'Date',
  bytea: 'Buffer',
  jsonb: 'unknown',
  uuid: 'string',
  _text: 'string[]',
};

/**
 * Renders `tables.ts`: the row types of the migrated database that `sources` name, and the types of columns
 * with a closed list of values.
 */
export async function renderTables(sql: Sql, sources: readonly string[]): Promise<string> {
  const named = new Set(sources.flatMap((text) => text.match(/\b[A-Z]\w+\b/gu) ?? []));
  const columns = await sql<Column[]>`
    select c.table_name as "table", c.column_name as "column", c.udt_name as "type",
      c.is_nullable = 'YES' as is_nullable,
      (select pg_get_constraintdef(k.oid) from pg_constraint k
        where k.conrelid = format('%I', c.table_name)::regclass and k.contype = 'c'
          and k.conkey = array[c.ordinal_position::smallint] and pg_get_constraintdef(k.oid) like '%= ANY (ARRAY[%'
        limit 1) as choices
    from information_schema.columns c
    join information_schema.tables t on t.table_name = c.table_name and t.table_schema = c.table_schema
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.table_name <> 'schema_migrations'
    order by c.table_name, c.ordinal_position`;
  const unions: string[] = [];
  const tables = Map.groupBy(columns, ({ table }) => table)
    .entries()
    .flatMap(([table, own]) => {
      const fields = own.map((column) => {
        const union = unionOf(column);
        if (union && (named.has(union.name) || named.has(`${pascal(table)}Row`)))
          unions.push(`export type ${union.name} = ${union.choices.join(' | ')};`);
        const type = union?.name ?? typescriptTypes[column.type];
        if (type === undefined)
          throw new Error(`${table}.${column.column} has the unsupported type ${column.type}`);
        return `  ${camel(column.column)}: ${type}${column.isNullable && type !== 'unknown' ? ' | null' : ''};\n`;
      });
      const name = `${pascal(table)}Row`;
      return named.has(name) ? [`export type ${name} = {\n${fields.join('')}};`] : [];
    })
    .toArray();
  return `${[
    '// Generated from the migrated database by tables.test.ts. To update: vitest run --project server tables -u',
    unions.join('\n'),
    ...tables,
  ].join('\n\n')}\n`;
}

/**
 * Returns the type of a column with a closed list of values, such as `AccountKind` for `accounts.kind`;
 * undefined for other columns.
 */
function unionOf({ table, column, choices }: Column): { name: string; choices: string[] } | undefined {
  const words = choices?.matchAll(/'([^']*)'::text/gu).map(([, word]) => `'${word}'`);
  return (
    words && {
      name: pascal(`${table.replace(/ies$/u, 'y').replace(/s$/u, '')}_${column}`),
      choices: words.toArray(),
    }
  );
}

function camel(name: string): string {
  return name.replaceAll(/_([a-z])/gu, (_, letter: string) => letter.toUpperCase());
}

function pascal(name: string): string {
  return camel(`_${name}`);
}
