import type { FieldReason } from '@vid/contract/field-reasons';
import { isIP } from 'node:net';
import type { AddressGuard } from '#platform/outgoing/address-guard.ts';

export const descriptionLimits = { maxGraphemes: 100, maxBytes: 400 };
/** Maximum number of ended messages kept per endpoint, and of messages that one call replays. */
export const keptMessages = 100_000;
export const formerSecretSeconds = 7 * 86_400;

const minute = 60;
const hour = 60 * minute;

/**
 * Waits after failed attempts. They add up to 71 hours and 36 minutes, so that the last attempt is made
 * within three days.
 */
const retrySeconds: readonly number[] = [
  minute,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  20 * hour,
];

/** Returns the wait before the next attempt; undefined after the last attempt of a message. */
export function retryDelay(failedAttempts: number): number | undefined {
  return retrySeconds[failedAttempts - 1];
}

/** Consecutive failures after which an endpoint gets one message at a time, with pauses. */
export const pauseAfter = 3;
const pauseSeconds: readonly number[] = [minute, 2 * minute, 5 * minute, 15 * minute, 30 * minute];

/**
 * Returns the pause of an endpoint in seconds, 0 below `pauseAfter` failures, so that an unresponsive
 * endpoint is not called for every event.
 */
export function pauseOf(failures: number): number {
  if (failures < pauseAfter) return 0;
  return pauseSeconds[Math.min(failures - pauseAfter, pauseSeconds.length - 1)] ?? 0;
}

/**
 * Longest pause that a receiver can request, so that a mistake in its header does not stop its messages for
 * long.
 */
const maxAskedPause = hour;

/**
 * Returns the seconds for which an overloaded receiver asks to pause: `Retry-After` of a 429 or 503 (RFC 9110
 * section 10.2.3), as seconds or as a date. Returns 0 if the receiver asks for no pause.
 */
export function askedPauseOf(status: number, retryAfter: string | undefined, nowMs: number): number {
  if ((status !== 429 && status !== 503) || retryAfter === undefined) return 0;
  const seconds = /^\d+(?:\.\d+)?$/u.test(retryAfter)
    ? Math.ceil(Number(retryAfter))
    : Math.ceil((Date.parse(inGmt(retryAfter)) - nowMs) / 1_000);
  return Number.isNaN(seconds) ? 0 : Math.min(Math.max(seconds, 0), maxAskedPause);
}

/** Names the zone of a date without one, such as `Sat Nov 28 10:00:30 2026`, which `Date` reads as local time. */
const inGmt = (date: string): string => (/^[A-Z].*(?::\d\d| \d{4})$/u.test(date) ? `${date} GMT` : date);

export const isDelivered = (status: number): boolean => status >= 200 && status < 300;
/** Standard Webhooks defines 410 as an endpoint that no longer exists. */
export const isGone = (status: number): boolean => status === 410;

/**
 * Returns the account to notify of a failing webhook: the account that added it, if that account is still
 * responsible, otherwise the first of the responsible accounts; undefined if there are none.
 */
export function personToNotify(addedBy: string | null, responsible: readonly string[]): string | undefined {
  return responsible.find((id) => id === addedBy) ?? responsible[0];
}

type Rules = {
  readonly isProduction: boolean;
  readonly ports: readonly number[];
  readonly guard: AddressGuard;
};

/**
 * Returns the reason why a URL cannot be used for a webhook; undefined for a usable URL. Host names are
 * resolved and checked at each connection.
 */
export function checkWebhookUrl(
  text: string,
  { isProduction, ports, guard }: Rules,
): FieldReason | undefined {
  // oxlint-disable-next-line no-control-regex -- URL parsers silently drop tabs and newlines
  if (/[\u0000-\u0020\u007f\\]|[^\u0000-\u007f]/u.test(text)) return 'addressSpelling';
  const url = URL.parse(text);
  if (!url) return 'addressForm';
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'addressScheme';
  if (url.protocol === 'http:' && isProduction) return 'addressPlainHttp';
  if (url.username !== '' || url.password !== '') return 'addressUserinfo';
  if (url.hash !== '' || text.includes('#')) return 'addressFragment';
  if (url.href !== text && url.href !== `${text}/`) return 'addressSpelling';
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  if (isProduction && !ports.includes(port)) return 'addressPort';
  const host = url.hostname.replace(/^\[(.*)\]$/u, '$1');
  if (isIP(host) !== 0 && !guard.isAllowed(host)) return 'addressPrivate';
  return undefined;
}
