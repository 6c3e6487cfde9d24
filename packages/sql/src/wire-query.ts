import type { EventEmitter } from 'node:events';
import { Query, type Connection } from 'pg';
import { toCamel } from './statement.ts';
import { parserOf, type WireValue } from './values.ts';

/** The server's description of a prepared statement: the parameter types and the columns. */
export type Description = { readonly parameters: readonly number[]; readonly columns: Columns };
export type Columns = readonly {
  readonly name: string;
  readonly type: number;
  readonly parse: (text: string) => unknown;
}[];

export type WireRequest =
  | { readonly kind: 'simple'; readonly text: string }
  | {
      readonly kind: 'prepare';
      readonly name: string;
      readonly text: string;
      readonly types: readonly number[];
    }
  | {
      readonly kind: 'execute';
      readonly name: string;
      readonly values: readonly WireValue[];
      readonly columns: Columns;
    };
type Done = (error: Error | undefined, rows?: ResultRows) => void;

/**
 * The members of pg's connection that a query uses, as pg-cursor does. pg's type declarations describe an older
 * version.
 */
declare module 'pg' {
  interface Connection {
    parse(query: { readonly name: string; readonly text: string; readonly types: readonly number[] }): void;
    bind(bind: { readonly statement: string; readonly values: readonly WireValue[] }): void;
    describe(target: { readonly type: 'S'; readonly name: string }): void;
    execute(portal: object): void;
  }
}
type Field = { readonly name: string; readonly dataTypeID: number };

type Outcome = Description & {
  readonly count: number;
  readonly command: string;
};

/** The rows of a reply, with its outcome. Only the rows are own properties, so that the object equals a plain array. */
export class ResultRows extends Array<unknown> {
  #outcome: Outcome = { count: 0, command: '', parameters: [], columns: [] };
  static override get [Symbol.species]() {
    return Array;
  }
  end(outcome: Outcome): this {
    this.#outcome = outcome;
    return this;
  }
  get count(): number {
    return this.#outcome.count;
  }
  get command(): string {
    return this.#outcome.command;
  }
  get parameters(): readonly number[] {
    return this.#outcome.parameters;
  }
  get columns(): Columns {
    return this.#outcome.columns;
  }
}

/** Streams that are corked until the end of this turn of the event loop. */
const corked = new WeakSet<object>();

/** Joins all writes of this turn of the event loop into one. */
function corkUntilNextTick(stream: Connection['stream']): void {
  if (corked.has(stream)) return;
  corked.add(stream);
  stream.cork();
  process.nextTick(() => {
    corked.delete(stream);
    stream.uncork();
  });
}

/** The query class of pg. `WireQuery` extends it, because pg pipelines only its instances. */
const PgQuery: new (text: string) => EventEmitter = Query;

/** One request of a pg client. Calls `done` once, with an error or the reply. */
export class WireQuery extends PgQuery {
  readonly #request: WireRequest;
  readonly #done: Done;
  #columns: Columns = [];
  #parameters: readonly number[] = [];
  #rows = new ResultRows();
  #command = '';
  /** The error of the first value that could not be parsed. */
  #failure: Error | undefined;
  #forget: (() => void) | undefined;

  constructor(request: WireRequest, done: Done) {
    super('');
    this.#request = request;
    this.#done = done;
    if (request.kind === 'execute') this.#columns = request.columns;
  }

  submit(wire: Connection): undefined {
    const request = this.#request;
    corkUntilNextTick(wire.stream);
    if (request.kind === 'simple') {
      wire.query(request.text);
      return;
    }
    const { name } = request;
    if (request.kind === 'prepare') {
      const learn = (message: { readonly dataTypeIDs: readonly number[] }): void => {
        this.#parameters = message.dataTypeIDs;
      };
      wire.once('parameterDescription', learn);
      this.#forget = () => wire.off('parameterDescription', learn);
      wire.parse({ name, text: request.text, types: request.types });
      wire.describe({ type: 'S', name });
    } else {
      wire.bind({ statement: name, values: request.values });
      wire.execute({});
    }
    wire.sync();
  }

  handleRowDescription({ fields }: { readonly fields: readonly Field[] }): void {
    this.#rows = new ResultRows();
    this.#columns = fields.map(({ name, dataTypeID: type }) => ({
      name: toCamel(name),
      type,
      parse: parserOf(type),
    }));
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    const columns = this.#columns;
    const row: Record<string, unknown> = {};
    try {
      for (let index = 0; index < columns.length; index += 1) {
        const column = columns[index];
        const text = fields[index] ?? null;
        if (column) row[column.name] = text === null ? null : column.parse(text);
      }
    } catch (error) {
      this.#failure ??= error instanceof Error ? error : new Error(String(error));
    }
    this.#rows.push(row);
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.#command = text;
  }

  handleEmptyQuery(): void {}

  handleError(error: Error): void {
    this.#forget?.();
    this.#done(this.#failure ?? error);
  }

  handleReadyForQuery(): void {
    this.#forget?.();
    if (this.#failure) {
      this.#done(this.#failure);
      return;
    }
    // Command tags look like `SELECT 2`, `INSERT 0 1` or `BEGIN`.
    const [command = '', ...numbers] = this.#command.split(' ');
    const count = Number(numbers.at(-1) ?? 0) || 0;
    this.#done(
      undefined,
      this.#rows.end({ count, command, parameters: this.#parameters, columns: this.#columns }),
    );
  }
}
