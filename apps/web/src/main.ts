import './styles/auth.css';
import { start } from './app/start/start.ts';
import { loadPersistently, reloadAfterFailedLoad } from './navigation/load-persistently.ts';
import { activateLocale, loadTexts } from './shared/i18n/i18n.ts';
import { isLocale } from './shared/i18n/locale.ts';
import { unwatchLeaving, watchLeaving } from './shared/lib/browser/leaving.ts';
import { watchTheme } from './shared/lib/theme/theme.ts';

/**
 * React and the screens are a separate chunk, so that a visit redirected straight to an application does not run this
 * code.
 */
const loadView = () => loadPersistently(() => import('./app/view.tsx'));

async function open(root: HTMLElement): Promise<void> {
  const chosen = document.documentElement.dataset['locale'];
  activateLocale(isLocale(chosen) ? chosen : 'vi');
  await loadPersistently(() => loadTexts('core'));
  watchTheme();
  // The call of `loadView` after `start` reports a failed preload.
  if ((await start(() => void loadView().catch(() => {}))) === 'leaving') return;
  const { show } = await loadView();
  await show(root);
}

// Do not call `preventDefault`, because the import would then resolve to undefined instead of rejecting.
addEventListener('vite:preloadError', () => void reloadAfterFailedLoad());

const root = document.querySelector<HTMLElement>('#root');
if (root) {
  watchLeaving();
  void open(root).finally(unwatchLeaving);
}
