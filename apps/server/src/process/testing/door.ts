import { once } from 'node:events';
import { connect as connectSocket, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { freePort, listenOnLoopback } from '@vid/testkit/network';

type Session = {
  readonly client: Socket;
  readonly upstream: Socket;
  isFrozen: boolean;
  hasClientEnded: boolean;
};

/**
 * A TCP proxy in front of the test run's PostgreSQL that fails on demand, as a network or a load balancer
 * does.
 */
export class Door {
  #server: Server | undefined;
  #socketFolder = '';
  readonly #sessions = new Set<Session>();
  #behaviour: 'pass' | 'freeze' | 'hold' | 'refuse' = 'pass';
  #delayMs = 0;
  port = 0;

  async open(socketFolder: string): Promise<void> {
    this.#socketFolder = socketFolder;
    this.#behaviour = 'pass';
    const server = createServer({ allowHalfOpen: true }, (client) => this.#accept(client));
    this.port ||= await freePort();
    await listenOnLoopback(server, this.port);
    this.#server = server;
  }

  async close(): Promise<void> {
    const server = this.#server;
    if (!server) return;
    this.#server = undefined;
    const closed = once(server, 'close');
    server.close();
    this.cut();
    await closed;
  }

  /** Ends the current sessions; new connections still work. */
  cut(): void {
    for (const { client, upstream } of this.#sessions) {
      client.destroy();
      upstream.destroy();
    }
    this.#sessions.clear();
  }

  /**
   * Drops all further data of the current sessions but keeps them open, as a balancer does with the sessions
   * of a dead server.
   */
  freezeSessions(): void {
    for (const session of this.#sessions) session.isFrozen = true;
  }

  /** Freezes the current sessions, and new connections too until `pass`. */
  freeze(): void {
    this.freezeSessions();
    this.#behaviour = 'freeze';
  }

  /** Holds all data until `thaw`, as a frozen server does. */
  hold(): void {
    this.#behaviour = 'hold';
    for (const { client, upstream } of this.#sessions)
      for (const socket of [client, upstream]) socket.pause();
  }

  /** Delivers the data that `hold` delayed, and all further data. */
  thaw(): void {
    this.#behaviour = 'pass';
    for (const { client, upstream } of this.#sessions)
      for (const socket of [client, upstream]) socket.resume();
  }

  /** Accepts new connections and closes them at once, as a balancer without a server does. */
  refuse(): void {
    this.#behaviour = 'refuse';
  }

  /** Forwards new connections again. Frozen sessions stay frozen. */
  pass(): void {
    this.#behaviour = 'pass';
  }

  delay(ms: number): void {
    this.#delayMs = ms;
  }

  switchTo(socketFolder: string): void {
    this.#socketFolder = socketFolder;
  }

  get sessionCount(): number {
    return [...this.#sessions].filter(({ hasClientEnded }) => !hasClientEnded).length;
  }

  #accept(client: Socket): void {
    if (this.#behaviour === 'refuse') {
      client.on('error', () => undefined);
      client.destroy();
      return;
    }
    const upstream = connectSocket(join(this.#socketFolder, '.s.PGSQL.5432'));
    const session: Session = {
      client,
      upstream,
      isFrozen: this.#behaviour === 'freeze',
      hasClientEnded: false,
    };
    this.#sessions.add(session);
    for (const socket of [client, upstream]) {
      socket.on('error', () => undefined);
      socket.once('close', () => {
        // A balancer does not notice that the server of a frozen session has failed, so keep the client
        // connected.
        if (session.isFrozen && socket === upstream) return;
        client.destroy();
        upstream.destroy();
        this.#sessions.delete(session);
      });
    }
    client.on('end', () => {
      session.hasClientEnded = true;
      if (!session.isFrozen) upstream.end();
    });
    client.on('data', (data: Buffer) => {
      if (!session.isFrozen) upstream.write(data);
    });
    upstream.on('data', (data: Buffer) => this.#reply(session, data));
    if (this.#behaviour === 'hold') for (const socket of [client, upstream]) socket.pause();
  }

  #reply(session: Session, data: Buffer): void {
    const write = (): void => {
      if (!session.isFrozen) session.client.write(data);
    };
    if (this.#delayMs === 0) write();
    else setTimeout(write, this.#delayMs);
  }
}
