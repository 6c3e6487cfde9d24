import { missingDetails } from '@vid/contract/sso/required-details';
import { ApiFailure, failedWith, failureText } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';
import { loadProfile } from '#session/session.ts';
import { getLocale } from '#shared/i18n/i18n.ts';
import { textLanguageOf } from '#shared/i18n/locale.ts';
import { useAuth } from '#state/auth.ts';
import { ssoEvents, useSso } from '#state/sso.ts';
import { isReturnable, type SsoAnswer } from './sso-answer.ts';
import type { SsoEvent } from './sso-journey.ts';
import { findOpener, isWindowMode } from './sso-opener.ts';

/** Returns the current settings, or null unless they name an application, a client and a redirect URI. */
export function currentRequest() {
  const { settings } = useSso.getState();
  const { appCode, clientId, redirectTo } = settings ?? {};
  return settings && appCode && clientId && redirectTo ? { settings, appCode, clientId, redirectTo } : null;
}

export async function validate(): Promise<SsoEvent> {
  const request = currentRequest();
  if (request === null) {
    ssoEvents.failed('SSO_INVALID_REQUEST', null);
    return 'rejected';
  }
  const { appCode, clientId, redirectTo, settings } = request;
  // A sign-out may return to URIs to which no code may be sent.
  const action = settings.action === 'logout' ? ({ action: 'logout' } as const) : {};
  try {
    const { redirectUrls, ...application } = await api.post('/vid/ajax/apps/view/validateRedirectUrls', {
      body: { appCode, clientId, redirectUrls: redirectTo, ...action },
      isRepeatable: true,
    });
    if (redirectUrls[0] === redirectTo && isReturnable(redirectTo)) {
      ssoEvents.validated(application);
      return 'accepted';
    }
    ssoEvents.failed('REDIRECT_INVALID', null);
    return 'rejected';
  } catch (error) {
    return validationFailed(error);
  }
}

function validationFailed(error: unknown): SsoEvent {
  const isAnswer = error instanceof ApiFailure && error.kind === 'response';
  const isRefusal = isAnswer && error.status >= 400 && error.status < 500 && error.status !== 429;
  if (!isRefusal) {
    ssoEvents.failed(error instanceof ApiFailure ? error.code : null, failureText(error));
    return 'unreachable';
  }
  const code = failedWith(error, 'REDIRECT_INVALID') ? error.code : 'SSO_INVALID_REQUEST';
  ssoEvents.failed(code, null, referenceOf(error));
  return 'rejected';
}

/** Returns the reference that `sso trace` finds, else the request id in the server's log; null without a response. */
const referenceOf = (error: ApiFailure): string | null => error.reference ?? error.requestId;

/**
 * Requests an authorization code. If the user has consented, first records the consent to the scopes on the screen.
 * Passes the response to `onAnswer` and does not store it (security case S8).
 */
export async function requestCode(
  onAnswer: (answer: SsoAnswer) => void,
  { withConsent = false } = {},
): Promise<SsoEvent> {
  const request = currentRequest();
  if (request === null) return 'codeRefused';
  // Do not issue a code that no window would receive (security case W5).
  if (isWindowMode() && findOpener() === null) return 'openerMissing';
  const { appCode, clientId, redirectTo, settings } = request;
  const target = { appCode, clientId, redirectTo };
  try {
    if (withConsent) await recordConsent(target);
    const body = { ...target, codeChallenge: settings.codeChallenge ?? '' };
    const { authCode, iss } = await callValidated(() => api.post('/vid/api/auth/code/request', { body }));
    onAnswer({ authCode, iss, lang: textLanguageOf(getLocale()) });
    return 'codeIssued';
  } catch (error) {
    return codeFailed(error);
  }
}

async function codeFailed(error: unknown): Promise<SsoEvent> {
  // The session has expired, and the HTTP client has ended it.
  if (!useAuth.getState().isAuthenticated) return 'mustSignIn';
  // `validate` loads the current data for the consent screen.
  if (failedWith(error, 'CONSENT_REQUIRED') && (await validate()) === 'accepted') return 'consentMissing';
  if (failedWith(error, ...missingDetails) && (await validate()) === 'accepted') {
    await loadProfile();
    return 'detailMissing';
  }
  const isRefusal =
    error instanceof ApiFailure && error.code !== null && error.status < 500 && error.status !== 429;
  ssoEvents.failed(
    error instanceof ApiFailure ? error.code : null,
    failureText(error),
    isRefusal ? referenceOf(error) : null,
  );
  return isRefusal ? 'codeRefused' : 'unreachable';
}

type Target = { appCode: string; clientId: string; redirectTo: string };

async function recordConsent(target: Target): Promise<void> {
  const { application } = useSso.getState();
  const { profile } = useAuth.getState();
  if (application === null || profile === null) return;
  const body = { ...target, accountId: profile.id, scopes: [...application.scopes] };
  await callValidated(() => api.post('/vid/api/auth/code/consent', { body }));
}

/**
 * Runs a call about the validated request. Validates again and retries once if the validation expired during a long
 * sign-up, or if another tab of the same application has since validated another redirect URI.
 */
async function callValidated<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const isOutdated = failedWith(error, 'SSO_NOT_READY', 'REDIRECT_INVALID');
    if (!isOutdated || (await validate()) !== 'accepted') throw error;
    return call();
  }
}
