export type PageVisit = {
  /** Path of the page below `/vid/web`. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly hasSession: boolean;
};

/** Query parameter of the link with which the maintenance page leads administrators to the sign-in page. */
const administratorQuery = 'administrator';

/**
 * Error and legal pages, the sign-out, and security-notice links, whose deadlines maintenance does not
 * extend.
 */
const openPages = /^\/(?:error|terms|privacy|logout|not-me)(?:\/|$)/u;
const signInSteps = /^\/(?:signin\/.+|start)$/u;
const memberPages = /^\/(?:user|invite-friends|apps|admin|qr)(?:\/|$)/u;

/**
 * Decides whether a page is shown during maintenance. Sign-on continues for browsers with a session;
 * administrators reach the sign-in page and the pages behind it.
 */
export function pageDuringMaintenance({
  path,
  query,
  hasSession,
}: PageVisit): 'open' | 'administrators' | 'closed' {
  if (openPages.test(path)) return 'open';
  if (hasSession) return memberPages.test(path) ? 'administrators' : 'open';
  if (signInSteps.test(path)) return 'open';
  return path === '/signin' && query.has(administratorQuery) ? 'open' : 'closed';
}
