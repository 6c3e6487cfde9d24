import type { DatabaseAddress } from '#config/database-url.ts';
import { DialledSocket } from '#database/dialled-socket.ts';

const deadlineMs = 3_500;
/** Type and length. */
const headerBytes = 5;
const readyForQuery = 'Z'.charCodeAt(0);

type Options = {
  /** Whether commits wait for a standby. Their backends stay on the server when the connection is destroyed. */
  readonly areWritesStalled: () => boolean;
  /** Called when the server sent nothing until the deadline, so idle connections to it may be half open too. */
  readonly onSilent: () => void;
};

/**
 * A connection that is destroyed when the server has not completed a query 3.5 s after it was written. The
 * `query_timeout` of pg 8 only rejects the query: the connection returns to the pool, and the next query waits on it.
 */
export class DeadlineSocket extends DialledSocket {
  readonly #options: Options;
  readonly #header = Buffer.alloc(headerBytes);
  #headerLength = 0;
  #bodyLength = 0;
  #timer: NodeJS.Timeout | undefined;
  #hasHeard = false;

  constructor(address: DatabaseAddress, options: Options) {
    super(address);
    this.#options = options;
    this.once('close', () => clearTimeout(this.#timer));
  }

  /** Destroys the connection if no query runs on it. */
  destroyIfIdle(): void {
    if (this.#timer === undefined) this.destroy(new Error('the server may be gone'));
  }

  protected override onWrite(): void {
    if (this.#timer !== undefined) return;
    this.#hasHeard = false;
    this.#startTimer();
  }

  /** Looks for the message that ends each reply. Skips the contents of messages. */
  protected override onData(chunk: Buffer): void {
    this.#hasHeard = true;
    let at = 0;
    while (at < chunk.length) {
      if (this.#bodyLength > 0) {
        const skipped = Math.min(this.#bodyLength, chunk.length - at);
        this.#bodyLength -= skipped;
        at += skipped;
        continue;
      }
      const copied = chunk.copy(this.#header, this.#headerLength, at);
      this.#headerLength += copied;
      at += copied;
      if (this.#headerLength < headerBytes) return;
      this.#headerLength = 0;
      // The length counts itself.
      this.#bodyLength = this.#header.readInt32BE(1) - 4;
      if (this.#header[0] === readyForQuery) this.#stopTimer();
    }
  }

  #startTimer(): void {
    this.#timer = setTimeout(() => {
      const timer = this.#timer;
      // If this process was busy, the reply may already have arrived. Sockets are read before immediates.
      setImmediate(() => {
        if (this.#timer === timer) this.#expire();
      });
    }, deadlineMs);
  }

  #stopTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #expire(): void {
    if (this.#options.areWritesStalled()) {
      this.#startTimer();
      return;
    }
    if (!this.#hasHeard) this.#options.onSilent();
    this.destroy(new Error('the server did not answer in time'));
  }
}
