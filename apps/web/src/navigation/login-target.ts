import { basePath, demandPathOf, fallbackPath, matchKnownPath, type Path, paths } from './paths.ts';
import { authEvents, selectRole, useAuth } from '#state/auth.ts';
import { useSso } from '#state/sso.ts';

/** Pages that the information page replaces after sign-in (specification, clause 3). */
const replaced: readonly Path[] = [paths.inviteFriends, paths.userPassword];

/** Pages that sign-in never returns to, such as the sign-in pages themselves. */
const neverTargets =
  /^\/(?:|logout|agree|keep-account|reset-password|start|(?:forget-password|error|signin|signup)(?:\/.*)?)$/;

const maxLength = 2_048;

/**
 * Returns the path to open after sign-in; null if the target is not a known path of the app or is a page
 * that sign-in never returns to. The target comes from the query or from storage, so anyone may have
 * written it. It must be in normal form, because a path that one URL parser corrects (`\`, tabs, `..`,
 * `%2e`, upper-case hosts) could mean something else to another parser (security case F4).
 */
export function safeLoginTarget(raw: unknown): string | null {
  if (typeof raw !== 'string' || raw.length === 0 || raw.length > maxLength) return null;
  if (!/^\/(?!\/)[\w\-./~]*(?:\?[\w\-./~%&=+:,@!$'()*;]*)?$/.test(raw)) return null;

  const origin = 'https://vid.invalid';
  const url = new URL(raw, origin);
  if (url.origin !== origin || `${url.pathname}${url.search}` !== raw.replace(/\?$/, '')) return null;

  const inApp = url.pathname.startsWith(`${basePath}/`) ? url.pathname.slice(basePath.length) : url.pathname;
  const known = matchKnownPath(inApp);
  if (known === null || neverTargets.test(known)) return null;
  return replaced.includes(known) ? paths.userInformation : `${inApp}${url.search}`;
}

export function landingPath(): string {
  const state = useAuth.getState();
  if (selectRole(state) !== 'admin') return fallbackPath;
  return state.profile?.mustSetUpTwoStep ? paths.adminStart : '/admin';
}

function signedInPath(state: {
  loginRedirectTo: string | null;
  demandPath: Path | undefined;
  hasSsoSettings: boolean;
}): string {
  const { demandPath, hasSsoSettings, loginRedirectTo } = state;
  return demandPath ?? (hasSsoSettings ? paths.home : safeLoginTarget(loginRedirectTo)) ?? landingPath();
}

/**
 * Stores the path that sign-in returns to, unless the user has just signed out. Pages of required steps, such as the
 * agreement, do not replace the stored path.
 */
export function keepTarget(address: string): void {
  if (/^\/(?:agree|reset-p|start)/.test(address)) return;
  const { endReason } = useAuth.getState();
  if (endReason === null || endReason === 'expired') authEvents.loginTargetKept(safeLoginTarget(address));
}

export function readSignedInPath(): string {
  const state = useAuth.getState();
  return signedInPath({
    loginRedirectTo: state.loginRedirectTo,
    demandPath: demandPathOf(state),
    hasSsoSettings: useSso.getState().settings !== null,
  });
}

/**
 * Returns `readSignedInPath` and clears the stored target, so that it does not affect the next sign-in. Keeps the
 * target while the account still has a step to complete.
 */
export function takeSignedInPath(): string {
  const to = readSignedInPath();
  if (useAuth.getState().user?.demands.length === 0) authEvents.loginTargetKept(null);
  return to;
}
