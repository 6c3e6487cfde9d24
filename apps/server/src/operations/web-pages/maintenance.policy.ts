export type PageVisit = {
  /** Path of the page below `/vid/web`. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly hasSession: boolean;
};

/** The query with which the maintenance page leads administrators to the sign-in page. */
const administratorQuery = 'administrator';

/**
 * Texts that everybody may read, the sign-out, and the link of a security notice: maintenance does not stop the time
 * in which an owner can undo a change or stop a recovery.
 */
const openPages = /^\/(?:error|terms|privacy|logout|not-me)(?:\/|$)/u;
/** Steps of a sign-in that has begun, and of a sign-on of a signed-in browser. */
const signInSteps = /^\/(?:signin\/.+|start)$/u;
const memberPages = /^\/(?:user|invite-friends|apps|admin|qr)(?:\/|$)/u;

/**
 * Decides during maintenance whether a page is shown. Sign-on continues for browsers with a session; administrators
 * reach the sign-in page and the pages behind it.
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
