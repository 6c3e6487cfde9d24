import type { Sql } from '#database/connection.ts';
import { listMigrations } from '#database/migrate.ts';

type Column = {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly isNullable: boolean;
  readonly default: string | null;
};
type Detail = { readonly table: string; readonly text: string };
type Described = { readonly comment: string; readonly columns: ReadonlyMap<string, string> };

export async function renderSchema(sql: Sql): Promise<string> {
  const columns = await sql<Column[]>`
    select c.relname as "table", a.attname as "name", format_type(a.atttypid, a.atttypmod) as "type",
      not a.attnotnull as is_nullable, pg_get_expr(d.adbin, d.adrelid) as "default"
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
    order by a.attnum`;
  const details = await sql<Detail[]>`
    select conrelid::regclass::text as "table", pg_get_constraintdef(oid) as "text", 1 as "rank"
    from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
    union all
    select tablename, regexp_replace(indexdef, '^CREATE (UNIQUE )?INDEX (\\S+) ON .*? USING btree ', '\\1INDEX \\2 '), 2
    from pg_indexes where schemaname = 'public'
      and not exists (select from pg_constraint k where k.conname = indexname)
    union all
    select tgrelid::regclass::text, 'TRIGGER ' || tgname, 3 from pg_trigger
    where not tgisinternal and tgparentid = 0
    order by "table", "rank", "text"`;
  const sections: string[] = [
    '# Schema',
    'Generated from a new database and the comments of `apps/server/src/database/schema` by `tables.test.ts`.',
  ];
  for (const { name, text } of await listMigrations()) {
    sections.push(`## ${/^-- (.*?)\.?\n/u.exec(text)?.[1] ?? name}`);
    for (const [table, described] of describeTables(text))
      sections.push(
        renderTable(
          table,
          described,
          columns.filter((column) => column.table === table),
          details.filter((detail) => detail.table === table),
        ),
      );
  }
  return `${sections.join('\n\n')}\n`;
}

function describeTables(text: string): ReadonlyMap<string, Described> {
  const tables = new Map<string, Described & { readonly columns: Map<string, string> }>();
  let comment: string[] = [];
  let columns: Map<string, string> | undefined;
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (line.startsWith('-- ')) {
      comment.push(line.slice(3));
      continue;
    }
    const table = /^create (?:unlogged )?table (\w+) \(/u.exec(line)?.[1];
    const column = /^(\w+) /u.exec(line)?.[1];
    if (table !== undefined) {
      columns = new Map();
      tables.set(table, { comment: comment.join(' '), columns });
    } else if (line.startsWith(')')) columns = undefined;
    else if (columns && column !== undefined && comment.length > 0) columns.set(column, comment.join(' '));
    comment = [];
  }
  return tables;
}

function renderTable(
  table: string,
  { comment, columns: comments }: Described,
  columns: readonly Column[],
  details: readonly Detail[],
): string {
  const rows = columns.map(({ name, type, isNullable, default: value }) => {
    const cells = [name, isNullable ? `${type}, null` : type, value ?? '', comments.get(name) ?? ''];
    return `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`;
  });
  const list = details.map(({ text }) => `- \`${text.replaceAll('\n', ' ')}\``);
  return [
    `### ${table}`,
    ...(comment === '' ? [] : [comment]),
    ['| column | type | default | meaning |', '|---|---|---|---|', ...rows].join('\n'),
    list.join('\n'),
  ].join('\n\n');
}
