import { answerNames, isNameOf } from '@vid/contract/sso/sso-query';
import { isLoopback } from '#config/loopback.ts';
import type { ClientKind } from '#database/tables.ts';

export type AddressProblem =
  | 'not-an-address'
  | 'scheme'
  | 'plain-http'
  | 'loopback'
  | 'userinfo'
  | 'fragment'
  | 'wildcard'
  | 'spelling'
  | 'answer-name';

const nativeLoopbacks: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Origins of pages in a WebView: Capacitor on iOS, Ionic, and Capacitor on Android. */
const webViewOrigin = /^(?:capacitor|ionic|https):\/\/localhost(?=\/|$)/u;

/**
 * Returns the WebView origin of a URI; undefined for a URI without one. `URL` gives the schemes `capacitor`
 * and `ionic` the origin `null`, which does not identify a page.
 */
export function webViewOriginOf(address: string): string | undefined {
  return webViewOrigin.exec(address)?.[0];
}

/**
 * Returns whether a request may use a redirect URI: it is registered, or a native client has registered the
 * same loopback URI with another port, because a native app cannot know its port in advance (RFC 8252 section
 * 7.3).
 */
export function isRegistered(given: string, registered: readonly string[], kind: ClientKind): boolean {
  return (
    registered.includes(given) || (kind === 'native' && registered.some((one) => differsByPort(given, one)))
  );
}

const loopbackPort = /(?<=^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])):\d*(?=[/?]|$)/u;

/** Compares texts as oidc-provider does, so that both protocols accept the same URIs. */
function differsByPort(given: string, registered: string): boolean {
  const [a, b] = [given, registered].map((uri) => uri.replace(loopbackPort, ''));
  return a === b && URL.canParse(given);
}

export const takenNames: readonly string[] = [...answerNames, 'state'];

/**
 * Checks a redirect URI for registration (RFC 9700 section 2.1, RFC 8252 for native clients). Returns undefined
 * if it is acceptable. Except for private schemes, only the canonical spelling, with or without the slash after
 * the host, is accepted, because `isRegistered` does not normalize URIs.
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
  const isCanonical = url.href === address || url.href === `${address}/`;
  if (options.kind === 'native' && webViewOrigin.test(address)) return isCanonical ? undefined : 'spelling';
  if (!/^https?:\/\/[^/]/u.test(address)) return 'scheme';
  const isNativeLoopback = options.kind === 'native' && nativeLoopbacks.has(url.hostname);
  // A native app listens on plain http on the user's machine (RFC 8252 section 7.3), where no certificate is
  // valid.
  if (
    options.kind === 'native' &&
    isLoopback(url.hostname) &&
    !(isNativeLoopback && url.protocol === 'http:')
  )
    return url.protocol === 'https:' ? 'loopback' : 'plain-http';
  const isAllowedHere = isNativeLoopback || (options.allowsLoopback && isLoopback(url.hostname));
  if (url.protocol === 'http:' && !isAllowedHere) return 'plain-http';
  // Outside a WebView, any program on the user's machine may listen on `https://localhost`.
  if (isLoopback(url.hostname) && !isAllowedHere) return 'loopback';
  return isCanonical ? undefined : 'spelling';
}

/**
 * Returns whether the URI has a parameter that VID adds to responses. A registered `authCode` would appear
 * twice in a response, or forge a code when VID sends none (A2).
 */
function usesAnswerName(url: URL): boolean {
  return [...url.searchParams.keys()].some((name) => isNameOf(takenNames, name));
}

/** Returns the host of a redirect URI for consent screens; null for a URI that is not http or https. */
export function domainOf(address: string): string | null {
  const url = URL.parse(address);
  return url !== null && /^https?:$/u.test(url.protocol) ? url.host : null;
}
