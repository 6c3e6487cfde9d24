import './styles/auth.css';
import { start } from './app/start/start.ts';
import { activateLocale, loadTexts } from './shared/i18n/i18n.ts';
import { isLocale } from './shared/i18n/locale.ts';
import { watchTheme } from './shared/lib/theme.ts';

/**
 * React and the screens, in a separate chunk, so that a visit redirected straight to an application does not run it.
 */
const loadView = () => import('./app/view.tsx');

async function open(root: HTMLElement): Promise<void> {
  const chosen = document.documentElement.dataset['locale'];
  activateLocale(isLocale(chosen) ? chosen : 'vi');
  await loadTexts('core');
  watchTheme();
  // A failed preload is reported by the second call below.
  if ((await start(() => void loadView().catch(() => {}))) === 'leaving') return;
  const { show } = await loadView();
  show(root);
}

const reloadedAtKey = 'vid:reloadedForUpdate';

// After a server update the old chunks no longer exist. Reload the page, at most once a minute.
addEventListener('vite:preloadError', (event) => {
  // Offline, a reload would replace the app by the browser's error page.
  if (!navigator.onLine) return;
  const last = Number(sessionStorage.getItem(reloadedAtKey) ?? 0);
  if (Date.now() - last < 60_000) return;
  sessionStorage.setItem(reloadedAtKey, String(Date.now()));
  event.preventDefault();
  location.reload();
});

const root = document.querySelector<HTMLElement>('#root');
if (root) void open(root);
