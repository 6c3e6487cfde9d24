import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { releasePage } from '#shared/lib/release-page.ts';
import { App } from './app.tsx';
import { basePath, paths, trimPath } from '#navigation/paths.ts';
import { isLeaving } from './start/follow-sso-request.ts';

/** Renders the app. Called when start-up has finished. */
export function show(root: HTMLElement): void {
  // Do not flash a page while the browser is leaving.
  if (isLeaving()) return;
  const app = (
    <BrowserRouter basename={basePath}>
      <App />
    </BrowserRouter>
  );
  // Hydrate the prerendered page, unless it was hidden because another page or language may be needed.
  const isHeld = document.documentElement.dataset['hold'] !== undefined;
  const isStillSignIn = trimPath(location.pathname) === `${basePath}${paths.signIn}`;
  if (root.dataset['page'] === 'signin' && !isHeld && isStillSignIn) hydrateRoot(root, app);
  else createRoot(root).render(app);
  releasePage();
}
