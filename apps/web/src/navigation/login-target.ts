import {
  basePath,
  fallbackPath,
  matchKnownPath,
  type Path,
  paths,
  isSignInPath,
  isSignUpPath,
} from './paths.ts';

/** These two would greet a person who has just signed in with the wrong page (specification, clause 3). */
const replaced: readonly Path[] = [paths.inviteFriends, paths.userPassword];

/** Pages that a person who is signed in has no business to be led to. */
const neverTargets: readonly Path[] = [
  paths.root,
  paths.logout,
  paths.forgetPassword,
  paths.forgetPasswordOtp,
  paths.forgetPasswordResend,
  paths.forgetPasswordInput,
  paths.error401,
  paths.error403,
  paths.error404,
  paths.error500,
  paths.errorMaintain,
  paths.errorComming,
];

const maxLength = 2_048;

/**
 * A path inside the app that sign-in may lead to, or null. The target comes from the query or from storage, so
 * anyone may have written it: the text must already be the plain path that it stands for. A parser that mends
 * (`\`, tabs, `..`, `%2e`, upper-case hosts) must find nothing to mend, or another reader could find another
 * address in it (security case F4).
 */
export function safeLoginTarget(raw: unknown): string | null {
  if (typeof raw !== 'string' || raw.length === 0 || raw.length > maxLength) return null;
  // A path of plain characters, then perhaps a query; no fragment, no authority, no percent-escape in the path.
  if (!/^\/(?!\/)[\w\-./~]*(?:\?[\w\-./~%&=+:,@!$'()*;]*)?$/.test(raw)) return null;

  const origin = 'https://vid.invalid';
  const url = new URL(raw, origin);
  if (url.origin !== origin || `${url.pathname}${url.search}` !== raw.replace(/\?$/, '')) return null;

  const inApp = url.pathname.startsWith(`${basePath}/`) ? url.pathname.slice(basePath.length) : url.pathname;
  const known = matchKnownPath(inApp);
  if (known === null || neverTargets.includes(known) || isSignInPath(inApp) || isSignUpPath(inApp))
    return null;
  return replaced.includes(known) ? paths.userInformation : `${inApp}${url.search}`;
}

/** Where a person who has just signed in goes. */
export function signedInPath(state: {
  loginRedirectTo: string | null;
  mustChangePassword: boolean;
  hasSsoSettings: boolean;
}): string {
  if (state.mustChangePassword) return paths.resetPassword;
  if (state.hasSsoSettings) return paths.home;
  return safeLoginTarget(state.loginRedirectTo) ?? fallbackPath;
}
