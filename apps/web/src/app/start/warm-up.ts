import { basePath } from '#navigation/paths.ts';
import { readSignedInPath } from '#navigation/login-target.ts';
import { readBoot } from '#shared/lib/boot.ts';
import { whenIdle } from '#shared/lib/browser/when-idle.ts';
import { useSso } from '#state/sso.ts';
import { warmRoute } from '../routing/routes.tsx';

/** Browsers open up to six connections with HTTP/1.1; leave two for the visitor's requests. */
const connections = 4;

function savesData(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection');
  return (
    typeof connection === 'object' && connection !== null && Reflect.get(connection, 'saveData') === true
  );
}

/**
 * Fills the browser's cache. Fetches files instead of importing modules, because Chromium never repeats a failed import
 * (see `reloadAfterFailedLoad`).
 */
async function fetchFile(file: string): Promise<void> {
  const response = await fetch(`${basePath}/${file}`, { priority: 'low' });
  await response.arrayBuffer();
}

/**
 * Loads the page that opens after sign-in. With a sign-on request, the next page is the application, so nothing is
 * loaded.
 */
async function warmNextPage(): Promise<void> {
  const [path = ''] = readSignedInPath().split('?');
  if (useSso.getState().settings === null) await warmRoute(path);
}

async function fetchFiles(files: readonly string[]): Promise<void> {
  const queue = new Set(files).values();
  const fetchNext = async () => {
    // oxlint-disable-next-line no-await-in-loop
    for (const file of queue) await fetchFile(file);
  };
  await Promise.all(Array.from({ length: connections }, fetchNext));
}

/**
 * Loads the files of the next pages while the visitor reads and types. If the browser saves data, loads only the page
 * that the sign-in opens, while the server checks the form.
 */
export async function warmUp(): Promise<void> {
  const { next } = readBoot();
  if (!next) return;
  document.addEventListener('submit', () => void warmNextPage(), { once: true, capture: true });
  if (savesData()) return;
  await whenIdle();
  try {
    await fetchFiles(next.journeys);
    if (useSso.getState().settings !== null) return;
    await fetchFiles(next.page);
    await whenIdle();
    await warmNextPage();
  } catch {
    // A failed warm-up is harmless, because each page loads when it is opened.
  }
}
