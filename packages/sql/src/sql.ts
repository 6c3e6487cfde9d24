import type { Connection, Work } from './connection.ts';
import { CommitRefused } from './errors.ts';
import { Pool, type PoolOptions, type PoolState } from './pool.ts';
import { compile, Helper, Statement, type Argument, type Compiled, type Mode } from './statement.ts';
import { jsonbType, Parameter } from './values.ts';
import type { ResultRows } from './wire-query.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- as in every driver, rows without a declared type are not checked
type Row = Record<string, any>;
// oxlint-disable-next-line typescript/no-explicit-any -- a caller's row types need no index signature
type RowTypes = readonly any[];

export type Queryable = {
  <T extends RowTypes = Row[]>(strings: TemplateStringsArray, ...args: readonly Argument[]): Statement<T>;
  (name: string): Helper;
  /** Returns identifiers, rows or assignments for use in a template (see `Helper`). */
  (columnsOrRows: object): Helper;
  json(value: unknown): Parameter;
  /** Makes a statement from text instead of a template, for the simple protocol or as a fragment. */
  unsafe<T extends RowTypes = Row[]>(text: string): Statement<T>;
};

type Begin = {
  /**
   * Runs `work` in a transaction, and commits if `work` succeeds. A failed statement rolls the transaction back, even
   * if `work` catches the error.
   * @throws the error of `work`, or of the first failed statement if `work` has caught it; CommitRefused if the server
   *   rolls back instead of committing
   */
  begin<T>(work: (tx: Queryable) => PromiseLike<T> | T): Promise<T>;
  /** `mode` follows `BEGIN`, for example `read only`. */
  begin<T>(mode: string, work: (tx: Queryable) => PromiseLike<T> | T): Promise<T>;
};

export type Sql = Queryable & Begin & Control;

type Control = {
  reserve(): Promise<Sql & { release(): void }>;
  /**
   * Destroys all connections without waiting for the server, and fails the waiting statements. The next
   * statement makes a new connection.
   */
  disconnect(): void;
  /**
   * Destroys the connections on which the server has sent nothing for this many milliseconds, except connections that
   * are being opened. Returns the number of destroyed connections.
   */
  disconnectSilent(ms: number): number;
  state(): PoolState;
};

/** A wait for a connection that is longer than these milliseconds is subtracted from a transaction's time limits. */
const shortenAfterMs = 100;
const closeMs = 5_000;

/** The pool or the connection that runs statements. */
type Scope = {
  readonly send: (work: Work) => void;
  readonly canRepeat: boolean;
  /** Start of a transaction, whose statements share one deadline. */
  readonly startedAt?: number;
  readonly onFailure?: (error: unknown) => void;
};

type TransactionWork = (tx: Queryable) => unknown;
type BeginArguments = readonly [work: TransactionWork] | readonly [mode: string, work: TransactionWork];
type Transaction = { readonly mode: string; readonly work: TransactionWork };

/** Opens a pool. Connections are made on first use, so that a process can start while its database is down. */
export function openPool(options: PoolOptions): { sql: Sql; close: () => Promise<void> } {
  const { deadlineMs = Number.POSITIVE_INFINITY, session = {} } = options;
  const { onStatement } = options;
  const pool = new Pool(options);

  const run = (scope: Scope, compiled: Compiled, mode: Mode): Promise<ResultRows> =>
    new Promise((resolve, reject) => {
      const submittedAt = performance.now();
      const onEnd = onStatement?.(compiled.plan.text);
      pool.watchDeadlines();
      scope.send({
        compiled,
        mode,
        submittedAt,
        deadlineAt: (scope.startedAt ?? submittedAt) + deadlineMs,
        canRepeat: scope.canRepeat,
        done(error, rows) {
          onEnd?.(error);
          if (rows) {
            resolve(rows);
            return;
          }
          scope.onFailure?.(error);
          reject(error ?? new Error('no reply'));
        },
      });
    });
  const runText = (scope: Scope, text: string): Promise<ResultRows> =>
    run(scope, { plan: { text, types: [] }, values: [] }, 'simple');

  function createQueryable(scope: Scope): Queryable {
    const runStatement = (statement: Statement<readonly unknown[]>): Promise<unknown> => {
      const { strings, mode } = statement;
      if (mode === 'simple' && !('raw' in strings)) return runText(scope, strings[0] ?? '');
      try {
        return run(scope, compile(statement), mode);
      } catch (error) {
        scope.onFailure?.(error);
        return Promise.reject(error);
      }
    };
    const call = (first: TemplateStringsArray | string | object, ...args: readonly Argument[]): unknown =>
      isTemplate(first) ? new Statement(first, args, runStatement) : new Helper(first);
    const members = {
      json: (value: unknown) => new Parameter(value, jsonbType),
      unsafe: (text: string) => new Statement([text], [], runStatement).simple(),
    };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the overloads tell a template from a helper
    return Object.assign(call, members) as unknown as Queryable;
  }

  async function transact(
    connection: Connection,
    startedAt: number,
    { mode, work }: Transaction,
  ): Promise<unknown> {
    let isOver = false;
    let lostBy: Error | undefined;
    let failure: { readonly error: unknown } | undefined;
    const scope: Scope = { startedAt, canRepeat: false, send: (query) => connection.send(query) };
    const tx = createQueryable({
      ...scope,
      send(query) {
        if (isOver) query.done(lostBy ?? new Error('a statement was sent after the end of its transaction'));
        else connection.send(query);
      },
      onFailure(error) {
        failure ??= { error };
      },
    });
    const attempt = async (): Promise<unknown> => {
      const waitedMs = performance.now() - startedAt;
      if (waitedMs >= shortenAfterMs) await shortenLimits(scope, waitedMs);
      const result = await work(tx);
      if (failure) throw failure.error;
      isOver = true;
      // COMMIT is never prepared. If the server had lost the prepared statement, repeating COMMIT in the failed
      // transaction would only roll back.
      const { command } = await runText(scope, 'commit');
      if (command !== 'COMMIT') throw new CommitRefused(command);
      return result;
    };
    // Await BEGIN, because a statement sent together with BEGIN would be committed alone if BEGIN failed.
    await runText(scope, `begin ${mode}`);
    const { promise: lost, reject } = Promise.withResolvers<never>();
    connection.onLost = (error) => {
      lostBy = error;
      reject(error);
    };
    try {
      // The connection may be lost while `work` waits for something other than the server.
      return await Promise.race([attempt(), lost]);
    } catch (error) {
      isOver = true;
      // A rollback that times out destroys the connection, but the caller needs the original error.
      connection.onLost = undefined;
      if (!connection.isClosed) await runText(scope, 'rollback').catch(() => undefined);
      throw isAborted(error) && failure ? failure.error : error;
    } finally {
      connection.onLost = undefined;
    }
  }

  /**
   * Subtracts the time that a transaction waited for its connection from the transaction's time limits. Otherwise the
   * server would continue a statement after the deadline destroyed its connection, and these statements would use up
   * the server's connections.
   */
  async function shortenLimits(scope: Scope, waitedMs: number): Promise<void> {
    const limits = ['statement_timeout', 'lock_timeout'].filter((name) => session[name]);
    const shorter = limits.map(
      (name) => `set local ${name} = ${Math.max(1, Math.ceil(Number(session[name]) - waitedMs))}`,
    );
    if (shorter.length > 0) await runText(scope, shorter.join(';'));
  }

  const members: Control = {
    async reserve() {
      const connection = await pool.reserve(performance.now() + deadlineMs);
      const reserved = createQueryable({ canRepeat: false, send: (work) => connection.send(work) });
      return Object.assign(reserved, {
        ...members,
        begin: (...args: BeginArguments) => transact(connection, performance.now(), readArguments(args)),
        release: () => connection.release(),
      });
    },
    disconnect: () => pool.disconnect(),
    disconnectSilent: (ms: number) => pool.disconnectSilent(ms),
    state: () => pool.state(),
  };
  const queryable = createQueryable({ canRepeat: true, send: (work) => pool.send(work) });
  const sql: Sql = Object.assign(queryable, {
    ...members,
    async begin(...args: BeginArguments) {
      const startedAt = performance.now();
      const connection = await pool.reserve(startedAt + deadlineMs);
      try {
        return await transact(connection, startedAt, readArguments(args));
      } finally {
        connection.release();
      }
    },
  });
  return { sql, close: () => pool.close(closeMs) };
}

const readArguments = (args: BeginArguments): Transaction =>
  args.length === 1 ? { mode: '', work: args[0] } : { mode: args[0], work: args[1] };
const isTemplate = (value: unknown): value is TemplateStringsArray => Array.isArray(value) && 'raw' in value;
const isAborted = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '25P02';
