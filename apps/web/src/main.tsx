import './styles/auth.css';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { App } from './app/app.tsx';
import { basePath, paths, trimPath } from './app/paths.ts';
import { start } from './app/start.ts';
import { activateLocale, loadTexts } from './shared/i18n/i18n.ts';
import { isLocale } from './shared/i18n/locale.ts';
import { releasePage } from './shared/lib/hold.ts';
import { watchTheme } from './shared/lib/theme.ts';

async function open(root: HTMLElement): Promise<void> {
  const page = document.documentElement;
  const chosen = page.dataset['locale'];
  activateLocale(isLocale(chosen) ? chosen : 'vi');
  await loadTexts('core');
  watchTheme();
  if ((await start()) === 'leaving') return;
  const app = (
    <BrowserRouter basename={basePath}>
      <App />
    </BrowserRouter>
  );
  // The pre-rendered page is taken over as it stands; held back, it may be another page or another language.
  const isStillSignIn = trimPath(location.pathname) === `${basePath}${paths.signIn}`;
  if (root.dataset['page'] === 'signin' && page.dataset['hold'] === undefined && isStillSignIn) {
    hydrateRoot(root, app);
  } else {
    createRoot(root).render(app);
  }
  releasePage();
}

const reloadedAtKey = 'vid:reloadedForUpdate';

// After an update of the server the pieces of the old app are gone: the page is loaded anew, but not in circles.
addEventListener('vite:preloadError', (failed) => {
  const last = Number(sessionStorage.getItem(reloadedAtKey) ?? 0);
  if (Date.now() - last < 60_000) return;
  sessionStorage.setItem(reloadedAtKey, String(Date.now()));
  failed.preventDefault();
  location.reload();
});

const root = document.querySelector<HTMLElement>('#root');
if (root) void open(root);
