import { answerNames, isNameOf } from '@vid/contract/sso/sso-query';
import { isLoopback } from '#config/config.ts';
import type { ClientKind } from '#database/tables.ts';

/** Why an address may not be registered. */
export type AddressProblem =
  | 'not-an-address'
  | 'scheme'
  | 'plain-http'
  | 'userinfo'
  | 'fragment'
  | 'wildcard'
  | 'spelling'
  | 'answer-name';

const nativeLoopbacks: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** What an answer at a redirect address may hold. */
export const takenNames: readonly string[] = [...answerNames, 'state'];

/**
 * Whether an address may be registered for redirects (RFC 9700 section 2.1, RFC 8252 for native clients). What
 * is registered is compared as the very same characters later, so only one spelling of an address is accepted.
 */
export function checkRedirectAddress(
  address: string,
  options: { readonly kind: ClientKind; readonly allowsLoopback: boolean },
): AddressProblem | undefined {
  // oxlint-disable-next-line no-control-regex -- tabs and newlines are what URL parsers drop silently
  if (address.length > 2_000 || /[\u0000-\u0020\u007f\\]|[^\u0000-\u007f]/u.test(address)) return 'spelling';
  if (!URL.canParse(address)) return 'not-an-address';
  if (address.includes('*')) return 'wildcard';
  const url = new URL(address);
  if (url.username !== '' || url.password !== '' || /^[^/?#]*\/\/[^/?#]*@/u.test(address)) return 'userinfo';
  if (address.includes('#')) return 'fragment';
  if (holdsAnswer(url)) return 'answer-name';
  const isPrivateScheme =
    options.kind === 'native' && /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:\//u.test(address);
  if (isPrivateScheme) return undefined;
  if (!/^https?:\/\/[^/]/u.test(address)) return 'scheme';
  const isNativeLoopback = options.kind === 'native' && nativeLoopbacks.has(url.hostname);
  // A native app listens in plain http on its own machine (RFC 8252 section 7.3); https there claims a name nobody has.
  if (
    options.kind === 'native' &&
    isLoopback(url.hostname) &&
    !(isNativeLoopback && url.protocol === 'http:')
  )
    return 'plain-http';
  const mayBePlain = isNativeLoopback || (options.allowsLoopback && isLoopback(url.hostname));
  if (url.protocol === 'http:' && !mayBePlain) return 'plain-http';
  const isCanonical = url.href === address || url.href === `${address}/`;
  return isCanonical ? undefined : 'spelling';
}

/** An address that says `authCode` itself would say it twice in an answer, or alone where VID says nothing (A2). */
function holdsAnswer(url: URL): boolean {
  return [...url.searchParams.keys()].some((name) => isNameOf(takenNames, name));
}
