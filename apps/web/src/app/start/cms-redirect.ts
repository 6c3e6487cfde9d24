import { isSignInPath, isSignUpPath } from '#navigation/paths.ts';

/**
 * Returns the external CMS login page if a signed-out visitor opens a sign-in or sign-up page without a
 * query and without a sign-on request; otherwise null. The URL comes from the server's settings; only http
 * and https are followed.
 */
export function cmsRedirect(opened: {
  pathname: string;
  search: string;
  hasSsoSettings: boolean;
  hasSession: boolean;
  cmsLoginUrl: string | null | undefined;
}): string | null {
  const { cmsLoginUrl } = opened;
  if (!cmsLoginUrl || opened.hasSession || opened.hasSsoSettings || opened.search.length > 1) return null;
  if (!isSignInPath(opened.pathname) && !isSignUpPath(opened.pathname)) return null;
  try {
    const url = new URL(cmsLoginUrl);
    return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null;
  } catch {
    return null;
  }
}
