import { Connection, type ConnectionOptions, type Work } from './connection.ts';
import { ConnectionError } from './errors.ts';
import { FairQueue } from './fair-queue.ts';

export type PoolOptions = ConnectionOptions & {
  readonly max: number;
  /**
   * Maximum time from a statement's submission to its result, including the wait for a connection and for earlier
   * statements on it. After this time the statement fails, and its connection, if it has one, is destroyed. If the
   * server has sent nothing on that connection since the submission, the idle connections are destroyed too. The
   * server's own limits do not help if the connection is half open, and do not cover a commit that waits for a standby.
   * Default: none.
   */
  readonly deadlineMs?: number;
  /**
   * Returns the subject of a statement or transaction, for example the caller of a request. While no connection is
   * free, the subjects take turns. Default: all have the same subject.
   */
  readonly subjectOf?: () => string;
  /**
   * Called with the text of each submitted statement, which never contains parameters. The function that it returns is
   * called with the statement's error, or without one.
   */
  readonly onStatement?: ((text: string) => ((error?: Error) => void) | undefined) | undefined;
};

/**
 * `open`: connections, including those being opened. `busy`: connections with a statement or a transaction. `waiting`:
 * statements and transactions that wait for a connection.
 */
export type PoolState = { readonly open: number; readonly busy: number; readonly waiting: number };

/** Maximum number of statements that run or wait on one connection. */
const maxPipelined = 100;
const sweepMs = 50;
const pauseAfterFailureMs = 200;

type Waiting = {
  readonly deadlineAt: number;
  readonly start: (connection: Connection) => void;
  readonly fail: (error: Error) => void;
};

/** A pool that opens connections on demand, spreads statements over them and pipelines the statements. */
export class Pool {
  readonly #options: PoolOptions;
  readonly #connections = new Set<Connection>();
  readonly #waiting = new FairQueue<Waiting>();
  #dialFailedAt = Number.NEGATIVE_INFINITY;
  #sweeper: NodeJS.Timeout | undefined;
  #isEnding = false;
  #onDrained: (() => void) | undefined;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** Sends a statement as soon as a connection can take it. */
  send(work: Work): void {
    this.#get({ deadlineAt: work.deadlineAt, start: (connection) => connection.send(work), fail: work.done });
  }

  /** Takes a connection out of the pool until `release`. Earlier statements of other callers finish first. */
  reserve(deadlineAt: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      this.#get({
        deadlineAt,
        start(connection) {
          connection.reserve();
          resolve(connection);
        },
        fail: reject,
      });
    });
  }

  /** Starts the sweep, which stops by itself once no statement is waiting or running. */
  watchDeadlines(): void {
    this.#sweeper ??= setInterval(() => this.#sweep(), sweepMs);
  }

  #get(next: Waiting): void {
    this.watchDeadlines();
    if (this.#isEnding) {
      next.fail(new ConnectionError('CONNECTION_ENDED', 'the pool is closed'));
      return;
    }
    const connection = this.#waiting.isEmpty ? this.#pick() : undefined;
    if (connection) next.start(connection);
    else this.#waiting.add(this.#options.subjectOf?.() ?? '', next);
  }

  /**
   * Picks an idle connection, else a new connection, else the least loaded connection. Returns undefined if no
   * connection can take more work.
   */
  #pick(): Connection | undefined {
    let least: Connection | undefined;
    for (const connection of this.#connections) {
      if (!connection.isShared) continue;
      if (connection.isIdle) return connection;
      if (connection.load < (least?.load ?? maxPipelined)) least = connection;
    }
    return this.#connections.size < this.#options.max ? this.#dial() : least;
  }

  #dial(): Connection {
    const pauseMs = this.#dialFailedAt + pauseAfterFailureMs - performance.now();
    const connection: Connection = new Connection(
      this.#options,
      {
        onChange: () => this.#changed(connection),
        onDialFailed: () => {
          this.#dialFailedAt = performance.now();
        },
        onRepeat: (work) => this.send(work),
      },
      { pauseMs },
    );
    this.#connections.add(connection);
    return connection;
  }

  #changed(connection: Connection): void {
    if (connection.isClosed) this.#connections.delete(connection);
    while (!this.#waiting.isEmpty) {
      const free = this.#pick();
      if (!free) return;
      this.#waiting.take()?.start(free);
    }
    if (![...this.#connections].some(({ isBusy }) => isBusy)) this.#onDrained?.();
  }

  /**
   * Destroys connections with a late statement. The check runs in an immediate, after the sockets were read, because a
   * timer runs before and would treat a reply that is already in the socket as late.
   */
  #sweep(): void {
    const now = performance.now();
    setImmediate(() => {
      for (const { fail } of this.#waiting.takeAll(({ deadlineAt }) => deadlineAt < now))
        fail(new ConnectionError('QUERY_TIMEOUT', 'no connection was free in time'));
      for (const connection of this.#connections) {
        const work = connection.findLate(now);
        if (work) this.#giveUp(connection, connection.heardAt < work.submittedAt);
      }
      if (!this.#waiting.isEmpty || [...this.#connections].some(({ load }) => load > 0)) return;
      clearInterval(this.#sweeper);
      this.#sweeper = undefined;
    });
  }

  /**
   * Destroys a connection with a late statement. If the server has sent nothing since its submission, the idle
   * connections may be half open too and are also destroyed.
   */
  #giveUp(connection: Connection, isSilent: boolean): void {
    const error = new ConnectionError('QUERY_TIMEOUT', 'the server did not answer in time');
    const idle = isSilent ? [...this.#connections].filter(({ isIdle }) => isIdle) : [];
    for (const each of [connection, ...idle]) each.destroy(error);
  }

  state(): PoolState {
    const busy = [...this.#connections].filter(({ isBusy }) => isBusy).length;
    return { open: this.#connections.size, busy, waiting: this.#waiting.size };
  }

  /**
   * Destroys all connections without waiting for the server, and fails the waiting statements. The next
   * statement makes a new connection.
   */
  disconnect(): void {
    const error = new ConnectionError('CONNECTION_DESTROYED', 'the connections were given up');
    for (const { fail } of this.#waiting.takeAll(() => true)) fail(error);
    for (const connection of this.#connections) connection.destroy(error);
  }

  /**
   * Destroys the connections on which the server has sent nothing for `ms` milliseconds, except connections that are
   * being opened. Returns the number of destroyed connections.
   */
  disconnectSilent(ms: number): number {
    const since = performance.now() - ms;
    const silent = [...this.#connections].filter(({ heardAt }) => heardAt > 0 && heardAt < since);
    for (const connection of silent)
      connection.destroy(new ConnectionError('CONNECTION_DESTROYED', 'the server was silent'));
    return silent.length;
  }

  /** Closes the pool. Running and waiting statements have `timeoutMs` to finish. */
  async close(timeoutMs: number): Promise<void> {
    this.#isEnding = true;
    const { promise: drained, resolve } = Promise.withResolvers<void>();
    this.#onDrained = resolve;
    const timer = setTimeout(resolve, timeoutMs);
    if (this.#waiting.isEmpty && ![...this.#connections].some(({ isBusy }) => isBusy)) resolve();
    await drained;
    clearTimeout(timer);
    clearInterval(this.#sweeper);
    const error = new ConnectionError('CONNECTION_DESTROYED', 'the pool is closed');
    for (const { fail } of this.#waiting.takeAll(() => true)) fail(error);
    for (const connection of this.#connections) {
      if (connection.isBusy) connection.destroy(error);
      else connection.close();
    }
  }
}
