import { requireValue, typeOf, type Parameter } from './values.ts';

/**
 * Result of `sql('name')`, `sql(['columns'])`, `sql({ column: value })` or `sql([{ … }, { … }])`, which becomes
 * identifiers, assignments or rows.
 */
export class Helper {
  readonly first: string | object;
  constructor(first: string | object) {
    this.first = first;
  }
}

/** A piece of SQL with its parameters, for use inside a statement. An awaited fragment is sent as a statement. */
export type Fragment = PromiseLike<unknown> & {
  readonly strings: readonly string[];
  readonly args: readonly Argument[];
};
type Scalar = string | number | boolean | bigint | Date | Uint8Array | null;
export type Argument = Scalar | Parameter | Helper | Fragment | readonly Argument[];

export type Rows<T extends readonly unknown[]> = T & {
  /** Number of returned or changed rows. */
  readonly count: number;
  readonly columns: readonly { readonly name: string; readonly type: number }[];
};

/** Form in which a statement is sent: prepared, as text by the simple protocol, or only described to learn its columns. */
export type Mode = 'prepared' | 'simple' | 'describe';
type Run = (statement: Statement<readonly unknown[]>) => Promise<unknown>;

/** A template, which is sent as a statement when it is awaited, and is a fragment inside another template. */
export class Statement<T extends readonly unknown[]> implements Promise<Rows<T>>, Fragment {
  readonly [Symbol.toStringTag] = 'Statement';
  readonly strings: readonly string[];
  readonly args: readonly Argument[];
  mode: Mode = 'prepared';
  readonly #run: Run;
  #result: Promise<Rows<T>> | undefined;

  constructor(strings: readonly string[], args: readonly Argument[], run: Run) {
    this.strings = strings;
    this.args = args;
    this.#run = run;
  }

  /** Selects the simple protocol, so that the statement is sent without parameters and never prepared. */
  simple(): this {
    this.mode = 'simple';
    return this;
  }

  /** Selects a description instead of a run: the result has `columns` but no rows. */
  describe(): this {
    this.mode = 'describe';
    return this;
  }

  async first(): Promise<T[number] | undefined> {
    const [row] = await this;
    return row;
  }

  /** Runs the statement and returns whether it returned or changed a row. */
  async hasRows(): Promise<boolean> {
    const { count } = await this;
    return count > 0;
  }

  /** Sends the statement now instead of when it is awaited. */
  execute(): this {
    void this.#start();
    return this;
  }

  #start(): Promise<Rows<T>> {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the caller declares the type of its rows
    this.#result ??= this.#run(this) as Promise<Rows<T>>;
    return this.#result;
  }

  // oxlint-disable-next-line no-thenable -- a statement is sent when it is awaited
  then<A = Rows<T>, B = never>(
    onRows?: ((rows: Rows<T>) => A | PromiseLike<A>) | null,
    onError?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#start().then(onRows, onError);
  }
  catch<B = never>(onError?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<Rows<T> | B> {
    return this.#start().catch(onError);
  }
  finally(onEnd?: (() => void) | null): Promise<Rows<T>> {
    return this.#start().finally(onEnd);
  }
}

/**
 * The text of a statement, built once. `types` are the parameter types that the values determine. The type 0 lets
 * PostgreSQL decide.
 */
export type Plan = { readonly text: string; readonly types: readonly number[] };
export type Compiled = { readonly plan: Plan; readonly values: readonly unknown[] };

export const toCamel = (name: string): string =>
  name.replace(/_(.)/gu, (_, next: string) => next.toUpperCase());
export const fromCamel = (name: string): string =>
  name.replace(/[A-Z]/gu, (capital) => `_${capital.toLowerCase()}`);
const identifier = (name: string): string =>
  `"${fromCamel(name).replaceAll('"', '""').replaceAll('.', '"."')}"`;

/**
 * A node in the tree of all statements. Each template, helper and value type is a step, so that a few lookups find the
 * plan of a repeated statement and no text is built.
 */
type Node = { readonly next: Map<unknown, Node>; plan: Plan | undefined };
const newNode = (): Node => ({ next: new Map(), plan: undefined });
const root = newNode();
/** Plans by types and text, because different templates may have the same text. */
const plans = new Map<string, Plan>();

function step(node: Node, token: unknown): Node {
  const found = node.next.get(token);
  if (found) return found;
  const made = newNode();
  node.next.set(token, made);
  return made;
}

/**
 * Returns the plan and the values of a statement. Statements with the same text and parameter types share one
 * plan.
 * @throws UndefinedValue if a value is undefined
 */
export function compile(statement: Fragment): Compiled {
  const values: unknown[] = [];
  const node = walk(statement, root, values);
  if (!node.plan) {
    const types: number[] = [];
    const text = write(statement, '', types);
    const key = `${types.join()} ${text}`;
    node.plan = plans.get(key) ?? { text, types };
    plans.set(key, node.plan);
  }
  return { plan: node.plan, values };
}

const isFragments = (arg: Argument): arg is readonly Statement<readonly unknown[]>[] =>
  Array.isArray(arg) && arg[0] instanceof Statement;

function walk({ strings, args }: Fragment, from: Node, values: unknown[]): Node {
  // Each call of `unsafe` puts its text into a new array, so the text itself is the key.
  let node = step(from, 'raw' in strings ? strings : strings[0]);
  for (const arg of args) node = walkArgument(arg, node, values);
  return node;
}

function walkArgument(arg: Argument, from: Node, values: unknown[]): Node {
  if (arg instanceof Statement) return walk(arg, from, values);
  if (arg instanceof Helper) return walkHelper(arg, from, values);
  if (isFragments(arg))
    return arg.reduce((node, each) => walk(each, node, values), step(from, `fragments ${arg.length}`));
  values.push(requireValue(arg));
  return step(from, typeOf(arg));
}

function walkHelper({ first }: Helper, from: Node, values: unknown[]): Node {
  const { names, rows, columns } = readHelper(first);
  if (rows.length === 0) return step(from, `names ${names.join()}`);
  let node = step(from, `rows ${rows.length} ${columns.join()}`);
  for (const row of rows)
    for (const column of columns) node = walkArgument(Reflect.get(row, column), node, values);
  return node;
}

function readHelper(first: string | object) {
  const items: readonly unknown[] = Array.isArray(first) ? first : [first];
  const names = items.filter((item) => typeof item === 'string');
  const rows = items.filter((item) => typeof item === 'object' && item !== null);
  return { names, rows, columns: Object.keys(rows[0] ?? {}) };
}

/** Appends a fragment to `before` and returns the whole text. */
function write({ strings, args }: Fragment, before: string, types: number[]): string {
  let text = before + (strings[0] ?? '');
  for (const [index, arg] of args.entries())
    text = writeArgument(arg, text, types) + (strings[index + 1] ?? '');
  return text;
}

function writeArgument(arg: Argument, before: string, types: number[]): string {
  if (arg instanceof Statement) return write(arg, before, types);
  if (arg instanceof Helper) return before + writeHelper(arg, before, types);
  if (isFragments(arg)) return arg.reduce((text, each) => write(each, `${text} `, types), before);
  return `${before}$${types.push(typeOf(arg))}`;
}

/** Writes names as identifiers, an object after `set` as assignments, and objects after `insert into …` as rows. */
function writeHelper({ first }: Helper, before: string, types: number[]): string {
  const { names, rows, columns } = readHelper(first);
  if (rows.length === 0) return names.map(identifier).join(',');
  const cell = (row: object, column: string): string => writeArgument(Reflect.get(row, column), '', types);
  if (/\bset\s*$/iu.test(before))
    return columns.map((column) => `${identifier(column)}=${cell(rows[0] ?? {}, column)}`).join(',');
  if (!/\binsert\s+into\s+[^\s(]+\s*$/iu.test(before))
    throw new TypeError('an object in a statement must follow `set` or `insert into` and a table');
  const lines = rows.map((row) => `(${columns.map((column) => cell(row, column)).join(',')})`);
  return `(${columns.map(identifier).join(',')})values${lines.join(',')}`;
}
