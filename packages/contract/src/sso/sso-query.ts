import { locales } from '../limits.ts';

/**
 * Parameters of the community's protocol (specification, clauses 3 and 6). The web app parses them and `sso doctor`
 * checks them, so both use this list.
 */
export const ssoKeys = [
  'mode',
  'appCode',
  'clientId',
  'redirectTo',
  'action',
  'codeChallenge',
  'lang',
  'loginRedirectTo',
] as const;
export type SsoKey = (typeof ssoKeys)[number];

/** Page layout options, which are neither sign-on parameters nor echoed to the application. */
const layoutKeys: readonly string[] = ['layout', 'menuStyle', 'sidebarImage'];

/**
 * The entry pages of single sign-on, under /vid/web. From these pages, a signed-in visitor is sent on to the
 * application.
 */
export const ssoEntryPaths: readonly string[] = ['/', '/home', '/intermediate'];

/** Single sign-on may also start at these forms, which ignore `action`. */
export const ssoFormPaths: readonly string[] = [
  '/signin',
  '/signin/otp',
  '/signup',
  '/signup/otp',
  '/forget-password',
];

/** Accepted values of each parameter. Any other value counts as absent. */
export const ssoValues = {
  mode: ['redirect', 'window'],
  action: ['register', 'forget-password', 'logout'],
  lang: locales,
} as const satisfies Partial<Record<SsoKey, readonly string[]>>;

export const maxAdditionParams = 20;
export const maxAdditionLength = 2_048;

/**
 * Names that only VID may write into the response to an application (RFC 6749 section 4.1.2, RFC 9207; `authCode`
 * belongs to the community's protocol). `state` is not in the list, because the application's own value is echoed.
 */
export const answerNames = ['authCode', 'code', 'iss', 'error', 'error_description', 'error_uri'] as const;

/**
 * Returns the name as lenient servers read it: in lower case, and without the brackets of a list (`AuthCode`,
 * `authCode[]`).
 */
const plainName = (name: string): string => name.toLowerCase().replace(/\[.*$/s, '');

/** Returns whether a lenient server would read the parameter as one of `names`. */
export function isNameOf(names: readonly string[], name: string): boolean {
  return names.some((one) => one.toLowerCase() === plainName(name));
}

/** Names of parameters that VID drops, because they belong to the response or could reach a prototype. */
const reservedNames: readonly string[] = [...answerNames, '__proto__', 'constructor', 'prototype'];

export function isReservedName(name: string): boolean {
  return isNameOf(reservedNames, name);
}

/**
 * Returns whether the text is the base64url of a SHA-256 (RFC 7636 section 4.2). No verifier can match a challenge of
 * any other shape.
 */
export function isCodeChallenge(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

function isSsoKey(name: string): name is SsoKey {
  return ssoKeys.some((key) => key === name);
}

export function additionsOf(query: URLSearchParams): [string, string][] {
  const seen = new Set<string>();
  const additions: [string, string][] = [];
  for (const [name, value] of query) {
    // Only the first occurrence of a repeated parameter counts, so that every parser sees the same value.
    if (isSsoKey(name) || layoutKeys.includes(name) || seen.has(name) || isReservedName(name)) continue;
    seen.add(name);
    additions.push([name, value]);
  }
  return additions;
}

/** Returns the total decoded length of all names and values. */
export function lengthOfAdditions(additions: readonly (readonly [string, string])[]): number {
  return additions.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
}

/**
 * Returns whether the parameters exceed the limits on echoed parameters. A request that exceeds them is refused, not
 * truncated.
 */
export function isOversized(additions: readonly (readonly [string, string])[]): boolean {
  return additions.length > maxAdditionParams || lengthOfAdditions(additions) > maxAdditionLength;
}
