/**
 * Maps the prerendered paths below /vid/web to the names of their HTML templates. A signed-out visitor may open these
 * pages first.
 */
export const renderedPages = {
  '/signin': 'signin',
  '/signin/otp': 'signin-otp',
  '/signup': 'signup-otp',
  '/signup/otp': 'signup-otp',
  '/forget-password': 'forget-password',
  '/terms': 'terms',
  '/privacy': 'privacy',
  '/error/401': 'error-401',
  '/error/403': 'error-403',
  '/error/404': 'error-404',
  '/error/500': 'error-500',
  '/error/maintain': 'error-maintain',
  '/error/comming': 'error-comming',
} as const satisfies Readonly<Record<string, string>>;

export type RenderedPath = keyof typeof renderedPages;

/**
 * Templates whose content depends on state that only the browser has. `landing` is the frame of single
 * sign-on, `step` the frame of a form, `app` the frame of the pages behind the sign-in. `sso` is empty,
 * because a signed-in visitor usually leaves it without seeing it.
 */
export const frames = ['landing', 'step', 'sso', 'app'] as const;

export type PageName = (typeof renderedPages)[RenderedPath] | (typeof frames)[number];

export const pageNames: readonly PageName[] = [...new Set([...Object.values(renderedPages), ...frames])];

export function renderedPageOf(path: string): PageName | null {
  return isRendered(path) ? renderedPages[path] : null;
}

function isRendered(path: string): path is RenderedPath {
  return Object.hasOwn(renderedPages, path);
}
