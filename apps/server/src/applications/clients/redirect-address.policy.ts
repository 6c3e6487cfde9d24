import { answerNames, isNameOf } from '@vid/contract/sso/sso-query';
import { isLoopback } from '#config/loopback.ts';
import type { ClientKind } from '#database/tables.ts';

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

/** Query names that VID adds to a redirect address. */
export const takenNames: readonly string[] = [...answerNames, 'state'];

/**
 * Checks a redirect address for registration (RFC 9700 section 2.1, RFC 8252 for native clients); undefined if it is
 * acceptable. Requests must repeat it character by character, so only the canonical spelling is accepted.
 */
export function checkRedirectAddress(
  address: string,
  options: { readonly kind: ClientKind; readonly allowsLoopback: boolean },
): AddressProblem | undefined {
  // oxlint-disable-next-line no-control-regex -- URL parsers silently drop tabs and newlines
  if (address.length > 2_000 || /[\u0000-\u0020\u007f\\]|[^\u0000-\u007f]/u.test(address)) return 'spelling';
  if (!URL.canParse(address)) return 'not-an-address';
  if (address.includes('*')) return 'wildcard';
  const url = new URL(address);
  if (url.username !== '' || url.password !== '' || /^[^/?#]*\/\/[^/?#]*@/u.test(address)) return 'userinfo';
  if (address.includes('#')) return 'fragment';
  if (usesAnswerName(url)) return 'answer-name';
  const isPrivateScheme =
    options.kind === 'native' && /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:\//u.test(address);
  if (isPrivateScheme) return undefined;
  if (!/^https?:\/\/[^/]/u.test(address)) return 'scheme';
  const isNativeLoopback = options.kind === 'native' && nativeLoopbacks.has(url.hostname);
  // A native app listens on plain http on the person's machine (RFC 8252 section 7.3), where no certificate is valid.
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

/** A registered `authCode` would appear twice in a response, or forge one when VID sends none (A2). */
function usesAnswerName(url: URL): boolean {
  return [...url.searchParams.keys()].some((name) => isNameOf(takenNames, name));
}
