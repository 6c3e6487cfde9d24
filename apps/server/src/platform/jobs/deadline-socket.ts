import type { addressOf } from '#database/connection.ts';
import { DialledSocket } from './dialled-socket.ts';

const deadlineMs = 3_500;
/**
 * For the statements that record the end of a job. graphile-worker does not repeat them: if one fails, it stops after
 * the running jobs, and the runner restarts. Other workers use other connections and do not wait for it.
 */
const endOfJobDeadlineMs = 10_000;
/** In graphile-worker's completeJobs.js and failJobs.js. */
const endOfJobTexts = ['delete from "graphile_worker"._private_jobs', 'last_error = '];
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
 * A connection that is destroyed when the server has not completed a query 3.5 s after it was written, or 10 s if it
 * records the end of a job. The `query_timeout` of pg 8 only rejects the query: the connection returns to the pool, and
 * the next query waits on it.
 */
export class DeadlineSocket extends DialledSocket {
  readonly #options: Options;
  readonly #header = Buffer.alloc(headerBytes);
  #headerLength = 0;
  #bodyLength = 0;
  #timer: NodeJS.Timeout | undefined;
  #hasHeard = false;
  #deadlineMs = deadlineMs;

  constructor(address: ReturnType<typeof addressOf>, options: Options) {
    super(address);
    this.#options = options;
    this.once('close', () => clearTimeout(this.#timer));
  }

  /** Destroys the connection if no query runs on it. */
  destroyIfIdle(): void {
    if (this.#timer === undefined) this.destroy(new Error('the server may be gone'));
  }

  protected override onWrite(chunk: Buffer): void {
    if (this.#timer !== undefined) return;
    this.#hasHeard = false;
    // The first chunk of a query is its text.
    this.#deadlineMs = endOfJobTexts.some((text) => chunk.includes(text)) ? endOfJobDeadlineMs : deadlineMs;
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
    }, this.#deadlineMs);
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
