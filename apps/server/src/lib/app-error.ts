import type { ErrorCode, FieldReason } from '@vid/contract/errors';

type Options = {
  /** Fields at fault, each with the reason its text is chosen by. */
  readonly fields?: Readonly<Record<string, FieldReason>>;
  /** Seconds until a repeat makes sense; sent as Retry-After and told in the text. */
  readonly retryAfterSeconds?: number;
  /** What a client may use, such as tries left or a reference number; sent as it is. */
  readonly details?: Readonly<Record<string, number | boolean | string>>;
  /** For the log alone; never leaves the server. */
  readonly internal?: string;
  readonly cause?: unknown;
};

/** A failure with a code of the registry. Anything else that is thrown becomes 500 INTERNAL. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: Options['fields'];
  readonly retryAfterSeconds: number | undefined;
  readonly details: Options['details'];
  readonly internal: string | undefined;
  constructor(code: ErrorCode, options: Options = {}) {
    super(code, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.fields = options.fields;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.details = options.details;
    this.internal = options.internal;
  }
}
