import type { ErrorCode } from '@vid/contract/errors';
import type { FieldReason } from '@vid/contract/field-reasons';

type Options = {
  readonly fields?: Readonly<Record<string, FieldReason>>;
  /** Seconds after which a retry makes sense; sent as Retry-After and in the text. */
  readonly retryAfterSeconds?: number;
  /** Value of WWW-Authenticate (RFC 6750 section 3). */
  readonly challenge?: string;
  /** Values for the client, such as the number of attempts left or a reference number. */
  readonly details?: Readonly<Record<string, number | boolean | string>>;
  readonly internal?: string;
  readonly cause?: unknown;
};

/** An error with a code for the caller. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: Options['fields'];
  readonly retryAfterSeconds: number | undefined;
  readonly challenge: string | undefined;
  readonly details: Options['details'];
  readonly internal: string | undefined;
  constructor(code: ErrorCode, options: Options = {}) {
    super(code, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.fields = options.fields;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.challenge = options.challenge;
    this.details = options.details;
    this.internal = options.internal;
  }
}
