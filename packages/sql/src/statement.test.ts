import { describe, expect, it } from 'vitest';
import { compile, Helper, Statement, toCamel, type Argument } from './statement.ts';
import { Parameter, UndefinedValue } from './values.ts';

const sql = (strings: TemplateStringsArray, ...args: readonly Argument[]) =>
  new Statement(strings, args, () => Promise.reject(new Error('a fragment is not sent')));
const textOf = (statement: Statement<readonly unknown[]>): string => compile(statement).plan.text;

const findPlan = (value: Argument, order: 'asc' | 'desc') =>
  compile(
    sql`select from notes where at < ${value} ${order === 'asc' ? sql`order by at` : sql`order by at desc`}`,
  ).plan;

describe('compile', () => {
  it('numbers the values of a statement and of its fragments', () => {
    const active = sql`a.deleted_at is null and a.kind = ${'personal'}`;
    const { plan, values } = compile(sql`select 1 from accounts a where ${active} and id = ${'acc_a'}`);
    expect(plan.text).toBe('select 1 from accounts a where a.deleted_at is null and a.kind = $1 and id = $2');
    expect(values).toEqual(['personal', 'acc_a']);
  });

  it('joins an array of fragments by spaces', () => {
    expect(textOf(sql`select 1 where true${[1, 2].map((value) => sql`and ${value} > 0`)} limit 1`)).toBe(
      'select 1 where true and $1 > 0 and $2 > 0 limit 1',
    );
  });

  it('writes identifiers in snake case and quotes them', () => {
    expect(
      textOf(sql`select ${new Helper(['createdAt', 'a"b'])} from ${new Helper('audit_parts.eventsOld')}`),
    ).toBe('select "created_at","a""b" from "audit_parts"."events_old"');
  });

  it('writes several objects after INSERT INTO as rows', () => {
    const row = { accountId: 'acc_a', at: sql`now()`, data: new Parameter({}, 3802) };
    const { plan, values } = compile(
      sql`insert into notes ${new Helper([row, { ...row, accountId: null }])}`,
    );
    expect(plan).toEqual({
      text: 'insert into notes ("account_id","at","data")values($1,now(),$2),($3,now(),$4)',
      types: [0, 3802, 0, 3802],
    });
    expect(values).toEqual(['acc_a', {}, null, {}]);
  });

  it('writes an object after SET as assignments', () => {
    const change = new Helper({ accountId: 'acc_a', at: sql`now()` });
    expect(textOf(sql`insert into notes ${change} on conflict (id) do update set ${change}, n = 1`)).toBe(
      'insert into notes ("account_id","at")values($1,now()) on conflict (id) do update set "account_id"=$2,"at"=now(), n = 1',
    );
  });

  it('throws for an object that follows neither SET nor INSERT INTO', () => {
    expect(() => compile(sql`select ${new Helper({ a: 1 })}`)).toThrow('must follow `set` or `insert into`');
  });

  it('throws for an undefined value, even in a fragment', () => {
    const missing = JSON.parse('{}').value;
    for (const statement of [
      sql`select ${missing}`,
      sql`select ${[missing]}`,
      sql`select ${sql`f(${missing})`}`,
      sql`insert into notes ${new Helper({ id: missing })}`,
      sql`insert into notes ${new Helper([{ id: 1, a: 1 }, { id: 1 }])}`,
    ])
      expect(() => compile(statement)).toThrow(UndefinedValue);
  });

  it('makes one plan for each combination of template, value types and fragments', () => {
    expect(findPlan('a', 'asc')).toBe(findPlan('b', 'asc'));
    expect(findPlan('a', 'asc')).not.toBe(findPlan('a', 'desc'));
    expect(findPlan(new Date(), 'asc')).not.toBe(findPlan('a', 'asc'));
    expect(findPlan(new Date(), 'asc').types).toEqual([1184]);
  });

  it('makes one plan for templates with the same text', () => {
    expect(compile(sql`select ${1} as n`).plan).toBe(compile(sql`select ${2} as n`).plan);
  });
});

it('toCamel returns the name of a column in camel case', () => {
  expect(['id', 'created_at', 'a_b_c'].map(toCamel)).toEqual(['id', 'createdAt', 'aBC']);
});
