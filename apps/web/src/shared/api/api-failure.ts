import { type ErrorCode, errorRegistry } from '@vid/contract/errors';
import { message, renderMessage } from '#shared/forms/message.ts';

/**
 * How a call failed: the server answered with an error, no answer came, the browser knows it is offline,
 * the answer took too long, or the caller did not want it any more.
 */
export type FailureKind = 'response' | 'network' | 'offline' | 'timeout' | 'cancelled';

type FailureDetails = {
  kind: FailureKind;
  /** The code of the closed registry; null where the answer was not one of ours (a proxy's page, for instance). */
  code?: ErrorCode | null;
  /** The text the server wrote for this person, in their language: `error`, else `message`. */
  text?: string | null;
  /** A text per field that was refused. */
  fields?: Readonly<Record<string, string>>;
  status?: number;
  requestId?: string | null;
  reference?: string | null;
  retryAfterSeconds?: number | null;
  cause?: unknown;
};

/** What is shown where the server wrote no text (original section 8). */
const ownTexts: Record<FailureKind, string> = {
  response: message('errors.processing'),
  network: message('errors.network'),
  offline: message('errors.windowNetworkError'),
  timeout: message('errors.timeout'),
  cancelled: '',
};

/**
 * Every failed call rejects with this and with nothing else. Its `message` is the text to show, looked up in
 * the active language when it is rendered, so that a form or a notification can show it as it is.
 */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly kind: FailureKind;
  readonly code: ErrorCode | null;
  readonly fields: Readonly<Record<string, string>>;
  /** HTTP status, 0 where there was no answer. */
  readonly status: number;
  readonly requestId: string | null;
  /** The number under which the operator finds why the request was refused, where the server kept that. */
  readonly reference: string | null;
  readonly retryAfterSeconds: number | null;

  constructor(details: FailureDetails) {
    super(
      details.text ?? ownTexts[details.kind],
      details.cause === undefined ? {} : { cause: details.cause },
    );
    this.kind = details.kind;
    this.code = details.code ?? null;
    this.fields = details.fields ?? {};
    this.status = details.status ?? 0;
    this.requestId = details.requestId ?? null;
    this.reference = details.reference ?? null;
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
  }
}

function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(errorRegistry, value);
}

/** Whether a failure carries one of these codes. */
export function failedWith(error: unknown, ...codes: readonly ErrorCode[]): error is ApiFailure {
  return error instanceof ApiFailure && error.code !== null && codes.includes(error.code);
}

/** No answer came: what was asked may or may not have happened. */
export function isLostAnswer(error: unknown): error is ApiFailure {
  return error instanceof ApiFailure && (error.kind === 'network' || error.kind === 'timeout');
}

export function isCancelled(error: unknown): boolean {
  return error instanceof ApiFailure && error.kind === 'cancelled';
}

/** The text to show for whatever was thrown: a failure's, else an error's own, else the general one. */
export function shownMessage(error: unknown): string {
  const text = error instanceof Error ? error.message : '';
  return renderMessage(text === '' ? ownTexts.response : text);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textsOf(value: unknown): Record<string, string> {
  if (!isRecord(value)) return {};
  const texts = Object.entries(value).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return Object.fromEntries(texts);
}

/** `Retry-After` is a number of seconds or a date (RFC 9110, section 10.2.3). */
export function parseRetryAfter(header: string | null, now: number): number | null {
  if (header === null || header.trim() === '') return null;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, Math.ceil(seconds));
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1000));
}

/** What a refused call tells, from its body if that is ours. The shown text is `error`, else `message`. */
export async function failureOfResponse(response: Response, now: number): Promise<ApiFailure> {
  const body: unknown = await response.json().catch(() => null);
  const known = isRecord(body) ? body : {};
  const code = typeof known['message'] === 'string' && known['message'] !== '' ? known['message'] : null;
  const error = typeof known['error'] === 'string' && known['error'] !== '' ? known['error'] : null;
  return new ApiFailure({
    kind: 'response',
    code: isErrorCode(code) ? code : null,
    text: error ?? code,
    fields: textsOf(known['fields']),
    status: response.status,
    requestId: typeof known['requestId'] === 'string' ? known['requestId'] : null,
    reference: textsOf(known['details'])['ref'] ?? null,
    retryAfterSeconds: parseRetryAfter(response.headers.get('retry-after'), now),
  });
}
