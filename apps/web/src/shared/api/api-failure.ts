import type { ErrorCode } from '@vid/contract/errors';
import { message, renderMessage } from '#shared/forms/message.ts';
import { isRecord } from '#shared/lib/is-record.ts';

/**
 * Reason for a failed call: the server sent an error (`response`), no response arrived (`network`, or `offline` if
 * the browser reports it), the request timed out, or the caller cancelled it.
 */
export type FailureKind = 'response' | 'network' | 'offline' | 'timeout' | 'cancelled';

type FailureDetails = {
  kind: FailureKind;
  /** The server's error code; null for a failure without a code, such as a proxy's error page. */
  code?: ErrorCode | null;
  text?: string | null;
  fields?: Readonly<Record<string, string>>;
  status?: number;
  requestId?: string | null;
  details?: Readonly<Record<string, string>>;
  attemptsLeft?: number | null;
  workLevel?: WorkLevel;
  acceptsCode?: boolean;
  retryAfterSeconds?: number | null;
  cause?: unknown;
};

/** Amount of proof of work that a captcha for the next attempt requires (`GET /vid/gateway/captcha/challenge`). */
export type WorkLevel = '0' | '1' | '2' | '3';

/** Texts that replace a missing server text (original specification, section 8). */
const ownTexts: Record<FailureKind, string> = {
  response: message('errors.processing'),
  network: message('errors.network'),
  offline: message('errors.windowNetworkError'),
  timeout: message('errors.timeout'),
  cancelled: '',
};

/**
 * The error that a failed call rejects with. `message` is the text to show; pass it through
 * `renderMessage`, which translates it into the active language.
 */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly kind: FailureKind;
  readonly code: ErrorCode | null;
  readonly fields: Readonly<Record<string, string>>;
  /** HTTP status; 0 without a response. */
  readonly status: number;
  readonly requestId: string | null;
  /** Reference number of the refusal in the operator's records, if the server keeps one. */
  readonly reference: string | null;
  readonly details: Readonly<Record<string, string>>;
  readonly attemptsLeft: number | null;
  readonly retryAfterSeconds: number | null;
  readonly workLevel: WorkLevel;
  /** Whether a code sent to the phone is enough proof for a change that needs a recent re-authentication. */
  readonly acceptsCode: boolean;

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
    this.reference = details.details?.['ref'] ?? null;
    this.details = details.details ?? {};
    this.attemptsLeft = details.attemptsLeft ?? null;
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
    this.workLevel = details.workLevel ?? '0';
    this.acceptsCode = details.acceptsCode ?? false;
  }
}

/** Recognises a code by its form, because the registry is too large to load with the sign-in page. */
function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && /^[A-Z]+(?:_[A-Z]+)*$/u.test(value);
}

export function failedWith(error: unknown, ...codes: readonly ErrorCode[]): error is ApiFailure {
  return error instanceof ApiFailure && error.code !== null && codes.includes(error.code);
}

/** Returns whether no response arrived although the request may have reached the server. */
export function isLostAnswer(error: unknown): error is ApiFailure {
  return error instanceof ApiFailure && (error.kind === 'network' || error.kind === 'timeout');
}

export function isCancelled(error: unknown): boolean {
  return error instanceof ApiFailure && error.kind === 'cancelled';
}

/**
 * Returns the text for any thrown value: its message, or else the general error text. Keep the text in state and pass
 * it through `renderMessage` when it is shown, so that it follows a change of language.
 */
export function failureText(error: unknown): string {
  const text = error instanceof Error ? error.message : '';
  return text === '' ? ownTexts.response : text;
}

export function shownMessage(error: unknown): string {
  return renderMessage(failureText(error));
}

function textsOf(value: unknown): Record<string, string> {
  if (!isRecord(value)) return {};
  const texts = Object.entries(value).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return Object.fromEntries(texts);
}

function numberOf(value: unknown, name: string): number | null {
  const found = isRecord(value) ? value[name] : null;
  return typeof found === 'number' ? found : null;
}

function workLevelOf(details: unknown): WorkLevel {
  const asked = numberOf(details, 'workLevel');
  return (['1', '2', '3'] as const).find((level) => Number(level) === asked) ?? '0';
}

/**
 * Parses `Retry-After`, a number of seconds or a date (RFC 9110, section 10.2.3), into seconds. Returns null if the
 * header is missing or malformed.
 */
export function parseRetryAfter(header: string | null, now: number): number | null {
  if (header === null || header.trim() === '') return null;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, Math.ceil(seconds));
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1000));
}

/** Returns the failure for an error response. Ignores the parts of a body that do not match the contract. */
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
    details: textsOf(known['details']),
    attemptsLeft: numberOf(known['details'], 'attemptsLeft'),
    workLevel: workLevelOf(known['details']),
    acceptsCode: isRecord(known['details']) && known['details']['acceptsCode'] === true,
    retryAfterSeconds: parseRetryAfter(response.headers.get('retry-after'), now),
  });
}
