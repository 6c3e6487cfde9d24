import { type MissingDetail, missingDetail } from '@vid/contract/sso/required-details';
import { renderMessage } from '#shared/forms/message.ts';
import { getLocale } from '#shared/i18n/i18n.ts';
import { textLanguageOf } from '#shared/i18n/locale.ts';
import { isReload } from '#shared/lib/browser/leaving.ts';
import { demandPathOf, paths } from '#navigation/paths.ts';
import { refusalAddress } from '#navigation/sso-refusals.ts';
import { deliverSignOut, loadProfile, signOut } from '#session/session.ts';
import { authEvents, useAuth, type UserInfo } from '#state/auth.ts';
import { type SsoApplication, ssoEvents, type SsoSettings, useSso } from '#state/sso.ts';
import {
  answerPayload,
  applicationHome,
  messageOrigin,
  returnAddress,
  type SsoAnswer,
} from './sso-answer.ts';
import { arrivalOf, nextSsoStep, type SsoEffect, type SsoEvent } from './sso-journey.ts';
import { findOpener, isWindowMode, postToOpener } from './sso-opener.ts';
import { currentRequest, requestCode, validate } from './sso-request.ts';

/** Opens a page of the app through the router, or by changing the URL before the router exists. */
export type OpenPage = (path: string) => void;

type Run = {
  readonly open: OpenPage;
  /** The server's response until it is sent to the application. It is stored nowhere else (security case S8). */
  answer?: SsoAnswer;
};

/**
 * Returns whether this tab has answered the request; the application accepts only one response. After a reload the
 * request counts as unanswered, because the application has not received the redirect. A message or a custom scheme
 * does not unload this page, so such a request stays answered even after a reload.
 */
function isAnswered({ codeChallenge, redirectTo, mode }: SsoSettings): boolean {
  if (codeChallenge === null || !useSso.getState().answered.includes(codeChallenge)) return false;
  return mode === 'window' || applicationHome(redirectTo ?? '') === null || !isReload();
}

async function decideArrival(): Promise<SsoEvent | null> {
  const { settings, application, hasSignedInHere } = useSso.getState();
  if (settings === null || application === null) return null;
  if (useAuth.getState().isAuthenticated && useAuth.getState().profile === null) await loadProfile();
  const { isAuthenticated, profile, newSignInRequestedBy, error } = useAuth.getState();
  if (isAuthenticated && profile === null) ssoEvents.failed(null, error);
  return arrivalOf({
    action: settings.action,
    codeChallenge: settings.codeChallenge,
    isAnswered: isAnswered(settings),
    needsOpener: settings.mode === 'window',
    hasOpener: findOpener() !== null && messageOrigin(settings.redirectTo ?? '') !== null,
    isSignedIn: isAuthenticated && (newSignInRequestedBy === null || settings.action === 'logout'),
    hasProfile: profile !== null,
    hasDemand: demandPathOf(useAuth.getState()) !== undefined,
    lacksDetail: findMissingDetail(application, profile) !== undefined,
    asksToContinue: application.asksToContinue,
    needsConsent: !application.isFirstParty,
    hasSignedInHere,
  });
}

function deliver({ answer, open }: Run): void {
  const request = currentRequest();
  if (request === null || answer === undefined) return;
  const { settings, redirectTo } = request;
  if (isWindowMode()) {
    const isPosted = postToOpener('SSO_SUCCESS', answerPayload(settings, answer));
    if (isPosted) ssoEvents.answered(settings.codeChallenge ?? '');
    ssoEvents.stepTaken(isPosted ? 'handedOver' : 'openerLost');
    open(paths.home);
    return;
  }
  ssoEvents.answered(settings.codeChallenge ?? '');
  // A custom scheme opens another program without unloading this page, so show the landing page, which can open the
  // program again.
  if (applicationHome(redirectTo) === null) open(paths.home);
  location.replace(returnAddress(settings, redirectTo, answer));
}

/**
 * Opens the application's start page, or the landing page for a popup or a custom scheme. Sends no second authorization
 * response, because the application accepts only one.
 */
function returnToApp({ open }: Run): void {
  const { settings } = useSso.getState();
  const home = applicationHome(settings?.redirectTo ?? '');
  if (isWindowMode()) ssoEvents.stepTaken('handedOver');
  if (isWindowMode() || home === null) open(paths.home);
  // Replaces the history entry, so that the Back button does not loop between the application and this page.
  else location.replace(home);
}

/**
 * Ends the session after the user has confirmed the sign-out. If that session has already ended, only delivers a
 * pending sign-out, so that a session that the user was not asked about stays open.
 */
async function endSession({ open }: Run): Promise<SsoEvent | null> {
  const request = currentRequest();
  const settingsBefore = useSso.getState();
  if (useAuth.getState().isAuthenticated) await signOut();
  else await deliverSignOut();
  useSso.setState(settingsBefore);
  // Do not report a sign-out to the application before the server has confirmed it.
  if (request === null || useAuth.getState().isSignOutPending) return 'unreachable';
  ssoEvents.stepTaken('leaving');
  // A custom scheme does not unload this page, so open the landing page, which explains the sign-out.
  if (applicationHome(request.redirectTo) === null) open(paths.home);
  openSignedOut();
  return null;
}

/** Returns to the application after a sign-out. Safe to repeat, because no code is sent. */
export function openSignedOut(): void {
  const request = currentRequest();
  if (request === null) return;
  location.replace(
    returnAddress(request.settings, request.redirectTo, { lang: textLanguageOf(getLocale()) }),
  );
}

function openRefusal({ open }: Run): void {
  const { errorCode, errorReference } = useSso.getState();
  const address = refusalAddress({
    code: errorCode ?? 'SSO_INVALID_REQUEST',
    reference: errorReference,
    isWindow: isWindowMode(),
  });
  ssoEvents.reset();
  open(address);
}

function postError(): void {
  const { errorCode, errorText } = useSso.getState();
  if (errorCode === null) ssoEvents.failed('SSO_INVALID_REQUEST', null);
  if (isWindowMode())
    postToOpener('SSO_ERROR', {
      code: errorCode ?? 'SSO_INVALID_REQUEST',
      text: errorText && renderMessage(errorText),
    });
}

const keepAnswer = (run: Run) => (answer: SsoAnswer) => {
  run.answer = answer;
};

/** Tells the application that the user refused the request, by message or redirect as for a code. */
function refuseConsent({ open }: Run): void {
  const request = currentRequest();
  if (request === null) return;
  const { settings, redirectTo } = request;
  ssoEvents.answered(settings.codeChallenge ?? '');
  if (isWindowMode() || applicationHome(redirectTo) === null) {
    ssoEvents.failed('ACCESS_DENIED', null);
    ssoEvents.stepTaken('failed');
    open(paths.home);
  }
  if (isWindowMode()) {
    postError();
    globalThis.close();
    return;
  }
  const lang = textLanguageOf(getLocale());
  location.replace(returnAddress(settings, redirectTo, { error: 'access_denied', lang }));
}

/** Each effect returns the event that follows, if any. */
type Effects = Record<SsoEffect, (run: Run) => Promise<SsoEvent | null> | null | void>;

const effects: Effects = {
  validate,
  decideArrival,
  requestCode: (run) => requestCode(keepAnswer(run)),
  giveConsent: (run) => requestCode(keepAnswer(run), { withConsent: true }),
  refuseConsent,
  deliver,
  returnToApp,
  endSession,
  openRefusal,
  requestNewSignIn: () => authEvents.newSignInRequested('person'),
  giveUpOpener: () => ssoEvents.openerGivenUp(),
  postLoaded: () => void (isWindowMode() && postToOpener('SSO_LOADED', null)),
  postError,
  openHome: ({ open }) => open(paths.home),
  openConfirmation: ({ open }) => open(paths.intermediate),
  openSignIn: ({ open }) => open(paths.signInOtp),
  openSignUp: ({ open }) => open(paths.signUpOtp),
  openReset: ({ open }) => open(paths.forgetPassword),
  openDemand: ({ open }) => open(demandPathOf(useAuth.getState()) ?? paths.home),
};

async function apply(event: SsoEvent, run: Run): Promise<void> {
  const move = nextSsoStep(useSso.getState().step, event);
  if (move === null) return;
  ssoEvents.stepTaken(move.to);
  for (const effect of move.effects) {
    const following = await effects[effect](run);
    if (following) await apply(following, run);
  }
}

/** Reports what the user chose on a sign-on screen, or that the browser restored the page. */
export async function chooseSso(
  event:
    | 'readyToContinue'
    | 'consentGiven'
    | 'consentRefused'
    | 'signOutRequested'
    | 'otherAccountChosen'
    | 'continueHereChosen'
    | 'retryChosen'
    | 'openAgainChosen'
    | 'pageRestored',
  open: OpenPage,
): Promise<void> {
  await apply(event, { open });
}

export function isRequestAnswered(): boolean {
  const { settings } = useSso.getState();
  return settings !== null && isAnswered(settings);
}

/**
 * Resolves when the session check is complete. The landing page may be shown earlier, but the journey continues only
 * after the session check.
 */
let whenSessionSettled: Promise<void> = Promise.resolve();

export async function validateRequest(open: OpenPage, sessionSettled = Promise.resolve()): Promise<void> {
  whenSessionSettled = sessionSettled;
  await apply(await validate(), { open });
}

let arriving: Promise<void> | null = null;

/** Continues a valid request, on arrival and after each sign-in. Concurrent calls share one run. */
export function continueSso(open: OpenPage): Promise<void> {
  const run = async (): Promise<void> => {
    await whenSessionSettled;
    const event = await decideArrival();
    if (event !== null) await apply(event, { open });
  };
  arriving ??= run().finally(() => {
    arriving = null;
  });
  return arriving;
}

export function findMissingDetail(
  application: SsoApplication,
  profile: UserInfo | null,
): MissingDetail | undefined {
  if (profile === null) return undefined;
  const { enterprise, name, isEmailConfirmed } = profile;
  return missingDetail(application, { name: enterprise?.name ?? name, isEmailConfirmed });
}
