import { isSignInPath, isSignUpPath } from '#navigation/paths.ts';

/**
 * A sign-in or sign-up page that was opened by itself (no query, no single sign-on) belongs to the external
 * CMS where the operator has one. The address comes from the server's settings alone; still, nothing but
 * http(s) is ever followed.
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
