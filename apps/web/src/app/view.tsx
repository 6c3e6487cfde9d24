import { renderedPageOf } from '@vid/contract/pages';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { basePath } from '#navigation/paths.ts';
import { refusalParameters } from '#navigation/sso-refusals.ts';
import { keepEarlyForms } from '#shared/forms/early-forms.ts';
import { useAuth } from '#state/auth.ts';
import { useCommon } from '#state/common.ts';
import { App } from './app.tsx';
import { currentPath, followFirstRedirects } from './routing/first-redirects.ts';
import { preloadRoute } from './routing/routes.tsx';
import { isLeaving } from './start/follow-sso-request.ts';

function releasePage(): void {
  delete document.documentElement.dataset['hold'];
}

function whenPageWaits(): Promise<void> {
  return new Promise((resolve) => {
    const stop = useCommon.subscribe(({ isPageWaiting }) => {
      if (!isPageWaiting) return;
      stop();
      resolve();
    });
  });
}

/** Loads the page of the current URL, so that the prerendered page stays until it can be replaced. */
async function preloadCurrentPage(): Promise<void> {
  await Promise.race([preloadRoute(currentPath()), whenPageWaits()]);
}

export async function show(root: HTMLElement): Promise<void> {
  followFirstRedirects();
  // The error boundary shows a failed load when React renders the page.
  await preloadCurrentPage().catch(() => {});
  // Do not flash a page while the browser is leaving.
  if (isLeaving()) return;
  const app = (
    <BrowserRouter basename={basePath}>
      <App />
    </BrowserRouter>
  );
  keepEarlyForms(root);
  // Hydrate the prerendered page, unless it was hidden because another page or language may be needed.
  const { page, hold } = document.documentElement.dataset;
  // Error pages show the reason from their query, which the build does not know.
  const query = new URLSearchParams(location.search);
  const dependsOnQuery =
    page?.startsWith('error-') === true && refusalParameters.some((name) => query.has(name));
  if (hold === undefined && !dependsOnQuery && page === renderedPageOf(currentPath())) hydrateRoot(root, app);
  else createRoot(root).render(app);
  releasePage();
  if (!useAuth.getState().isAuthenticated) void import('./start/warm-up.ts').then(({ warmUp }) => warmUp());
}
