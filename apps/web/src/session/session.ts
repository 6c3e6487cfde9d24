import { ApiFailure, failureText, isCancelled } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';
import { authEvents, type AuthState, selectSessionToken, type UserInfo, useAuth } from '#state/auth.ts';
import { isPersistent } from '#state/persistence/persisted-slice.ts';
import { captchaEvents } from '#state/captcha.ts';
import { signupEvents } from '#state/signup.ts';
import { ssoEvents } from '#state/sso.ts';
import { userAppEvents } from '#state/user-app.ts';
import { endDrafts, readDraftOwner } from './kept-drafts.ts';

const endListeners = new Set<() => void>();

/**
 * Calls `listener` when a session ends or another session starts, so that modules can clear account data outside the
 * slices. Returns a function that removes the listener.
 */
export function onSessionEnded(listener: () => void): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

/** Clears the account data outside the slices, even of modules that are not loaded. */
function forgetAccount(): void {
  for (const listener of endListeners) listener();
  endDrafts();
}

/** Clears the account data outside the slices if the drafts were typed in another session (security case S3). */
export function settleDrafts(): void {
  const owner = readDraftOwner();
  if (owner !== null && owner !== selectSessionToken(useAuth.getState())) forgetAccount();
}

export function sessionStarted(userInfo: UserInfo): void {
  // Clear the data of the previous account in this browser (security case S3).
  forgetAccount();
  authEvents.signedIn(userInfo);
  ssoEvents.signedIn();
}

/** Clears the session's data from memory and storage. Works offline. */
export function sessionEnded(reason: AuthState['endReason'] = null): void {
  authEvents.sessionEnded(reason);
  userAppEvents.sessionEnded();
  signupEvents.flowEnded();
  captchaEvents.captchaSpent();
  if (reason === 'asked') ssoEvents.reset();
  else ssoEvents.sessionEnded();
  forgetAccount();
}

/**
 * Reads the changes that other tabs have written to `auth`. Call it before a decision that depends on `auth`, because
 * their storage events may not have arrived yet.
 */
export function followAuth(): void {
  const before = useAuth.getState();
  // `rehydrate` is synchronous, because the storage is synchronous.
  if (isPersistent()) void useAuth.persist.rehydrate();
  const after = useAuth.getState();
  if (before.isAuthenticated && !after.isAuthenticated) sessionEnded('elsewhere');
  else if (after.isAuthenticated && selectSessionToken(before) !== selectSessionToken(after)) {
    // This is a different session, perhaps of another account. Show no data of the previous account (security case
    // S3).
    forgetAccount();
    authEvents.profileDropped();
    void loadProfile();
  }
}

/**
 * Handles a request whose session the server refused. Another tab may have signed in since the request, and the new
 * session is valid.
 */
export function sessionRefused(): void {
  const refused = selectSessionToken(useAuth.getState());
  followAuth();
  const latest = useAuth.getState();
  if (latest.isAuthenticated && selectSessionToken(latest) === refused) sessionEnded('expired');
}

const isRefusal = (error: unknown): boolean => error instanceof ApiFailure && error.status === 401;

let pendingLoad: Promise<void> | null = null;

async function fetchProfile(): Promise<void> {
  authEvents.profileRequested();
  const requestedFor = selectSessionToken(useAuth.getState());
  const isSameSession = (): boolean => {
    followAuth();
    return selectSessionToken(useAuth.getState()) === requestedFor;
  };
  try {
    const userInfo = await api.get('/vid/ajax/auth/me', { isRepeatable: true });
    // Drop the response if the user has signed out or changed accounts since the request.
    if (isSameSession()) {
      authEvents.profileLoaded(userInfo);
      // The cookie may not belong to the stored user's session, whose drafts must then be removed.
      settleDrafts();
    } else if (useAuth.getState().isAuthenticated) await fetchProfile();
  } catch (error) {
    // The HTTP client has already ended a refused session. An outage must not end it.
    if (isCancelled(error)) return;
    if (isRefusal(error)) authEvents.profileFailed(null);
    else if (isSameSession()) authEvents.profileFailed(failureText(error));
    else if (useAuth.getState().isAuthenticated) await fetchProfile();
  }
}

/** Fetches `me`. Concurrent calls share one request. */
export function loadProfile(): Promise<void> {
  pendingLoad ??= fetchProfile().finally(() => {
    pendingLoad = null;
  });
  return pendingLoad;
}

/** Delivers a pending sign-out to the server. Until then, the session cookie is not used. */
export async function deliverSignOut(): Promise<void> {
  // Another tab may already have delivered the sign-out and signed in again.
  followAuth();
  if (!useAuth.getState().isSignOutPending) return;
  try {
    await api.post('/vid/ajax/auth/logout', { flags: { ignore401: true } });
    authEvents.signOutDelivered();
  } catch {
    // The sign-out stays pending, and is retried when the browser is online again and at the next start.
  }
}

/** Signs out in this browser immediately and notifies the server as soon as it is reachable. */
export async function signOut(): Promise<void> {
  authEvents.signOutRequested();
  sessionEnded('asked');
  authEvents.loginTargetKept(null);
  await deliverSignOut();
}

/** Ends every session of the account. Rejects, and clears nothing, if the server does not confirm the sign-out. */
export async function signOutEverywhere(): Promise<void> {
  await api.post('/vid/ajax/auth/logout/all', { flags: { showLoading: true } });
  sessionEnded('asked');
  authEvents.loginTargetKept(null);
}
