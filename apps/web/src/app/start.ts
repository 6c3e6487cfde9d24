import { lazyIndicatorMs, persistTimeoutMs } from '@vid/contract/limits';
import { ssoEntryPaths } from '@vid/contract/sso/sso-query';
import { api, connectClient } from '#shared/api/api.ts';
import { getLocale, onLocaleChanged } from '#shared/i18n/i18n.ts';
import { type Boot, readBoot } from '#shared/lib/boot.ts';
import { authEvents, useAuth } from '#state/auth.ts';
import { categoryEvents, isAppParams, useCategory } from '#state/category.ts';
import { layoutEvents, useLayout } from '#state/layout.ts';
import { useProfile } from '#state/profile.ts';
import { signupEvents, useSignup } from '#state/signup.ts';
import { ssoEvents, useSso } from '#state/sso.ts';
import { useUserApp } from '#state/user-app.ts';
import { cmsRedirect } from './cms-redirect.ts';
import { readEntryQuery } from '#navigation/entry-query.ts';
import { watchOtherTabs } from '#session/follow-other-tabs.ts';
import { loadingStarted, loadingStopped } from './loading.ts';
import { safeLoginTarget } from '#navigation/login-target.ts';
import { requestFailed, requestSucceeded, watchNotifications } from './notifications.ts';
import { basePath, matchKnownPath, paths, trimPath } from '#navigation/paths.ts';
import { isReload } from '#navigation/navigation-kind.ts';
import { deliverSignOut, loadProfile, sessionEnded } from '#session/session.ts';
import { applicationHome } from '#features/sso/flow/sso-answer.ts';
import { refusalAddress } from '#features/sso/flow/sso-refusals.ts';
import { watchConnection } from '#session/went-offline.ts';

/** What loading waits for: the part of a slice that knows whether it has been restored. */
type Restored = { persist: Pick<typeof useAuth.persist, 'hasHydrated' | 'onFinishHydration'> };

const kept: readonly Restored[] = [
  useAuth,
  useCategory,
  useLayout,
  useProfile,
  useSignup,
  useSso,
  useUserApp,
];

/** Nothing is decided before the persisted state has loaded; after the time-out the app starts with defaults. */
export async function whenPersistedStateLoaded(slices = kept, timeoutMs = persistTimeoutMs): Promise<void> {
  const waiting = slices
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
  await Promise.race([Promise.all(waiting), timeout]);
  clearTimeout(timer);
}

const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, milliseconds);
  });

const retrySignOut = (): void => void deliverSignOut();

/** Joins the parts that know nothing of each other; gives back what parts them again. */
export function connect(): () => void {
  connectClient({
    onLoadingStarted: loadingStarted,
    onLoadingStopped: loadingStopped,
    onFailed: requestFailed,
    onSucceeded: requestSucceeded,
    onSessionRefused: () => {
      if (useAuth.getState().isAuthenticated) sessionEnded('expired');
    },
  });
  let shown = getLocale();
  addEventListener('online', retrySignOut);
  addEventListener('pageshow', onShown);
  const stops = [
    watchNotifications(),
    watchConnection(),
    watchOtherTabs(),
    onLocaleChanged(() => {
      // Texts that arrive are a change too; only another language was chosen by the person.
      if (getLocale() !== shown) ssoEvents.localeChosen(getLocale());
      shown = getLocale();
    }),
    () => removeEventListener('online', retrySignOut),
    () => removeEventListener('pageshow', onShown),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** An OpenID Connect request waits for this sign-in. */
const isOnInteraction = (): boolean =>
  useAuth.getState().loginRedirectTo?.startsWith(paths.intermediate) === true;

/**
 * What the address carries, or the page of its refusal. Single sign-on settings are of one visit: an address
 * without any ends the last.
 */
function readAddress(pathname: string): string | null {
  const query = readEntryQuery(location.search, location.origin);
  layoutEvents.opened(pathname);
  layoutEvents.optionsRead(query.layout);
  if (query.campaign !== null) signupEvents.campaignNoted(query.campaign);
  if (query.lang !== null && useSso.getState().currentLocale === null) ssoEvents.localeChosen(query.lang);

  const asked =
    new URLSearchParams(location.search).get('loginRedirectTo') ?? useAuth.getState().loginRedirectTo;
  authEvents.loginTargetKept(safeLoginTarget(asked));

  if (query.isOversized) {
    ssoEvents.reset();
    const isWindow = query.settings?.mode === 'window';
    return refusalAddress({ code: 'SSO_TOO_MANY_PARAMETERS', reference: null, isWindow });
  }
  // A social provider sends the browser back to /reception, where the settings must still be there. A reload may
  // come before they were written to the address of a page just gone to.
  const isReturn = matchKnownPath(pathname) === paths.reception || isReload();
  const isSameWay = query.settings === null ? isReturn : ssoEvents.settingsRead(query.settings);
  if (query.settings === null && !isReturn) ssoEvents.reset();
  // Signing in anew was meant for the way it was asked on.
  if (!isSameWay && !isOnInteraction()) authEvents.newSignInAsked(null);
  return null;
}

let shownAddresses = 0;

function showAddress(path: string): void {
  shownAddresses += 1;
  // A key of its own, as the router gives each navigation: what looks at the address must see that it changed, also
  // when the router has not yet got round to showing the one before.
  history.replaceState({ key: `start-${shownAddresses}` }, '', `${basePath}${path}`);
  // The router listens once it is there: an answer that was long in coming still leads on.
  dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
}

/** A person whom an application sent goes on to it, where they may, before anything is rendered. */
async function followRequest(
  pathname: string,
  whenSessionSettled: Promise<void>,
  expectView: () => void,
): Promise<void> {
  // Another page than the pre-rendered one will be shown: the sign-in card names the application.
  document.documentElement.dataset['hold'] = '';
  const { goOnWay, validateRequest, wasAnswered } = await import('#features/sso/flow/sso-run.ts');
  // The session is being settled meanwhile.
  await validateRequest(showAddress, whenSessionSettled);
  const { step, application } = useSso.getState();
  if (step !== 'validated' || application?.asksToContinue !== false) expectView();
  await whenSessionSettled;
  // A form of signing in is no place to go on from, unless the Back button led there after all was done.
  const isToGoOn = ssoEntryPaths.includes(pathname) || wasAnswered();
  if (isToGoOn && useSso.getState().step === 'validated') await goOnWay(showAddress);
}

/** The browser may show the page as it was when it left for the application: it goes there once more. */
async function cameBack(shown: PageTransitionEvent): Promise<void> {
  if (!shown.persisted || useSso.getState().step !== 'leaving') return;
  const { chooseOnWay } = await import('#features/sso/flow/sso-run.ts');
  await chooseOnWay('cameBack', showAddress);
}
const onShown = (shown: PageTransitionEvent): void => void cameBack(shown);

/** On the way out of this page; another program's own scheme is called from a page that stays. */
export function isLeaving(): boolean {
  const { step, settings } = useSso.getState();
  return step === 'leaving' && applicationHome(settings?.redirectTo ?? '') !== null;
}

async function loadParams(boot: Boot): Promise<void> {
  if (isAppParams(boot.params)) {
    categoryEvents.paramsLoaded(boot.params);
    return;
  }
  try {
    const params = await api.get('/vid/gateway/app/params', {
      flags: { muteLoading: true, muteError: true, muteSuccess: true },
    });
    if (isAppParams(params)) categoryEvents.paramsLoaded(params);
  } catch {
    // What was kept from the last visit serves, else the texts that the app has built in.
  }
}

/**
 * The marker in the storage and the cookie may differ: storage was cleared, or forged, or the session has ended.
 * The cookie decides; `me` tells who it is.
 */
async function settleSession(boot: Boot): Promise<void> {
  const { isAuthenticated, isSignOutPending } = useAuth.getState();
  if (isSignOutPending) {
    await deliverSignOut();
    return;
  }
  if (boot.hasSession === false) {
    if (isAuthenticated) sessionEnded('expired');
    return;
  }
  if (isAuthenticated) void loadProfile();
  else if (boot.hasSession === true) await loadProfile();
}

/**
 * The start-up order of specification, clause 3. Says whether the app is to be shown; `expectView` is told as soon
 * as nothing speaks against it, so that the view is on its way before the answers are.
 */
export async function start(expectView: () => void = () => {}): Promise<'show' | 'leaving'> {
  await whenPersistedStateLoaded();
  connect();
  const boot = readBoot();
  const pathname = trimPath(location.pathname.slice(basePath.length)) || paths.root;
  const refused = readAddress(pathname);
  if (refused !== null) showAddress(refused);

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
  const settled = settleSession(boot);
  const isOnWay = useSso.getState().settings !== null;
  // Whoever is signed in and on the way to an application most likely goes on to it: the view would only be in the way.
  if (!isOnWay || !ssoEntryPaths.includes(pathname) || boot.hasSession === false) expectView();
  const onWay = isOnWay ? followRequest(pathname, settled, expectView) : null;
  // A slow server must not leave the window empty: then the page waits, and says so. The landing page may be shown
  // before it is known who is here; forms may not.
  const isAtWaypoint = ssoEntryPaths.includes(pathname);
  const soon = pause(lazyIndicatorMs);
  const followed = onWay && Promise.race([onWay, soon]);
  const all = Promise.all([loadParams(boot), settled, followed]);
  await (onWay && isAtWaypoint ? Promise.race([all, soon]) : all);
  return isLeaving() ? 'leaving' : 'show';
}
