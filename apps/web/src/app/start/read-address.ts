import { readEntryQuery } from '#navigation/entry-query.ts';
import { safeLoginTarget } from '#navigation/login-target.ts';
import { isReload } from '#shared/lib/browser/leaving.ts';
import { matchKnownPath, paths } from '#navigation/paths.ts';
import { refusalAddress } from '#navigation/sso-refusals.ts';
import { authEvents, useAuth } from '#state/auth.ts';
import { layoutEvents } from '#state/layout.ts';
import { signupEvents } from '#state/signup.ts';
import { ssoEvents, useSso } from '#state/sso.ts';

/** Returns whether an OpenID Connect request opened sign-in and is waiting for the user to sign in. */
export const isOnInteraction = (): boolean =>
  useAuth.getState().loginRedirectTo?.startsWith(paths.intermediate) === true;

/**
 * Stores the parameters of the URL at which the app was opened. Sign-on settings last for one visit, so a URL without
 * settings clears those of the previous visit. Returns the path of a refusal page if the request cannot be accepted;
 * otherwise null.
 */
export function readAddress(pathname: string): string | null {
  const query = readEntryQuery(location.search, location.origin);
  layoutEvents.opened(pathname);
  layoutEvents.optionsRead(query.layout);
  if (query.campaign !== null) signupEvents.campaignNoted(query.campaign);
  if (query.lang !== null && useSso.getState().currentLocale === null) ssoEvents.localeChosen(query.lang);

  const target =
    new URLSearchParams(location.search).get('loginRedirectTo') ?? useAuth.getState().loginRedirectTo;
  authEvents.loginTargetKept(safeLoginTarget(target));

  if (query.isOversized) {
    ssoEvents.reset();
    const isWindow = query.settings?.mode === 'window';
    return refusalAddress({ code: 'SSO_TOO_MANY_PARAMETERS', reference: null, isWindow });
  }
  // Keep the stored settings where the URL cannot contain them: on /reception, where a social provider returns, and on
  // a reload before a new page's URL contains them.
  const keepsSettings = matchKnownPath(pathname) === paths.reception || isReload();
  const isUnchanged = query.settings === null ? keepsSettings : ssoEvents.settingsRead(query.settings);
  if (query.settings === null && !keepsSettings) ssoEvents.reset();
  // A required new sign-in applies only to the sign-on request that required it.
  if (!isUnchanged && !isOnInteraction()) authEvents.newSignInRequested(null);
  return null;
}
