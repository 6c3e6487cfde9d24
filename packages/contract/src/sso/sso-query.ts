import { locales } from '../limits.ts';

/**
 * How an address of the community's protocol is read (specification, clauses 3 and 6), for the web app that reads it
 * and for the doctor that says what is wrong with it: two lists would come to differ.
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

/** Options of the page's own look, which are neither settings of single sign-on nor echoed. */
const layoutKeys: readonly string[] = ['layout', 'menuStyle', 'sidebarImage'];

/** What people are sent to, under /vid/web: from here whoever is signed in goes on to the application. */
export const ssoEntryPaths: readonly string[] = ['/', '/home', '/intermediate'];

/** The forms that signing in begins at: single sign-on goes on after them, but they heed no `action`. */
export const ssoFormPaths: readonly string[] = [
  '/signin',
  '/signin/otp',
  '/signup',
  '/signup/otp',
  '/forget-password',
];

/** What a value may be; any other counts as none. */
export const ssoValues = {
  mode: ['redirect', 'window'],
  action: ['register', 'forget-password', 'logout'],
  lang: locales,
} as const satisfies Partial<Record<SsoKey, readonly string[]>>;

/** Security case A2: what an application may have echoed to it is small. */
export const maxAdditionParams = 20;
export const maxAdditionLength = 2_048;

/**
 * Names that only this service may write into the answer to an application (RFC 6749 section 4.1.2, RFC 9207; authCode
 * is the community's). `state` is none of them: the application's own comes back as it was.
 */
export const answerNames = ['authCode', 'code', 'iss', 'error', 'error_description', 'error_uri'] as const;

/** As the application's own server may read it: in any case, and as a list (`AuthCode`, `authCode[]`). */
const plainName = (name: string): string => name.toLowerCase().replace(/\[.*$/s, '');

/** Whether a parameter of an address is, to some reader, one of `names`. */
export function isNameOf(names: readonly string[], name: string): boolean {
  return names.some((one) => one.toLowerCase() === plainName(name));
}

/** Answers, and what could reach a prototype. */
const reservedNames: readonly string[] = [...answerNames, '__proto__', 'constructor', 'prototype'];

export function isReservedName(name: string): boolean {
  return isNameOf(reservedNames, name);
}

/** base64url of a SHA-256 (RFC 7636 section 4.2): of any other shape no verifier could ever fit. */
export function isCodeChallenge(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

export function isSsoKey(name: string): name is SsoKey {
  return ssoKeys.some((key) => key === name);
}

/** The parameters that come back to the application as they were. */
export function additionsOf(query: URLSearchParams): [string, string][] {
  const seen = new Set<string>();
  const additions: [string, string][] = [];
  for (const [name, value] of query) {
    // The first of a repeated parameter counts, so that no two readers see different ones.
    if (isSsoKey(name) || layoutKeys.includes(name) || seen.has(name) || isReservedName(name)) continue;
    seen.add(name);
    additions.push([name, value]);
  }
  return additions;
}

/** Characters of all names and values together, decoded. */
export function lengthOfAdditions(additions: readonly (readonly [string, string])[]): number {
  return additions.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
}

/** More additional parameters than may be echoed: the request is refused, not cut. */
export function isOversized(additions: readonly (readonly [string, string])[]): boolean {
  return additions.length > maxAdditionParams || lengthOfAdditions(additions) > maxAdditionLength;
}
