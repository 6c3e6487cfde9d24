import './styles/auth.css';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { App } from './app/app.tsx';
import { activateLocale, loadTexts } from './shared/i18n/i18n.ts';
import { isLocale } from './shared/i18n/locale.ts';
import { releasePage } from './shared/lib/hold.ts';
import { watchTheme } from './shared/lib/theme.ts';

async function start(root: HTMLElement): Promise<void> {
  const page = document.documentElement;
  const chosen = page.dataset['locale'];
  activateLocale(isLocale(chosen) ? chosen : 'vi');
  await loadTexts('core');
  watchTheme();
  const app = (
    <BrowserRouter basename="/vid/web">
      <App />
    </BrowserRouter>
  );
  // The pre-rendered page is taken over as it stands; held back, it may be another page or another language.
  if (root.dataset['page'] === 'signin' && page.dataset['hold'] === undefined) {
    hydrateRoot(root, app);
  } else {
    createRoot(root).render(app);
  }
  releasePage();
}

const root = document.querySelector<HTMLElement>('#root');
if (root) void start(root);
