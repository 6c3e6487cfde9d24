import { isCancelled, shownMessage } from '#shared/api/api-failure.ts';
import { api } from '#shared/api/api.ts';
import { toInternational } from '#shared/lib/phone.ts';
import { authEvents, type AuthState, shownName, type UserInfo, useAuth } from '#state/auth.ts';
import { captchaEvents } from '#state/captcha.ts';
import { permissionsEvents } from '#state/permissions.ts';
import { profileEvents } from '#state/profile.ts';
import { signupEvents } from '#state/signup.ts';
import { ssoEvents } from '#state/sso.ts';
import { userAppEvents } from '#state/user-app.ts';

const endListeners = new Set<() => void>();

/** For data of the person that lives outside the slices, such as the query cache of the pages behind sign-in. */
export function onSessionEnded(listener: () => void): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

/** What crosses slices when a person has signed in. */
export function sessionStarted(userInfo: UserInfo): void {
  // The person before on this browser leaves nothing to the next one (security case S3).
  for (const listener of endListeners) listener();
  permissionsEvents.sessionEnded();
  authEvents.signedIn(userInfo);
  profileEvents.profileLoaded({ ...userInfo, name: shownName(userInfo) });
  userAppEvents.profileLoaded(userInfo);
  ssoEvents.signedIn();
}

/** Fresh information on the person who is signed in. */
export function profileArrived(userInfo: UserInfo): void {
  authEvents.profileLoaded(userInfo);
  profileEvents.profileLoaded({ ...userInfo, name: shownName(userInfo) });
  userAppEvents.profileLoaded(userInfo);
}

/** Clears everything about the person from memory and storage; the network is not needed for it. */
export function sessionEnded(reason: AuthState['endReason'] = null): void {
  authEvents.sessionEnded(reason);
  profileEvents.sessionEnded();
  userAppEvents.sessionEnded();
  permissionsEvents.sessionEnded();
  signupEvents.flowEnded();
  captchaEvents.captchaSpent();
  if (reason === 'asked') ssoEvents.reset();
  else ssoEvents.sessionEnded();
  for (const listener of endListeners) listener();
}

let loadingProfile: Promise<void> | null = null;

async function fetchProfile(): Promise<void> {
  authEvents.profileRequested();
  profileEvents.profileRequested();
  const asked = useAuth.getState().sessionToken;
  try {
    const userInfo = await api.get('/vid/ajax/auth/me', {
      flags: { muteLoading: true, muteError: true, muteSuccess: true },
      isRepeatable: true,
    });
    // Whoever signed out, or in as another, while the answer was under way must not be overwritten by it.
    if (useAuth.getState().sessionToken === asked) profileArrived(userInfo);
  } catch (error) {
    profileEvents.profileFailed();
    // A refused session has been ended already by the client's own rule; an outage keeps it.
    if (!isCancelled(error)) authEvents.profileFailed(shownMessage(error));
  }
}

/** Fetches `me`; calls at the same time share one request. */
export function loadProfile(): Promise<void> {
  loadingProfile ??= fetchProfile().finally(() => {
    loadingProfile = null;
  });
  return loadingProfile;
}

/**
 * The session of a phone, where there is one after all: the answer of the call that began it may have been lost
 * after its cookies had arrived. Anybody else's session (a sign-out not yet delivered) is none.
 */
export async function findSessionOf(phone: string): Promise<UserInfo | null> {
  try {
    const userInfo = await api.get('/vid/ajax/auth/me', {
      flags: { muteLoading: true, muteError: true, muteSuccess: true, ignore401: true },
    });
    return userInfo.phone === toInternational(phone) ? userInfo : null;
  } catch {
    return null;
  }
}

/** Tells the server of a sign-out it has not heard of. Until it has, the session cookie is not used. */
export async function deliverSignOut(): Promise<void> {
  if (!useAuth.getState().isSignOutPending) return;
  try {
    await api.post('/vid/ajax/auth/logout', {
      flags: { muteLoading: true, muteError: true, muteSuccess: true, ignore401: true },
    });
    authEvents.signOutHeard();
  } catch {
    // Still pending: it is tried again when the network is back and at the next start.
  }
}

/** Signs out here and now, even offline; the server is told as soon as it can be reached. */
export async function signOut(): Promise<void> {
  authEvents.signOutAsked();
  sessionEnded('asked');
  authEvents.loginTargetKept(null);
  await deliverSignOut();
}

/** Ends every session of the account. Only the server can: a failure is shown and nothing is cleared. */
export async function signOutEverywhere(): Promise<void> {
  await api.post('/vid/ajax/auth/logout/all', {});
  sessionEnded('asked');
  authEvents.loginTargetKept(null);
}
