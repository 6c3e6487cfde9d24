import { isReservedName } from '#navigation/entry-query.ts';
import type { SsoSettings } from '#state/sso.ts';

export type SsoAnswer = { authCode: string; iss: string; lang: string };

/** Schemes that run code or read local data. The server registers none of them. */
const activeSchemes: readonly string[] = ['javascript:', 'data:', 'vbscript:', 'blob:', 'file:', 'about:'];

function parse(address: string): URL | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  return url === null || activeSchemes.includes(url.protocol) ? null : url;
}

export function isReturnable(address: string): boolean {
  return parse(address) !== null;
}

/** Returns the origin for messages about a validated URL; null for a custom scheme, which has none. */
export function messageOrigin(redirectTo: string): string | null {
  const url = parse(redirectTo);
  return url !== null && /^https?:$/.test(url.protocol) ? url.origin : null;
}

/** Returns the application's start page, for a request that was already answered; null for a custom scheme. */
export function applicationHome(redirectTo: string): string | null {
  const origin = messageOrigin(redirectTo);
  return origin === null ? null : `${origin}/`;
}

/** Returns whether only VID may set this parameter. */
const isReserved = (name: string): boolean => isReservedName(name) || name.toLowerCase() === 'lang';

function additionsOf(settings: SsoSettings): [string, string][] {
  return settings.additionParams.filter(([name]) => !isReserved(name));
}

/**
 * Returns the validated redirect URI with at most one authCode, lang and iss (security case A2). Parameters registered
 * in the URI take precedence over additional parameters. After a sign-out or a refusal, `answer` has no code.
 */
export function returnAddress(
  settings: SsoSettings,
  redirectTo: string,
  answer: Partial<SsoAnswer> & { error?: 'access_denied' },
): string {
  const url = new URL(redirectTo);
  for (const name of new Set(url.searchParams.keys())) {
    if (isReserved(name)) url.searchParams.delete(name);
  }
  for (const [name, value] of additionsOf(settings)) {
    if (!url.searchParams.has(name)) url.searchParams.set(name, value);
  }
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
  return url.href;
}

export function answerPayload(settings: SsoSettings, answer: SsoAnswer): Record<string, string> {
  return { ...Object.fromEntries(additionsOf(settings)), ...answer };
}
