import type { Answer } from '#shared/api/request-types.ts';
import { isFlag, isText, isWhole, oneOf, orNull, shape } from './guards.ts';
import { createPersistedSlice } from './persisted-slice.ts';

export type UserInfo = Answer<'GET /vid/ajax/auth/me'>;
export type Role = UserInfo['role'];

/** How a person is called: an enterprise by its short name, and nobody by an empty one. */
export function shownName({ enterprise, name }: Pick<UserInfo, 'enterprise' | 'name'>): string | null {
  return enterprise?.shortName || enterprise?.name || name || null;
}

/** What routing needs to know of the person before `me` has answered. */
export type AuthUser = Pick<UserInfo, 'id' | 'isEnterprise' | 'isComplete' | 'mustChangePassword'>;

export type AuthState = {
  isAuthenticated: boolean;
  /** The phone of the sign-in under way, and after a reset the one to fill in. Memory only. */
  phone: string | null;
  user: AuthUser | null;
  /** Seconds until another code may be asked for; 0 when none was. Memory only. */
  OTPTimeout: number;
  role: Role;
  /** A public marker of the session; the credential is a cookie that no script can read. */
  sessionToken: string | null;
  /** Where the person wanted to go before signing in; checked again whenever it is used. */
  loginRedirectTo: string | null;
  /** Failed password sign-ins in a row, as this browser saw them. The server counts for itself. */
  loginAttempt: number;
  loginScreen: number;
  waitFbEmailConfirm: boolean;
  fbAccessToken: string | null;
  fbUserId: string | null;
  loading: boolean;
  profile: UserInfo | null;
  /** Why `me` could not be loaded, as shown to the person. */
  error: string | null;
  isChangedPassword: boolean;
  signUpId: string | null;
  isLoginbyOauth: boolean;
  /** How the last session ended; null when there was none. Memory only. */
  endReason: 'asked' | 'expired' | 'elsewhere' | null;
  /** The person signed out while the server could not be told; it is told before the cookie is used again. */
  isSignOutPending: boolean;
  /** Who asked that a signed-in person sign in anew, as the same or another; null when nobody did. */
  newSignInAskedBy: 'application' | 'person' | null;
};

const initial: AuthState = {
  isAuthenticated: false,
  phone: null,
  user: null,
  OTPTimeout: 0,
  role: 'user',
  sessionToken: null,
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
  newSignInAskedBy: null,
};

export const useAuth = createPersistedSlice(initial, {
  name: 'auth',
  version: 1,
  // Two tabs may be on the way to two places.
  perTab: ['loginRedirectTo', 'newSignInAskedBy'],
  // Left out: OTPTimeout, waitFbEmailConfirm, profile, phone, password, isLoginbyOauth (specification, clause 4);
  // fbAccessToken, fbUserId and signUpId, because they are credentials; loading and error, which are of one page.
  kept: {
    isAuthenticated: isFlag,
    user: orNull(
      shape<AuthUser>({ id: isText, isEnterprise: isFlag, isComplete: isFlag, mustChangePassword: isFlag }),
    ),
    role: oneOf('user', 'admin'),
    sessionToken: orNull(isText),
    loginRedirectTo: orNull(isText),
    loginAttempt: isWhole,
    loginScreen: isWhole,
    isChangedPassword: isFlag,
    isSignOutPending: isFlag,
    newSignInAskedBy: orNull(oneOf('application', 'person')),
  },
});

function authUserOf({ id, isEnterprise, isComplete, mustChangePassword }: UserInfo): AuthUser {
  return { id, isEnterprise, isComplete, mustChangePassword };
}

export const authEvents = {
  signedIn(userInfo: UserInfo): void {
    useAuth.setState({
      isAuthenticated: true,
      user: authUserOf(userInfo),
      role: userInfo.role,
      sessionToken: userInfo.sessionToken,
      profile: userInfo,
      loginAttempt: 0,
      loginScreen: 1,
      loading: false,
      error: null,
      isChangedPassword: false,
      endReason: null,
      isSignOutPending: false,
      newSignInAskedBy: null,
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
    useAuth.setState({
      isAuthenticated: true,
      user: authUserOf(userInfo),
      role: userInfo.role,
      sessionToken: userInfo.sessionToken,
      profile: userInfo,
      loading: false,
      error: null,
    });
  },
  profileFailed(error: string): void {
    useAuth.setState({ loading: false, profile: null, error });
  },
  passwordChanged(): void {
    useAuth.setState(({ user }) => ({
      isChangedPassword: true,
      loginAttempt: 0,
      user: user === null ? null : { ...user, mustChangePassword: false },
    }));
  },
  loginTargetKept(loginRedirectTo: string | null): void {
    useAuth.setState({ loginRedirectTo });
  },
  sessionEnded(endReason: AuthState['endReason']): void {
    const { loginRedirectTo, loginAttempt, isSignOutPending } = useAuth.getState();
    useAuth.setState({ ...initial, loginRedirectTo, loginAttempt, isSignOutPending, endReason });
  },
  newSignInAsked(newSignInAskedBy: AuthState['newSignInAskedBy']): void {
    useAuth.setState({ newSignInAskedBy });
  },
  signOutAsked(): void {
    useAuth.setState({ isSignOutPending: true });
  },
  signOutHeard(): void {
    useAuth.setState({ isSignOutPending: false });
  },
};

/** The role sets of specification, clause 9. The server enforces every rule; the screens only mirror it. */
export function rolesOf(role: Role): readonly Role[] {
  return role === 'admin' ? ['user', 'admin'] : ['user'];
}
