import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { dial } from '@vid/sql/dial';
import type { addressOf } from '#database/connection.ts';

/** The maximum length of the server parameters that PostgreSQL reports at the start of a connection. */
const reportBytes = 16_384;

/** A connection for `pg` to the first host that answers. Writes wait until the connection is open. */
export class DialledSocket extends Duplex {
  readonly #address: ReturnType<typeof addressOf>;
  #socket: Socket | undefined;

  constructor(address: ReturnType<typeof addressOf>) {
    super();
    this.#address = address;
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
      const { socket, refuse } = await dial(this.#address);
      if (this.destroyed) socket.destroy();
      else this.#follow(socket, refuse);
    } catch (error) {
      return done(error instanceof Error ? error : new Error(String(error)));
    }
    done();
    this.emit('connect');
    return undefined;
  }

  #follow(socket: Socket, refuse: Awaited<ReturnType<typeof dial>>['refuse']): void {
    this.#socket = socket;
    this.#refuseReadOnly(socket, refuse);
    socket.on('data', (chunk: Buffer) => {
      this.onData(chunk);
      if (!this.push(chunk)) socket.pause();
    });
    socket.on('end', () => this.push(null));
    socket.on('error', (error) => this.destroy(error));
    socket.on('close', () => this.destroy());
  }

  /** PostgreSQL 14 and newer report both parameters before the first query, in messages that end with a zero byte. */
  #refuseReadOnly(socket: Socket, refuse: Awaited<ReturnType<typeof dial>>['refuse']): void {
    let report = '';
    const read = (chunk: Buffer): void => {
      report += chunk.toString('latin1');
      const [, name] = /(in_hot_standby|default_transaction_read_only)\0on\0/u.exec(report) ?? [];
      const refusal = name === undefined ? undefined : refuse(name, 'on');
      if (refusal) this.destroy(refusal);
      // ReadyForQuery ends the server's start-up messages.
      if (refusal || report.includes('Z\0\0\0\u0005') || report.length > reportBytes)
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
