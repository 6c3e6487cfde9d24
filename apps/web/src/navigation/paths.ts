/** The path where the app is mounted. All paths below are relative to it. */
export const basePath = '/vid/web';

/** Every path of the app (specification, clause 3). `/*` marks an area: the path and every path below it. */
export const paths = {
  root: '/',
  home: '/home',

  signIn: '/signin',
  signInOtp: '/signin/otp',
  signInOtpConfirm: '/signin/otp/confirm',
  signInTwoStep: '/signin/two-step',
  signInQr: '/signin/qr',
  signInPasskeyOffer: '/signin/passkey',
  signInLocked: '/signin/locked',

  forgetPassword: '/forget-password',
  forgetPasswordOtp: '/forget-password/otp',
  forgetPasswordResend: '/forget-password/otp/resend',
  forgetPasswordInput: '/forget-password/input',

  signUp: '/signup',
  signUpOtp: '/signup/otp',
  signUpConfirm: '/signup/otp/confirm',
  signUpResend: '/signup/otp/resend',
  signUpPassword: '/signup/password',
  signUpSuccess: '/signup/success',

  signUpOauthConfirmPhone: '/signup/oauth/confirm-phone',
  signUpOauthConfirmCaptcha: '/signup/oauth/confirm-captcha',
  signUpOauthConfirmOtp: '/signup/oauth/confirm-otp',
  signUpOauthResend: '/signup/oauth/otp/resend',
  signUpOauthConfirmPassword: '/signup/oauth/confirm-password',

  recovery: '/recovery',
  recoveryByCode: '/recovery/code',
  notMe: '/not-me',

  resetPassword: '/reset-password',
  agree: '/agree',
  keepAccount: '/keep-account',
  adminStart: '/start',
  reception: '/reception',
  intermediate: '/intermediate',
  device: '/device',
  logout: '/logout',
  qr: '/qr/:id',
  terms: '/terms',
  privacy: '/privacy',

  error401: '/error/401',
  error403: '/error/403',
  error404: '/error/404',
  error500: '/error/500',
  errorMaintain: '/error/maintain',
  errorComming: '/error/comming',

  userInformation: '/user/information',
  userPassword: '/user/password',
  userSecurity: '/user/security',
  userSecurityPart: '/user/security/:part',
  userPrivacy: '/user/privacy',
  userPrivacyPart: '/user/privacy/:part',
  userPhone: '/user/phone',
  userDeletion: '/user/deletion',
  inviteFriends: '/invite-friends',
  confirmEmail: '/confirm-email',

  // `area-paths.ts` lists the pages of these areas.
  apps: '/apps/*',
  admin: '/admin/*',
} as const;

export type Path = (typeof paths)[keyof typeof paths];

/**
 * Default redirect targets: of `/`, of an anonymous page for a signed-in user, and of a protected page for
 * a visitor.
 */
export const defaultPath = paths.home;
export const fallbackPath = paths.userInformation;
export const signInPath = paths.signIn;

const parameter = /:(\w+)/g;

/** Returns the pattern of a parameter's value. The public QR path accepts word characters only. */
function segmentOf(path: string): string {
  return path === paths.qr ? '\\w{1,64}' : '[\\w.~-]{1,64}';
}

const patterns = Object.values(paths).map((path) => ({
  path,
  pattern: new RegExp(
    `^${path.replace('/*', `(?:/${segmentOf(path)})*`).replaceAll(parameter, segmentOf(path))}$`,
  ),
}));

export function trimPath(pathname: string): string {
  return pathname.length > 1 && pathname.endsWith('/') ? pathname.slice(0, -1) : pathname;
}

export function matchKnownPath(pathname: string): Path | null {
  const trimmed = trimPath(pathname);
  return patterns.find(({ pattern }) => pattern.test(trimmed))?.path ?? null;
}

/** Fills parameters into a path; null if a value is missing or empty. */
export function fillPath(path: string, values: Readonly<Record<string, string>>): string | null {
  let isComplete = true;
  const filled = path.replaceAll(parameter, (_whole, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined || value === '') isComplete = false;
    return encodeURIComponent(value ?? '');
  });
  return isComplete ? filled : null;
}

export function isSignInPath(pathname: string): boolean {
  return /^\/signin(\/|$)/.test(matchKnownPath(pathname) ?? '');
}

export function isSignUpPath(pathname: string): boolean {
  return /^\/signup(\/|$)/.test(matchKnownPath(pathname) ?? '');
}

type Props = { readonly user: { readonly demands: readonly string[]; readonly role?: string } | null };

export function demandPathOf({ user }: Props): Path | undefined {
  const demand = user?.demands[0];
  if (demand === undefined) return undefined;
  if (demand === 'decide-deletion') return paths.keepAccount;
  if (user?.role === 'admin') return paths.adminStart;
  return demand === 'agree' ? paths.agree : paths.resetPassword;
}
