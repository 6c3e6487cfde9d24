import { lazyIndicatorMs, persistTimeoutMs } from '@vid/contract/limits';
import { ssoEntryPaths } from '@vid/contract/sso/sso-query';
import { basePath, paths, trimPath } from '#navigation/paths.ts';
import { deliverSignOut, loadProfile, sessionEnded, settleDrafts } from '#session/session.ts';
import { api } from '#shared/api/api.ts';
import { type Boot, readBoot } from '#shared/lib/boot.ts';
import { useAuth } from '#state/auth.ts';
import { categoryEvents, isAppParams, useCategory } from '#state/category.ts';
import { useLayout } from '#state/layout.ts';
import { useSignup } from '#state/signup.ts';
import { useSso } from '#state/sso.ts';
import { useSelectedApp } from '#state/user-app.ts';
import { cmsRedirect } from './cms-redirect.ts';
import { connect } from './connect.ts';
import { followSsoRequest, isLeaving, showAddress } from './follow-sso-request.ts';
import { isOnInteraction, readAddress } from './read-address.ts';

type Restorable = { persist: Pick<typeof useAuth.persist, 'hasHydrated' | 'onFinishHydration'> };

const persistedSlices: readonly Restorable[] = [
  useAuth,
  useCategory,
  useLayout,
  useSelectedApp,
  useSignup,
  useSso,
];

/** Resolves once every slice is restored from storage, or after the timeout, which leaves the defaults. */
export async function whenPersistedStateLoaded(
  slices = persistedSlices,
  timeoutMs = persistTimeoutMs,
): Promise<void> {
  const restored = slices
    .filter(({ persist }) => !persist.hasHydrated())
    .map(
      ({ persist }) =>
        new Promise<void>((resolve) => {
          const stop = persist.onFinishHydration(() => {
            stop();
            resolve();
          });
        }),
    );
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeoutMs);
  });
  await Promise.race([Promise.all(restored), timeout]);
  clearTimeout(timer);
}

const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, milliseconds);
  });

async function loadParams(boot: Boot): Promise<void> {
  if (isAppParams(boot.params)) {
    categoryEvents.paramsLoaded(boot.params);
    return;
  }
  try {
    const params = await api.get('/vid/gateway/app/params');
    if (isAppParams(params)) categoryEvents.paramsLoaded(params);
  } catch {
    // If the request fails, the app keeps the parameters of the last visit, or else the built-in texts.
  }
}

/**
 * Reconciles the stored session marker with the session cookie. They differ if storage was cleared or forged, or if the
 * session has ended. The cookie takes precedence.
 */
async function settleSession(boot: Boot): Promise<void> {
  const { isAuthenticated, user, isSignOutPending } = useAuth.getState();
  if (isSignOutPending) {
    await deliverSignOut();
    return;
  }
  if (boot.hasSession === false) {
    if (isAuthenticated) sessionEnded('expired');
    return;
  }
  // A stored user is enough to show the page; otherwise wait for `me`.
  if (isAuthenticated && user !== null) void loadProfile();
  else if (isAuthenticated || boot.hasSession === true) await loadProfile();
}

/**
 * Starts the app in the order of specification, clause 3. Calls `expectView` as soon as a screen will most likely be
 * needed, so that the view loads in parallel. Resolves with `leaving` if the browser is leaving for another page.
 */
export async function start(expectView: () => void = () => {}): Promise<'show' | 'leaving'> {
  await whenPersistedStateLoaded();
  connect();
  const boot = readBoot();
  const pathname = trimPath(location.pathname.slice(basePath.length)) || paths.root;
  const refusal = readAddress(pathname);
  if (refusal !== null) showAddress(refusal);

  const cms = cmsRedirect({
    pathname,
    search: location.search,
    hasSsoSettings: useSso.getState().settings !== null || isOnInteraction(),
    hasSession: boot.hasSession === true || useAuth.getState().isAuthenticated,
    cmsLoginUrl: boot.cmsLoginUrl,
  });
  if (cms !== null) {
    location.replace(cms);
    return 'leaving';
  }
  const sessionSettled = settleSession(boot).then(settleDrafts);
  const hasRequest = useSso.getState().settings !== null;
  const isEntryPath = ssoEntryPaths.includes(pathname);
  // A signed-in user with a sign-on request may continue to the application without seeing a screen.
  if (!hasRequest || !isEntryPath || boot.hasSession === false) expectView();

  const followed = hasRequest ? followSsoRequest(pathname, sessionSettled, expectView) : null;
  const indicatorDelay = pause(lazyIndicatorMs);
  const ready = Promise.all([
    loadParams(boot),
    sessionSettled,
    followed && Promise.race([followed, indicatorDelay]),
  ]);
  // If the server is slow, show the landing page, which reports progress, before the session check is complete. A form
  // must wait for the session check.
  await (followed && isEntryPath ? Promise.race([ready, indicatorDelay]) : ready);
  return isLeaving() ? 'leaving' : 'show';
}
