import { ssoEntryPaths } from '@vid/contract/sso/sso-query';
import { applicationHome } from '#features/sso/flow/sso-answer.ts';
import { basePath } from '#navigation/paths.ts';
import { useSso } from '#state/sso.ts';

/** Loads the sign-on code on demand, because only visits with a sign-on request need it. */
const loadRun = () => import('#features/sso/flow/sso-run.ts');

let replacedEntries = 0;

/** Opens a page of the app by changing the browser's URL, because the router may not exist yet. */
export function showAddress(path: string): void {
  replacedEntries += 1;
  // Give the history entry a unique key, as the router does, so that effects notice the change even if the router has
  // not rendered the previous URL yet.
  history.replaceState({ key: `start-${replacedEntries}` }, '', `${basePath}${path}`);
  // Notifies the router if it already listens for navigation.
  dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
}

/**
 * Validates the sign-on request in the URL and, if possible, continues it without rendering. Calls `expectView` once a
 * screen will be needed.
 */
export async function followSsoRequest(
  pathname: string,
  sessionSettled: Promise<void>,
  expectView: () => void,
): Promise<void> {
  const { continueSso, isRequestAnswered, validateRequest } = await loadRun();
  await validateRequest(showAddress, sessionSettled);
  const { step, application } = useSso.getState();
  if (step !== 'validated' || application?.asksToContinue !== false) expectView();
  await sessionSettled;
  // A sign-in form waits for the user, unless the Back button led to it after the request was answered.
  const continuesHere = ssoEntryPaths.includes(pathname) || isRequestAnswered();
  if (continuesHere && useSso.getState().step === 'validated') await continueSso(showAddress);
}

/**
 * Returns whether the browser is leaving this page. A URL with a custom scheme opens another program and does not
 * unload the page.
 */
export function isLeaving(): boolean {
  const { step, settings } = useSso.getState();
  return step === 'leaving' && applicationHome(settings?.redirectTo ?? '') !== null;
}

async function pageShown(shown: PageTransitionEvent): Promise<void> {
  if (!shown.persisted || useSso.getState().step !== 'leaving') return;
  const { chooseSso } = await loadRun();
  await chooseSso('pageRestored', showAddress);
}

const onPageShown = (shown: PageTransitionEvent): void => void pageShown(shown);

/** Opens the application again when the back/forward cache restores the page that opened it. */
export function watchRestoredPage(): () => void {
  addEventListener('pageshow', onPageShown);
  return () => removeEventListener('pageshow', onPageShown);
}
