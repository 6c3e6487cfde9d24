import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { releasePage } from '#shared/lib/hold.ts';
import { App } from './app.tsx';
import { basePath, paths, trimPath } from '#navigation/paths.ts';
import { isLeaving } from './start/follow-sso-request.ts';

/** Shows the app, once what it starts with is settled. */
export function show(root: HTMLElement): void {
  // The answer was just too late for the start: the page is on its way out, and nothing is to flash up.
  if (isLeaving()) return;
  const app = (
    <BrowserRouter basename={basePath}>
      <App />
    </BrowserRouter>
  );
  // The pre-rendered page is taken over as it stands; held back, it may be another page or another language.
  const isHeld = document.documentElement.dataset['hold'] !== undefined;
  const isStillSignIn = trimPath(location.pathname) === `${basePath}${paths.signIn}`;
  if (root.dataset['page'] === 'signin' && !isHeld && isStillSignIn) hydrateRoot(root, app);
  else createRoot(root).render(app);
  releasePage();
}
