import type { SsoSettings } from '#state/sso.ts';
import { isReservedName } from '#navigation/entry-query.ts';

export type SsoAnswer = { authCode: string; iss: string; lang: string };

/** Schemes that run something instead of going somewhere; a registered address has none of them. */
const activeSchemes: readonly string[] = ['javascript:', 'data:', 'vbscript:', 'blob:', 'file:', 'about:'];

function parse(address: string): URL | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  return url === null || activeSchemes.includes(url.protocol) ? null : url;
}

/** Whether the browser may be sent to a validated address at all. */
export function isReturnable(address: string): boolean {
  return parse(address) !== null;
}

/** The origin that messages about a validated address go to; null for an application's own scheme, which has none. */
export function messageOrigin(redirectTo: string): string | null {
  const url = parse(redirectTo);
  return url !== null && /^https?:$/.test(url.protocol) ? url.origin : null;
}

/**
 * Where a person belongs who comes back to a request that was answered: the application, but not the address that
 * takes answers. null for an application's own scheme.
 */
export function applicationHome(redirectTo: string): string | null {
  const origin = messageOrigin(redirectTo);
  return origin === null ? null : `${origin}/`;
}

/** What this service alone may say; `lang` is ours too. */
const isOurs = (name: string): boolean => isReservedName(name) || name.toLowerCase() === 'lang';

function additionsOf(settings: SsoSettings): [string, string][] {
  return settings.additionParams.filter(([name]) => !isOurs(name));
}

/**
 * The validated address with exactly one authCode, lang and iss (security case A2). What is registered in the
 * address itself stays and cannot be overwritten by an additional parameter. Without an answer: back from a
 * sign-out.
 */
export function returnAddress(settings: SsoSettings, redirectTo: string, answer: Partial<SsoAnswer>): string {
  const url = new URL(redirectTo);
  for (const name of new Set(url.searchParams.keys())) if (isOurs(name)) url.searchParams.delete(name);
  for (const [name, value] of additionsOf(settings)) {
    if (!url.searchParams.has(name)) url.searchParams.set(name, value);
  }
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
  return url.href;
}

/** What the window that opened this one is handed. */
export function answerPayload(settings: SsoSettings, answer: SsoAnswer): Record<string, string> {
  return { ...Object.fromEntries(additionsOf(settings)), ...answer };
}
