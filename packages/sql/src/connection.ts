import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import { dial, dialMs, nameOfServer, type DialOptions, type ServerAddress } from './dial.ts';
import { ConnectionError, isFatal, isLostStatement, nameStatement } from './errors.ts';
import { proveOwnSession } from './own-session.ts';
import type { Compiled, Mode, Plan } from './statement.ts';
import { encode } from './values.ts';
import { WireQuery, type Description, ResultRows, type WireRequest } from './wire-query.ts';

export type Work = {
  readonly compiled: Compiled;
  readonly mode: Mode;
  /** A time on the clock of `performance.now()`, like all times in this file. */
  readonly submittedAt: number;
  readonly deadlineAt: number;
  /**
   * True if the statement may be sent again, on any connection, after the server has lost its prepared
   * statement.
   */
  canRepeat: boolean;
  readonly done: (error: Error | undefined, rows?: ResultRows) => void;
};

export type ConnectionOptions = DialOptions & {
  readonly server: ServerAddress;
  readonly user: string;
  readonly password?: string;
  readonly database: string;
  /** Run-time parameters of the session, set at start-up. */
  readonly session?: Readonly<Record<string, string | number>>;
  /**
   * Parameters of `session`, in milliseconds, that must be in force, because a pooler may drop parameters that it does
   * not know.
   */
  readonly requiredLimits?: readonly string[];
  /**
   * Age in milliseconds after which a connection is closed as soon as it is idle, so that a failover behind the same
   * address is noticed.
   */
  readonly maxLifetimeMs?: number;
  /** Called for each chunk of data that the server sends. */
  readonly onReply?: (() => void) | undefined;
  readonly onNotification?: ((channel: string, payload: string) => void) | undefined;
};

const defaultLifetimeMs = 30 * 60_000;

export type ConnectionEvents = {
  /** Called when the connection may be able to take more work, or was closed. */
  readonly onChange: () => void;
  readonly onDialFailed: (error: Error) => void;
  /** Called when the server has lost the prepared statement of `work`, so that the caller can send `work` again. */
  readonly onRepeat: (work: Work) => void;
};

type Prepared = Description & { readonly name: string };

/** Sends all session parameters in the start-up message, because pg itself sends only some of them. */
class SessionClient extends Client {
  readonly #parameters: Readonly<Record<string, string>>;
  constructor(config: ClientConfig, { user, database, session = {} }: ConnectionOptions) {
    super(config);
    const settings = Object.entries(session).map(([name, value]) => [name, String(value)]);
    this.#parameters = { user, database, ...Object.fromEntries(settings) };
  }
  getStartupConf(): Readonly<Record<string, string>> {
    return this.#parameters;
  }
}

/**
 * A connection of a pool, from its dial to its end. A connection that failed is replaced, never reused. Statements are
 * pipelined and answered in the order of their submission.
 */
export class Connection {
  readonly #options: ConnectionOptions;
  readonly #events: ConnectionEvents;
  readonly #provesSession: boolean;
  #socket: Socket | undefined;
  #client: Client | undefined;
  #state: 'opening' | 'open' | 'closed' = 'opening';
  /** Statements that wait for the connection to open, or for an earlier statement to be prepared. */
  readonly #queue: Work[] = [];
  readonly #sent = new Set<Work>();
  readonly #prepared = new Map<Plan, Prepared>();
  /** Makes names of prepared statements unique, because a pooler may give the session to another client. */
  readonly #prefix = crypto.randomUUID().slice(0, 8);
  #names = 0;
  #isPreparing = false;
  #isReserved = false;
  #lifetime: NodeJS.Timeout | undefined;
  #isExpired = false;
  /** Time of the last data from the server, or 0 before the first data. */
  heardAt = 0;
  /**
   * Called when the connection is lost, so that a transaction learns of the loss even while it waits for something
   * other than the server.
   */
  onLost: ((error: Error) => void) | undefined;

  constructor(
    options: ConnectionOptions,
    events: ConnectionEvents,
    {
      pauseMs = 0,
      provesSession = true,
    }: { readonly pauseMs?: number; readonly provesSession?: boolean } = {},
  ) {
    this.#options = options;
    this.#events = events;
    this.#provesSession = provesSession;
    void this.#open(pauseMs);
  }

  get isClosed(): boolean {
    return this.#state === 'closed';
  }
  get load(): number {
    return this.#queue.length + this.#sent.size;
  }
  get isIdle(): boolean {
    return this.#state === 'open' && this.load === 0 && !this.#isReserved;
  }
  get isBusy(): boolean {
    return this.load > 0 || this.#isReserved;
  }
  /** Returns whether the pool may send statements of several callers on this connection. */
  get isShared(): boolean {
    return !this.#isReserved && !this.#isExpired;
  }
  findLate(now: number): Work | undefined {
    return [...this.#sent, ...this.#queue].find(({ deadlineAt }) => deadlineAt < now);
  }

  reserve(): void {
    this.#isReserved = true;
  }

  release(): void {
    this.#isReserved = false;
    this.#afterWork();
  }

  send(work: Work): void {
    if (this.#state === 'closed') {
      work.done(new ConnectionError('CONNECTION_CLOSED', 'the connection was lost'));
      return;
    }
    this.#queue.push(work);
    this.#flush();
  }

  /** Sends the waiting statements, up to the first statement that must be prepared. */
  #flush(): void {
    while (this.#state === 'open' && !this.#isPreparing) {
      const work = this.#queue[0];
      if (!work) return;
      const { mode, compiled } = work;
      const prepared = this.#prepared.get(compiled.plan);
      if (mode === 'prepared' && !prepared) {
        this.#prepare(work);
        return;
      }
      this.#queue.shift();
      this.#sent.add(work);
      if (mode === 'simple') this.#submit(work, { kind: 'simple', text: compiled.plan.text });
      else if (mode === 'describe') this.#describe(work);
      else if (prepared) this.#execute(work, prepared);
    }
  }

  /** Prepares the first statement in the queue while later statements wait. */
  #prepare(work: Work): void {
    const { plan } = work.compiled;
    this.#isPreparing = true;
    this.#names += 1;
    const name = `${this.#prefix}_${this.#names}`;
    this.#query({ kind: 'prepare', name, ...plan }, (error, rows) => {
      this.#isPreparing = false;
      if (rows) this.#prepared.set(plan, { name, parameters: rows.parameters, columns: rows.columns });
      else {
        this.#queue.shift();
        this.#settle(work, error);
      }
      this.#flush();
    });
  }

  /**
   * Describes a statement. Holds the queue like `#prepare`, because two simultaneous descriptions would both get the
   * reply to the first.
   */
  #describe(work: Work): void {
    this.#isPreparing = true;
    this.#query({ kind: 'prepare', name: '', ...work.compiled.plan }, (error, rows) => {
      this.#isPreparing = false;
      this.#settle(work, error, rows);
      this.#flush();
    });
  }

  #execute(work: Work, prepared: Prepared): void {
    const { compiled } = work;
    const { name, parameters, columns } = prepared;
    let values;
    try {
      values = compiled.values.map((value, index) => encode(value, parameters[index] ?? 0));
    } catch (error) {
      this.#settle(work, error instanceof Error ? error : new Error(String(error)));
      return;
    }
    this.#query({ kind: 'execute', name, values, columns }, (error, rows) => {
      if (error && isLostStatement(error)) {
        // Forget all prepared statements, because the event that lost this statement may have lost the others too. Skip
        // this step if a later use has already prepared the statement again.
        if (this.#prepared.get(compiled.plan) === prepared) this.#prepared.clear();
        if (work.canRepeat) {
          work.canRepeat = false;
          this.#sent.delete(work);
          // The pool repeats the statement, and skips this connection if a transaction has begun on it since.
          this.#events.onRepeat(work);
          this.#afterWork();
          return;
        }
      }
      this.#settle(work, error, rows);
    });
  }

  #submit(work: Work, request: WireRequest): void {
    this.#query(request, (error, rows) => this.#settle(work, error, rows));
  }

  #query(request: WireRequest, done: Work['done']): void {
    this.#client?.query(
      new WireQuery(request, (error, rows) => {
        if (this.isClosed) return;
        // The server is about to close the connection, so the connection must not get another statement.
        if (error && isFatal(error)) this.destroy(error);
        else done(error, rows);
      }),
    );
  }

  #settle(work: Work, error: Error | undefined, rows?: ResultRows): void {
    this.#sent.delete(work);
    work.done(error && nameStatement(error, work.compiled.plan.text), rows);
    this.#afterWork();
  }

  /** Offers the connection for more work, or closes it. Called after each statement and at the end of a reservation. */
  #afterWork(): void {
    if (this.#state !== 'open') return;
    // Statements of other callers must not run in a transaction that is still open.
    if (!this.#isReserved && this.#client?.getTransactionStatus() !== 'I')
      this.destroy(new ConnectionError('CONNECTION_DESTROYED', 'a transaction was left open'));
    else if (this.#isExpired && !this.isBusy) this.close();
    else this.#events.onChange();
  }

  async #open(pauseMs: number): Promise<void> {
    const { server, user, password = '', database, session = {}, requiredLimits = [] } = this.#options;
    const { maxLifetimeMs = defaultLifetimeMs, onReply, onNotification } = this.#options;
    const late = new ConnectionError('CONNECT_TIMEOUT', 'no connection to the database in time');
    let timer: NodeJS.Timeout | undefined;
    try {
      if (pauseMs > 0) await delay(pauseMs);
      if (this.isClosed) return;
      timer = setTimeout(() => this.#fail(late), dialMs(server));
      const { socket, refuse } = await dial(server, this.#options);
      if (this.isClosed) {
        socket.destroy();
        return;
      }
      this.#socket = socket;
      socket.on('data', () => {
        this.heardAt = performance.now();
        onReply?.();
      });
      // Add these listeners before pg adds its own, whose errors are less precise.
      socket.on('error', (error) => this.#fail(error));
      socket.on('close', () =>
        this.#fail(new ConnectionError('CONNECTION_CLOSED', 'the server closed the connection')),
      );
      const client = new SessionClient(
        {
          user,
          database,
          password: () => password,
          // `dial` has negotiated TLS. With `direct`, which PGSSLNEGOTIATION may ask for, pg would refuse `ssl: false`.
          ssl: false,
          sslnegotiation: 'postgres',
          pipeline: true,
          stream: () => adopt(socket),
        },
        this.#options,
      );
      this.#client = client;
      client.on('error', (error) => this.#fail(error));
      client.on('notification', ({ channel, payload }) => onNotification?.(channel, payload ?? ''));
      client.connection.on('parameterStatus', ({ parameterName, parameterValue }: Record<string, string>) => {
        const refusal = refuse(parameterName ?? '', parameterValue ?? '');
        if (refusal) this.#fail(refusal);
      });
      let announcedPid = 0;
      client.connection.on('backendKeyData', ({ processID }: { readonly processID: number }) => {
        announcedPid = processID;
      });
      await client.connect();
      if (this.isClosed) return;
      if (this.#provesSession)
        await proveOwnSession({
          server: nameOfServer(server),
          announcedPid,
          limits: requiredLimits.map((name) => [name, Number(session[name])]),
          ask: (text) => this.#ask(client, text),
          openOther: () => this.#openOther(),
        });
    } catch (error) {
      this.#fail(error instanceof Error ? error : new Error(String(error)));
      return;
    } finally {
      clearTimeout(timer);
    }
    if (this.isClosed) return;
    this.#state = 'open';
    this.#lifetime = setTimeout(() => {
      this.#isExpired = true;
      this.#afterWork();
    }, maxLifetimeMs);
    this.#lifetime.unref();
    this.#flush();
    this.#events.onChange();
  }

  /** Runs a statement outside the queue, to set up a connection or to compare sessions. */
  #ask(client: Client, text: string): Promise<readonly unknown[]> {
    return new Promise((resolve, reject) => {
      client.query(
        new WireQuery({ kind: 'simple', text }, (error, rows = new ResultRows()) => {
          if (error) reject(error);
          else resolve(rows);
        }),
      );
    });
  }

  /** Opens another connection to the same server, to compare its session with this one. */
  #openOther(): Promise<{ ask: (text: string) => Promise<readonly unknown[]>; close: () => void }> {
    return new Promise((resolve, reject) => {
      const other = new Connection(
        this.#options,
        {
          onChange: () => {
            const client = other.#client;
            if (other.#state === 'open' && client)
              resolve({ ask: (text) => other.#ask(client, text), close: () => other.close() });
          },
          onDialFailed: reject,
          onRepeat: () => undefined,
        },
        { provesSession: false },
      );
    });
  }

  #fail(error: Error): void {
    if (this.#state === 'opening') this.#events.onDialFailed(error);
    this.destroy(error);
  }

  /** Closes the connection without waiting for its peer, and rejects all its statements. */
  destroy(error: Error): void {
    if (!this.#end()) return;
    this.#socket?.destroy();
    const works = [...this.#sent, ...this.#queue.splice(0)];
    this.#sent.clear();
    for (const work of works) work.done(error);
    this.onLost?.(error);
    this.#events.onChange();
  }

  /** Ends the session without waiting for a reply, because the peer may be unreachable. */
  close(): void {
    const wasOpen = this.#state === 'open';
    if (!this.#end()) return;
    const socket = this.#socket;
    if (wasOpen) socket?.end(terminate, () => socket.destroy());
    else socket?.destroy();
    this.#events.onChange();
  }

  #end(): boolean {
    if (this.isClosed) return false;
    this.#state = 'closed';
    clearTimeout(this.#lifetime);
    return true;
  }
}

const terminate = Buffer.from(['X'.charCodeAt(0), 0, 0, 0, 4]);

/** Gives pg a connected socket. pg calls `connect` and waits for the event, so `connect` only emits it. */
function adopt(socket: Socket): Socket {
  socket.connect = () => {
    process.nextTick(() => socket.emit('connect'));
    return socket;
  };
  return socket;
}
