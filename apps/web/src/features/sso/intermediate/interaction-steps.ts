import { type MissingDetail, missingDetail, missingDetails } from '@vid/contract/sso/required-details';
import { basePath, demandPathOf, paths } from '#navigation/paths.ts';
import { sessionRefused } from '#session/session.ts';
import { failedWith } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';
import { setLocale } from '#shared/i18n/i18n.ts';
import { useAuth } from '#state/auth.ts';
import { ssoEvents, useSso } from '#state/sso.ts';
import type { Answer } from '#shared/api/request-types.ts';

export type InteractionInfo = Answer<'GET /vid/api/sso/interactions/:uid'>;

type InteractionDecision = 'signIn' | 'signInAgain' | MissingDetail | 'continue' | 'ask';

function decideInteraction(info: InteractionInfo): InteractionDecision {
  if (info.account === null) return 'signIn';
  if (info.needsFreshSignIn) return 'signInAgain';
  const missing = missingDetail(info, info.account);
  if (missing !== undefined) return missing;
  // A sign-in completes a login prompt. If consent is also needed, the server requests it in the next prompt.
  return info.prompt === 'login' ? 'continue' : 'ask';
}

function phoneHint(hint: string | null): string | null {
  return hint !== null && /^\+?[\d .-]{8,20}$/.test(hint) ? hint : null;
}

/** The request needs a sign-in. `askedBy` is null if no account is signed in. */
export type SignInStep = {
  kind: 'signIn';
  askedBy: 'application' | 'person' | null;
  way: InteractionInfo['signInWay'];
  phone: string | null;
};

export type InteractionStep =
  | SignInStep
  | { kind: 'ask'; info: InteractionInfo }
  | { kind: 'detail'; missing: MissingDetail; info: InteractionInfo }
  | { kind: 'forbidden'; info: InteractionInfo }
  | { kind: 'demand'; path: string }
  /** The browser has opened the application's program, unless it was blocked, and this page is still open. */
  | { kind: 'left'; info: InteractionInfo }
  | { kind: 'expired' };

/** Loads the request, and continues at once if no input from the user is needed. */
export async function openInteraction(uid: string): Promise<InteractionStep> {
  try {
    const info = await api.get('/vid/api/sso/interactions/:uid', {
      params: { uid },
      isRepeatable: true,
    });
    // End the session in this browser, because the sign-in page would send a signed-in user back to this page at once.
    if (info.account === null) sessionRefused();
    const { application, domain, requiresName, requiresEmail } = info;
    const requirements = { domain, requiresName, requiresEmail, asksToContinue: false, scopes: [] };
    ssoEvents.applicationNamed({ ...application, ...requirements });
    // A language that the user has chosen takes precedence over the one that the application requests.
    if (info.locale !== null && useSso.getState().currentLocale === null) await setLocale(info.locale);
    const decision = decideInteraction(info);
    if (decision === 'ask') return { kind: 'ask', info };
    if (decision === 'NAME_REQUIRED' || decision === 'EMAIL_REQUIRED')
      return { kind: 'detail', missing: decision, info };
    if (decision === 'continue') return await continueInteraction(uid, info);
    return {
      kind: 'signIn',
      askedBy: decision === 'signInAgain' ? 'application' : null,
      way: info.signInWay,
      phone: phoneHint(info.loginHint),
    };
  } catch (error) {
    return stepAfter(error, null);
  }
}

export async function continueInteraction(uid: string, info: InteractionInfo): Promise<InteractionStep> {
  try {
    const { continueTo } = await api.post('/vid/api/sso/interactions/:uid/continue', {
      params: { uid },
      body: info.account === null ? {} : { accountId: info.account.id },
    });
    return await leaveFor(continueTo, info);
  } catch (error) {
    // Another tab has signed in to a different account, so the screen must show that account first.
    if (failedWith(error, 'CONSENT_REQUIRED')) return openInteraction(uid);
    return stepAfter(error, info);
  }
}

export async function denyInteraction(uid: string, info: InteractionInfo): Promise<InteractionStep> {
  try {
    const { continueTo } = await api.post('/vid/api/sso/interactions/:uid/deny', { params: { uid } });
    return await leaveFor(continueTo, info);
  } catch (error) {
    return stepAfter(error, info);
  }
}

/**
 * Returns the step after a refusal.
 * @throws an unexpected `error` again
 */
function stepAfter(error: unknown, info: InteractionInfo | null): InteractionStep {
  const signIn = { kind: 'signIn', way: info?.signInWay ?? null, phone: null } as const;
  if (failedWith(error, 'SSO_REQUEST_EXPIRED')) return { kind: 'expired' };
  // The router opens the demand's page only if the stored account has the demand as well.
  const path = demandPathOf(useAuth.getState());
  if (
    failedWith(error, 'DELETION_PENDING', 'PASSWORD_CHANGE_REQUIRED', 'AGREEMENT_REQUIRED') &&
    path !== undefined
  )
    return { kind: 'demand', path };
  if (failedWith(error, 'SSO_REAUTHENTICATE')) return { ...signIn, askedBy: 'application' };
  if (failedWith(error, 'TOKEN_MISSING', 'TOKEN_INVALID')) return { ...signIn, askedBy: null, way: null };
  const missing = missingDetails.find((code) => failedWith(error, code));
  if (missing !== undefined && info !== null) return { kind: 'detail', missing, info };
  if (failedWith(error, 'SSO_FORBIDDEN') && info !== null) return { kind: 'forbidden', info };
  throw error;
}

/**
 * Time in milliseconds after which a page that is still open has handed over to a program, or the browser has blocked
 * the program.
 */
const programMs = 3_000;

/**
 * Opens the provider's URL if it is on this origin and not a page of the app, otherwise the error page. Resolves only
 * if the redirect URI opens a program, which leaves this page open.
 */
export function leaveFor(continueTo: string, info: InteractionInfo): Promise<InteractionStep> {
  const url = new URL(continueTo, location.origin);
  const isProvider = url.origin === location.origin && !url.pathname.startsWith(`${basePath}/`);
  location.replace(isProvider ? url.href : `${basePath}${paths.error500}`);
  return new Promise((resolve) => {
    if (isProvider && info.restart !== null) setTimeout(() => resolve({ kind: 'left', info }), programMs);
  });
}
