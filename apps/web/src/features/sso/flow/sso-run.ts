import { encodeSsoMessage, type SsoMessageCode } from '@vid/contract/sso/sso-messages';
import { ApiFailure, failedWith, shownMessage } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';
import { getLocale } from '#shared/i18n/i18n.ts';
import { textLanguageOf } from '#shared/i18n/locale.ts';
import { authEvents, useAuth } from '#state/auth.ts';
import { ssoEvents, type SsoSettings, useSso } from '#state/sso.ts';
import { isReload } from '#navigation/navigation-kind.ts';
import { paths } from '#navigation/paths.ts';
import { loadProfile, signOut } from '#session/session.ts';
import {
  answerPayload,
  applicationHome,
  isReturnable,
  messageOrigin,
  returnAddress,
  type SsoAnswer,
} from './sso-answer.ts';
import { refusalAddress } from './sso-refusals.ts';
import { arrivalOf, nextSsoStep, type SsoEffect, type SsoEvent } from './sso-journey.ts';

/** Goes to a page of the app: by the router, or before it exists by the address alone. */
export type OpenPage = (path: string) => void;

type Way = {
  readonly open: OpenPage;
  /** The answer to the application, on its way from the server to it; kept nowhere (security case S8). */
  answer?: SsoAnswer;
};

const quiet = { muteLoading: true, muteError: true, muteSuccess: true } as const;

/** The settings without which there is no request. */
function requestOf(settings: SsoSettings | null) {
  const { appCode, clientId, redirectTo } = settings ?? {};
  return settings && appCode && clientId && redirectTo ? { settings, appCode, clientId, redirectTo } : null;
}

/** The window that waits for the answer; null when there is none or it has gone. */
function waitingWindow(): Window | null {
  const opener: Window | null = globalThis.opener;
  return opener === null || opener.closed ? null : opener;
}

const isWindowMode = (): boolean => useSso.getState().settings?.mode === 'window';

/** Only to the origin of the address that the server has found registered (security case W1). */
function post(code: SsoMessageCode, message: unknown): boolean {
  const { settings, enabled } = useSso.getState();
  const origin = enabled && settings?.redirectTo ? messageOrigin(settings.redirectTo) : null;
  const opener = waitingWindow();
  if (origin === null || opener === null) return false;
  opener.postMessage(encodeSsoMessage(code, message), origin);
  return true;
}

async function validate(): Promise<SsoEvent> {
  const request = requestOf(useSso.getState().settings);
  if (request === null) {
    ssoEvents.failed('SSO_INVALID_REQUEST', null);
    return 'rejected';
  }
  const { appCode, clientId, redirectTo, settings } = request;
  // A sign-out may come back to an address that no code may go to.
  const action = settings.action === 'logout' ? ({ action: 'logout' } as const) : {};
  try {
    const { redirectUrls, ...application } = await api.post('/vid/ajax/apps/view/validateRedirectUrls', {
      body: { appCode, clientId, redirectUrls: redirectTo, ...action },
      flags: quiet,
      isRepeatable: true,
    });
    if (redirectUrls[0] === redirectTo && isReturnable(redirectTo)) {
      ssoEvents.validated(application);
      return 'accepted';
    }
    ssoEvents.failed('REDIRECT_INVALID', null);
    return 'rejected';
  } catch (error) {
    return refusedBy(error);
  }
}

/** What `sso trace` knows; where the server kept nothing, the request id that its log has. */
const referenceOf = (error: ApiFailure): string | null => error.reference ?? error.requestId;

function refusedBy(error: unknown): 'rejected' | 'unreachable' {
  const isAnswer = error instanceof ApiFailure && error.kind === 'response';
  const isRefusal = isAnswer && error.status >= 400 && error.status < 500 && error.status !== 429;
  if (!isRefusal) {
    ssoEvents.failed(error instanceof ApiFailure ? error.code : null, shownMessage(error));
    return 'unreachable';
  }
  const code = failedWith(error, 'REDIRECT_INVALID') ? error.code : 'SSO_INVALID_REQUEST';
  ssoEvents.failed(code, null, referenceOf(error));
  return 'rejected';
}

/**
 * Whether this tab has handed out the one answer that the application takes (ADR 18: settings belong to a tab). A
 * reload comes before the application has it, unless the answer went somewhere that leaves this page standing.
 */
function isAnswered({ codeChallenge, redirectTo, mode }: SsoSettings): boolean {
  if (codeChallenge === null || !useSso.getState().answered.includes(codeChallenge)) return false;
  return mode === 'window' || applicationHome(redirectTo ?? '') === null || !isReload();
}

async function arrive(): Promise<SsoEvent | null> {
  const { settings, application, hasSignedInHere } = useSso.getState();
  if (settings === null || application === null) return null;
  if (useAuth.getState().isAuthenticated && useAuth.getState().profile === null) await loadProfile();
  const { isAuthenticated, profile, newSignInAskedBy, error } = useAuth.getState();
  if (isAuthenticated && profile === null) ssoEvents.failed(null, error);
  return arrivalOf({
    action: settings.action,
    codeChallenge: settings.codeChallenge,
    isAnswered: isAnswered(settings),
    needsOpener: settings.mode === 'window',
    hasOpener: waitingWindow() !== null && messageOrigin(settings.redirectTo ?? '') !== null,
    isSignedIn: isAuthenticated && newSignInAskedBy === null,
    hasProfile: profile !== null,
    mustChangePassword: profile?.mustChangePassword === true,
    asksToContinue: application.asksToContinue || !application.isFirstParty,
    hasSignedInHere,
  });
}

async function requestCode(way: Way): Promise<SsoEvent> {
  const request = requestOf(useSso.getState().settings);
  if (request === null) return 'codeRefused';
  // A code that nobody takes must not be made (security case W5).
  if (isWindowMode() && waitingWindow() === null) return 'openerMissing';
  const { appCode, clientId, redirectTo, settings } = request;
  const ask = () =>
    api.post('/vid/api/auth/code/request', {
      body: { appCode, clientId, codeChallenge: settings.codeChallenge ?? '', redirectTo },
      flags: quiet,
    });
  try {
    const { authCode, iss } = await ask().catch(async (error: unknown) => {
      // A long way through sign-up outlives the validation, and another tab of the same application may have had
      // another address validated since: ours is validated again, then asked once more.
      const isOutdated = failedWith(error, 'SSO_NOT_READY', 'REDIRECT_INVALID');
      if (!isOutdated || (await validate()) !== 'accepted') throw error;
      return ask();
    });
    way.answer = { authCode, iss, lang: textLanguageOf(getLocale()) };
    return 'codeIssued';
  } catch (error) {
    // The client has ended the session: it had run out meanwhile.
    if (!useAuth.getState().isAuthenticated) return 'mustSignIn';
    const isRefusal =
      error instanceof ApiFailure && error.code !== null && error.status < 500 && error.status !== 429;
    ssoEvents.failed(
      error instanceof ApiFailure ? error.code : null,
      shownMessage(error),
      isRefusal ? referenceOf(error) : null,
    );
    return isRefusal ? 'codeRefused' : 'unreachable';
  }
}

/** To the waiting window, or with the browser to the application. */
function deliver({ answer, open }: Way): SsoEvent | null {
  const request = requestOf(useSso.getState().settings);
  if (request === null || answer === undefined) return null;
  const { settings, redirectTo } = request;
  if (isWindowMode()) {
    const isTaken = post('SSO_SUCCESS', answerPayload(settings, answer));
    if (isTaken) ssoEvents.answered(settings.codeChallenge ?? '');
    ssoEvents.stepTaken(isTaken ? 'handedOver' : 'openerLost');
    open(paths.home);
    return null;
  }
  ssoEvents.answered(settings.codeChallenge ?? '');
  // The browser stays here when another program takes the answer: the landing page says so.
  if (applicationHome(redirectTo) === null) open(paths.home);
  location.replace(returnAddress(settings, redirectTo, answer));
  return null;
}

/** No second answer: on to the application, where the person is signed in by the first. */
function returnToApp({ open }: Way): void {
  const { settings } = useSso.getState();
  const home = applicationHome(settings?.redirectTo ?? '');
  if (isWindowMode()) ssoEvents.stepTaken('handedOver');
  if (isWindowMode() || home === null) open(paths.home);
  // Each step back through this service is replaced by the application, so that none leads in a circle.
  else location.replace(home);
}

async function endSession(): Promise<SsoEvent | null> {
  const request = requestOf(useSso.getState().settings);
  const kept = useSso.getState();
  await signOut();
  useSso.setState(kept);
  // Whoever is not signed out yet must not be told that they are.
  if (request === null || useAuth.getState().isSignOutPending) return 'unreachable';
  ssoEvents.stepTaken('leaving');
  location.replace(
    returnAddress(request.settings, request.redirectTo, { lang: textLanguageOf(getLocale()) }),
  );
  return null;
}

function openRefusal({ open }: Way): void {
  const { errorCode, errorReference } = useSso.getState();
  const address = refusalAddress({
    code: errorCode ?? 'SSO_INVALID_REQUEST',
    reference: errorReference,
    isWindow: isWindowMode(),
  });
  ssoEvents.reset();
  open(address);
}

type Effects = Record<SsoEffect, (way: Way) => Promise<SsoEvent | null> | SsoEvent | null | void>;

const carryOut: Effects = {
  validate,
  arrive,
  requestCode,
  deliver,
  returnToApp,
  endSession,
  openRefusal,
  signInAnew: () => authEvents.newSignInAsked('person'),
  giveUpWindow: () => ssoEvents.windowGivenUp(),
  tellLoaded: () => void (isWindowMode() && post('SSO_LOADED', null)),
  tellError: () => {
    const { errorCode, errorText } = useSso.getState();
    if (errorCode === null) ssoEvents.failed('SSO_INVALID_REQUEST', null);
    if (isWindowMode()) post('SSO_ERROR', { code: errorCode ?? 'SSO_INVALID_REQUEST', text: errorText });
  },
  openHome: ({ open }) => open(paths.home),
  openChoice: ({ open }) => open(paths.intermediate),
  openSignIn: ({ open }) => open(paths.signInOtp),
  openSignUp: ({ open }) => open(paths.signUpOtp),
  openReset: ({ open }) => open(paths.forgetPassword),
  openForcedChange: ({ open }) => open(paths.resetPassword),
};

async function take(event: SsoEvent, way: Way): Promise<void> {
  const move = nextSsoStep(useSso.getState().step, event);
  if (move === null) return;
  ssoEvents.stepTaken(move.to);
  for (const effect of move.effects) {
    const following = await carryOut[effect](way);
    if (following) await take(following, way);
  }
}

/** A press on one of the screens of the way. */
export async function chooseOnWay(
  event: 'mayGoOn' | 'otherChosen' | 'goOnHereChosen' | 'retryChosen' | 'openAgainChosen' | 'cameBack',
  open: OpenPage,
): Promise<void> {
  await take(event, { open });
}

/** Whether the person came back to a request that this tab has answered. */
export function wasAnswered(): boolean {
  const { settings } = useSso.getState();
  return settings !== null && isAnswered(settings);
}

/** Until it is known who is here, nobody is sent anywhere, though the landing page may be shown already. */
let whenSessionSettled: Promise<void> = Promise.resolve();

/** Validates the request of the address the app was opened at, before anything is shown. */
export async function validateRequest(open: OpenPage, sessionSettled = Promise.resolve()): Promise<void> {
  whenSessionSettled = sessionSettled;
  const way: Way = { open };
  await take(await validate(), way);
}

let arriving: Promise<void> | null = null;

/** Where a valid request goes on, on arrival and after each sign-in. Arrivals at the same time are one. */
export function goOnWay(open: OpenPage): Promise<void> {
  const go = async (): Promise<void> => {
    await whenSessionSettled;
    const event = await arrive();
    if (event !== null) await take(event, { open });
  };
  arriving ??= go().finally(() => {
    arriving = null;
  });
  return arriving;
}
