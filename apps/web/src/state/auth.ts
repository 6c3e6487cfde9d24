import type { Answer } from '#shared/api/request-types.ts';
import * as v from 'valibot';
import { boundedList, boundedText, whole } from './persistence/schemas.ts';
import { createPersistedSlice } from './persistence/persisted-slice.ts';
import type { UnreadAuth } from './unread-fields.ts';

export type UserInfo = Answer<'GET /vid/ajax/auth/me'>;
export type Role = UserInfo['role'];

/**
 * The part of `me` that is stored in the browser. Routing, menu and header need it after a reload, before the response
 * of `me` arrives.
 */
const storedUser = v.object({
  id: boundedText,
  sessionToken: boundedText,
  role: v.picklist(['user', 'admin']),
  isEnterprise: v.boolean(),
  isComplete: v.boolean(),
  demands: boundedList(boundedText),
  email: v.nullable(boundedText),
  avatar: v.nullable(boundedText),
  exclusiveNavIds: boundedList(boundedText),
  managableApplications: boundedList(
    v.strictObject({ id: boundedText, code: boundedText, name: boundedText }),
  ),
  shownName: v.nullable(boundedText),
});
export type StoredUser = v.InferOutput<typeof storedUser>;

export type AuthState = UnreadAuth & {
  isAuthenticated: boolean;
  /** Phone of the current sign-in, or after a password reset the phone to prefill. Kept in memory only. */
  phone: string | null;
  user: StoredUser | null;
  /** Path that opens after sign-in; null for the default page. Every read validates it. */
  loginRedirectTo: string | null;
  /** Consecutive failed password sign-ins in this browser. The server keeps a separate count. */
  loginAttempt: number;
  /** The whole response of `me`, kept in memory only; null until it arrives. */
  profile: UserInfo | null;
  /** Error that prevented loading `me`; null without one. Show it through `renderMessage`. */
  error: string | null;
  /** Reason for the end of this page's last session. Kept in memory only. */
  endReason: 'asked' | 'expired' | 'elsewhere' | null;
  /** Whether the server has yet to confirm the user's sign-out. Deliver it before the cookie is used again. */
  isSignOutPending: boolean;
  /** Source of the request for a new sign-in while an account is signed in: the application or the user. */
  newSignInRequestedBy: 'application' | 'person' | null;
};

const initial: AuthState = {
  isAuthenticated: false,
  phone: null,
  user: null,
  OTPTimeout: 0,
  loginRedirectTo: null,
  loginAttempt: 0,
  loginScreen: 0,
  waitFbEmailConfirm: false,
  fbAccessToken: null,
  fbUserId: null,
  loading: false,
  profile: null,
  error: null,
  isChangedPassword: false,
  signUpId: null,
  isLoginbyOauth: false,
  endReason: null,
  isSignOutPending: false,
  newSignInRequestedBy: null,
};

export const selectRole = ({ user }: AuthState): Role => user?.role ?? 'user';
/**
 * Returns whether the user may be signed in. A failed request for the profile does not tell whether the session is
 * valid.
 */
export const mayBeSignedIn = ({ isAuthenticated, error }: AuthState): boolean =>
  isAuthenticated || error !== null;
export const selectSessionToken = ({ user }: AuthState): string | null => user?.sessionToken ?? null;

export const useAuth = createPersistedSlice(initial, {
  name: 'auth',
  version: 1,
  // Two tabs may sign in with different targets.
  perTab: ['loginRedirectTo', 'newSignInRequestedBy'],
  // Not persisted: OTPTimeout, waitFbEmailConfirm, profile, phone and isLoginbyOauth (specification, clause 4);
  // fbAccessToken, fbUserId and signUpId, which are credentials; loading, error and endReason, which concern one page.
  kept: {
    isAuthenticated: v.boolean(),
    user: v.nullable(storedUser),
    loginRedirectTo: v.nullable(boundedText),
    loginAttempt: whole,
    loginScreen: whole,
    isChangedPassword: v.boolean(),
    isSignOutPending: v.boolean(),
    newSignInRequestedBy: v.nullable(v.picklist(['application', 'person'])),
  },
});

/** Returns the name to show: an enterprise's short name, else its name; null if the account has no name yet. */
export function shownName({ enterprise, name }: Pick<UserInfo, 'enterprise' | 'name'>): string | null {
  return enterprise?.shortName || enterprise?.name || name || null;
}

/** Returns `me` as stored in the slice: the whole response and its persisted part. */
function signedInAs(profile: UserInfo): Pick<AuthState, 'isAuthenticated' | 'user' | 'profile'> {
  const { id, sessionToken, role, isEnterprise, isComplete, demands, email, avatar } = profile;
  const { exclusiveNavIds, managableApplications } = profile;
  return {
    isAuthenticated: true,
    profile,
    user: {
      id,
      sessionToken,
      role,
      isEnterprise,
      isComplete,
      demands,
      email,
      avatar,
      exclusiveNavIds,
      managableApplications,
      shownName: shownName(profile),
    },
  };
}

export const authEvents = {
  signedIn(userInfo: UserInfo): void {
    useAuth.setState({
      ...signedInAs(userInfo),
      loginAttempt: 0,
      loginScreen: 1,
      loading: false,
      error: null,
      isChangedPassword: false,
      endReason: null,
      isSignOutPending: false,
      newSignInRequestedBy: null,
    });
  },
  signInFailed(): void {
    useAuth.setState(({ loginAttempt }) => ({ loginAttempt: loginAttempt + 1 }));
  },
  phoneEntered(phone: string): void {
    useAuth.setState({ phone });
  },
  otpRequested(resendIn: number): void {
    useAuth.setState({ OTPTimeout: resendIn });
  },
  profileRequested(): void {
    useAuth.setState({ loading: true, error: null });
  },
  profileLoaded(userInfo: UserInfo): void {
    useAuth.setState({ ...signedInAs(userInfo), loading: false, error: null });
  },
  /** `error` is null if the server refused the session. */
  profileFailed(error: string | null): void {
    useAuth.setState({ loading: false, profile: null, error });
  },
  /** Drops the profile, which is out of date because the stored user now belongs to another session. */
  profileDropped(): void {
    useAuth.setState({ profile: null });
  },
  passwordChanged(): void {
    useAuth.setState({ isChangedPassword: true, loginAttempt: 0 });
  },
  loginTargetKept(loginRedirectTo: string | null): void {
    useAuth.setState({ loginRedirectTo });
  },
  sessionEnded(endReason: AuthState['endReason']): void {
    const { loginRedirectTo, loginAttempt, isSignOutPending } = useAuth.getState();
    useAuth.setState({ ...initial, loginRedirectTo, loginAttempt, isSignOutPending, endReason });
  },
  newSignInRequested(newSignInRequestedBy: AuthState['newSignInRequestedBy']): void {
    useAuth.setState({ newSignInRequestedBy });
  },
  signOutRequested(): void {
    useAuth.setState({ isSignOutPending: true });
  },
  signOutDelivered(): void {
    useAuth.setState({ isSignOutPending: false });
  },
};

/**
 * Returns the set of roles that a role includes (specification, clause 9). The server enforces every rule; the screens
 * only mirror them.
 */
export function rolesOf(role: Role): readonly Role[] {
  return role === 'admin' ? ['user', 'admin'] : ['user'];
}
