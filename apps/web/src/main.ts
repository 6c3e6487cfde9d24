import './styles/auth.css';
import { start } from './app/start/start.ts';
import { activateLocale, loadTexts } from './shared/i18n/i18n.ts';
import { isLocale } from './shared/i18n/locale.ts';
import { watchTheme } from './shared/lib/theme.ts';

/** React and all that is rendered, in a file of its own: a visit that only passes through does not run it. */
const loadView = () => import('./app/view.tsx');

async function open(root: HTMLElement): Promise<void> {
  const chosen = document.documentElement.dataset['locale'];
  activateLocale(isLocale(chosen) ? chosen : 'vi');
  await loadTexts('core');
  watchTheme();
  // What fails here fails below, where it is waited for.
  if ((await start(() => void loadView().catch(() => {}))) === 'leaving') return;
  const { show } = await loadView();
  show(root);
}

const reloadedAtKey = 'vid:reloadedForUpdate';

// After an update of the server the pieces of the old app are gone: the page is loaded anew, but not in circles.
addEventListener('vite:preloadError', (failed) => {
  // Without a network the reload would leave the browser's own error page, which knows nothing of the person's way.
  if (!navigator.onLine) return;
  const last = Number(sessionStorage.getItem(reloadedAtKey) ?? 0);
  if (Date.now() - last < 60_000) return;
  sessionStorage.setItem(reloadedAtKey, String(Date.now()));
  failed.preventDefault();
  location.reload();
});

const root = document.querySelector<HTMLElement>('#root');
if (root) void open(root);
