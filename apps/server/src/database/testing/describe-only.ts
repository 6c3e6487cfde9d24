import { Statement } from '@vid/sql/statement';
import type { Sql } from '#database/connection.ts';

export type Refused = { readonly statement: string; readonly reason: string };

/** Columns that statements set in addition to those of the given row. */
const setByStatements = new Set(['updated_at', 'is_email_imported']);

/**
 * Creates a stand-in for any argument of a function that queries. As a connection, the stand-in makes
 * PostgreSQL prepare each statement without running it, which checks the statement against the schema. It
 * also has every property and can be called, so that any such function accepts it.
 */
export async function createDescribeOnly(sql: Sql) {
  const columnsOf = await listColumns(sql);
  const calls = new WeakMap<object, unknown>();
  const dummies = new WeakSet<object>();
  const partsOf = new WeakMap<object, readonly string[]>();
  const prepared = new Set<string>();
  const refused: Refused[] = [];
  let rowCount = 1;

  const isDummy = (value: unknown): value is object => typeof value === 'function' && dummies.has(value);

  const toArgument = (value: unknown, before: string): unknown => {
    if (Array.isArray(value)) return value.some(isDummy) ? null : value;
    if (!isDummy(value)) return value;
    const table = [...before.matchAll(/(?:insert\s+into|update)\s+(\w+)/giu)].at(-1)?.[1] ?? '';
    if (/insert\s+into\s+\w+\s*$|\bset\s*$/iu.test(before)) {
      const rows = calls.get(value);
      const argument: unknown = Array.isArray(rows) ? rows[0] : rows;
      const named = typeof argument === 'object' && argument !== null ? Object.keys(argument) : [];
      const columns = named.length > 0 ? named : (columnsOf.get(table) ?? []);
      const free = columns.filter((column) => !setByStatements.has(column));
      return sql(Object.fromEntries(free.map((column) => [column, null])));
    }
    // Only the OpenID Connect store passes table names as values, and its tables have the same shape.
    if (/(?<!distinct\s)\b(?:from|into|update|join)\s*$/iu.test(before)) {
      const argument = calls.get(value);
      return sql(typeof argument === 'string' ? argument : 'oidc_grants');
    }
    return null;
  };

  const describe = (strings: TemplateStringsArray, values: readonly unknown[]) => {
    let before = '';
    const args = values.map((value, index) => {
      before += strings[index] ?? '';
      return toArgument(value, before);
    });
    const query: unknown = Reflect.apply(sql, undefined, [strings, ...args]);
    if (!isQuery(query)) throw new Error('a template did not make a query');
    const parts = [
      beginning(strings[0] ?? ''),
      ...args.flatMap((arg) => (isQuery(arg) ? (partsOf.get(arg) ?? []) : [])),
    ];
    partsOf.set(query, parts);
    const run = query.then.bind(query);
    const answer = (): Promise<unknown> =>
      new Promise((resolve) => {
        for (const part of parts) prepared.add(part);
        void query.describe();
        void run(
          ({ columns }: { readonly columns: readonly Column[] }) => resolve(rowsOf(columns, rowCount)),
          (error: unknown) => {
            refused.push({ statement: strings.join('…'), reason: String(error) });
            resolve(rowsOf([], 0));
          },
        );
      });
    return Object.assign(query, {
      // oxlint-disable-next-line no-thenable -- a query is awaited; this one is described instead of run
      then: (resolve: (rows: unknown) => unknown, reject: (error: unknown) => unknown) =>
        answer().then(resolve, reject),
    });
  };

  const createDummy = (): object => {
    const dummy: object = new Proxy(() => undefined, {
      apply(_, __, args: unknown[]) {
        const [first, ...rest] = args;
        if (isTemplate(first)) return describe(first, rest);
        const result = createDummy();
        calls.set(result, isDummy(first) ? undefined : first);
        return result;
      },
      get(_, key) {
        if (key === 'then' || key === 'catch') return undefined;
        if (key === Symbol.toPrimitive) return () => 'A'.repeat(43);
        if (key === Symbol.iterator) return [dummy].values.bind([dummy]);
        if (key === 'length') return 1;
        if (key === 'toJSON') return () => null;
        if (key === 'begin' || key === 'savepoint')
          return async (...args: unknown[]): Promise<unknown> => {
            const work = args.at(-1);
            return typeof work === 'function' ? Reflect.apply(work, undefined, [dummy]) : undefined;
          };
        if (key === 'json') return () => sql.json(null);
        return createDummy();
      },
    });
    dummies.add(dummy);
    return dummy;
  };

  return {
    dummy: createDummy(),
    prepared,
    refused,
    returnRows: (count: 0 | 1): void => {
      rowCount = count;
    },
  };
}

export function beginning(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

type Column = { readonly name: string; readonly type: number };

function rowsOf(columns: readonly Column[], count: number) {
  const row = Object.fromEntries(columns.map(({ name, type }) => [name, sampleOf(type)]));
  return Object.assign(count === 0 ? [] : [row], { count });
}

function sampleOf(type: number): unknown {
  if (type === 16) return true;
  if (type === 17) return Buffer.alloc(32);
  if (type === 21 || type === 23) return 1;
  if (type === 1184) return new Date(0);
  if (type === 1009) return ['A'];
  if (type === 114 || type === 3802) return {};
  return 'A';
}

async function listColumns(sql: Sql): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await sql<{ tableName: string; columns: string[] }[]>`
    select table_name, array_agg(column_name::text) as columns from information_schema.columns
    where table_schema = 'public' and is_identity = 'NO' group by table_name`;
  return new Map(rows.map(({ tableName, columns }) => [tableName, columns]));
}

function isTemplate(value: unknown): value is TemplateStringsArray {
  return Array.isArray(value) && 'raw' in value;
}

export function isQuery(value: unknown): value is Statement<readonly unknown[]> {
  return value instanceof Statement;
}
