import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import type { DatabaseAddress } from '#config/database-url.ts';
import { dialHost, nameOfHost } from './dial.ts';
import { ReadOnlyServer } from './read-only-server.ts';
import { TlsFault } from './tls-fault.ts';

export type DialOptions = {
  /** Accepts a standby. By default such a connection fails, and the next one begins with the next host. */
  readonly acceptsReadOnly?: boolean | undefined;
};

const oneHostMs = 2_000;
const eachHostMs = 1_000;
/** The maximum length of the server parameters that PostgreSQL reports at the start of a connection. */
const reportBytes = 16_384;

/** Where the next connection begins, shared by all pools of the process: one that finds the primary finds it for all. */
const firstHost = new Map<string, number>();

/** The time limit in milliseconds for connecting, if every host is tried. */
export function dialMs({ hosts }: DatabaseAddress): number {
  return hosts.length === 1 ? oneHostMs : hosts.length * eachHostMs + eachHostMs;
}

/**
 * A connection to the first host that answers, for both drivers: pg and postgres.js support several hosts,
 * `verify-full` and certificates for addresses in different ways, or not at all. Writes wait until the connection is
 * open.
 */
export class DialledSocket extends Duplex {
  readonly #address: DatabaseAddress;
  readonly #key: string;
  readonly #acceptsReadOnly: boolean;
  #socket: Socket | undefined;

  constructor(address: DatabaseAddress, { acceptsReadOnly = false }: DialOptions = {}) {
    super();
    this.#address = address;
    this.#key = address.hosts.map(nameOfHost).join();
    this.#acceptsReadOnly = acceptsReadOnly;
  }

  /** postgres.js ends only sockets that are open. */
  get readyState(): 'opening' | 'open' | 'closed' {
    if (this.destroyed) return 'closed';
    return this.#socket ? 'open' : 'opening';
  }

  /** For a subclass: each chunk that the client sends. */
  protected onWrite(_chunk: Buffer): void {}
  /** For a subclass: each chunk that the server sends. */
  protected onData(_chunk: Buffer): void {}

  /** pg calls these. The constructor has already started dialling. */
  connect(): this {
    return this;
  }
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(on: boolean, initialDelayMs: number): this {
    this.#socket?.setKeepAlive(on, initialDelayMs);
    return this;
  }
  ref(): this {
    this.#socket?.ref();
    return this;
  }
  unref(): this {
    this.#socket?.unref();
    return this;
  }

  override _construct(done: (error?: Error | null) => void): void {
    void this.#open(done);
  }

  async #open(done: (error?: Error | null) => void): Promise<void> {
    try {
      const socket = await this.#dial();
      if (this.destroyed) socket.destroy();
      else this.#follow(socket);
    } catch (error) {
      return done(error instanceof Error ? error : new Error(String(error)));
    }
    done();
    this.emit('connect');
    return undefined;
  }

  async #dial(): Promise<Socket> {
    const { hosts, tls } = this.#address;
    const errors: unknown[] = [];
    const first = firstHost.get(this.#key) ?? 0;
    for (let step = 0; step < hosts.length; step += 1) {
      const index = (first + step) % hosts.length;
      const host = hosts[index];
      if (!host || this.destroyed) break;
      try {
        const socket = await dialHost(host, tls, hosts.length === 1 ? oneHostMs : eachHostMs);
        firstHost.set(this.#key, index);
        if (!this.#acceptsReadOnly) this.#refuseReadOnly(socket, index);
        return socket;
      } catch (error) {
        errors.push(error);
      }
    }
    // A retry may reach a host that is down, but does not repair TLS.
    throw errors.find((error) => !(error instanceof TlsFault)) ?? errors[0] ?? new Error('closed');
  }

  #follow(socket: Socket): void {
    this.#socket = socket;
    socket.on('data', (chunk: Buffer) => {
      this.onData(chunk);
      if (!this.push(chunk)) socket.pause();
    });
    socket.on('end', () => this.push(null));
    socket.on('error', (error) => this.destroy(error));
    socket.on('close', () => this.destroy());
  }

  /** PostgreSQL 14 and newer report both parameters before the first query, in messages that end with a zero byte. */
  #refuseReadOnly(socket: Socket, index: number): void {
    let report = '';
    const read = (chunk: Buffer): void => {
      report += chunk.toString('latin1');
      const [, name] = /(in_hot_standby|default_transaction_read_only)\0on\0/u.exec(report) ?? [];
      if (name !== undefined) {
        const { hosts } = this.#address;
        const host = hosts[index];
        firstHost.set(this.#key, (index + 1) % hosts.length);
        this.destroy(
          new ReadOnlyServer(name === 'in_hot_standby' ? 'standby' : 'setting', host && nameOfHost(host)),
        );
      }
      // ReadyForQuery ends the server's start-up messages.
      if (name !== undefined || report.includes('Z\0\0\0\u0005') || report.length > reportBytes)
        socket.off('data', read);
    };
    socket.on('data', read);
  }

  override _read(): void {
    this.#socket?.resume();
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    if (!this.#socket) return done(new Error('closed'));
    this.onWrite(chunk);
    this.#socket.write(chunk, encoding, (error) => done(error));
    return undefined;
  }

  override _final(done: () => void): void {
    if (this.#socket) this.#socket.end(done);
    else done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#socket?.destroy();
    done(error);
  }
}
