import { paths } from '#navigation/paths.ts';
import { lazyRoutes, type RouteEntry } from '#navigation/route-entry.ts';

const guest = { group: 'anonymous', layout: 'auth' } as const;
const member = { group: 'authorized', layout: 'auth' } as const;

const signIn = lazyRoutes(guest);
const passkeyOffer = lazyRoutes(member, 'security');
const twoStep = lazyRoutes(guest, 'security', 'securityOverview');
const reset = lazyRoutes(guest, 'reset');
const ownerLock = lazyRoutes(guest, 'reset');
/** Links in messages open these pages, whether or not the user is signed in. */
const link = lazyRoutes({ group: 'unauthorized', layout: 'auth' }, 'reset', 'signUp');
// The `shell` texts contain the words for the device name of the event.
const notMe = lazyRoutes({ group: 'unauthorized', layout: 'auth' }, 'reset', 'shell');
/** Steps that an account must complete before other pages behind the sign-in open. */
const demand = lazyRoutes(member, 'reset', 'password');
/**
 * Signed-in members open this page. If a member chooses deletion, the page signs the member out and says when the
 * account will be deleted.
 */
const deletion = lazyRoutes({ group: 'unauthorized', layout: 'auth' }, 'reset');
const qr = lazyRoutes(guest, 'qr');
const qrLink = lazyRoutes({ group: 'unauthorized', layout: 'auth' }, 'qr', 'signUp');
const signUp = lazyRoutes(guest, 'signUp');
const socialSignUp = lazyRoutes(guest, 'signUp', 'social');
const reception = lazyRoutes({ group: 'unauthorized', layout: 'auth' }, 'social');

export const signInRoutes: readonly RouteEntry[] = [
  signIn(paths.signIn, () => import('./password-sign-in/sign-in.page.tsx'), 'SignInPage'),
  signIn(paths.signInOtp, () => import('./otp-sign-in/otp-sign-in.page.tsx'), 'OtpSignInPage'),
  // The code page and the second step start a session, after which a passkey may be offered.
  signIn(paths.signInOtpConfirm, () => import('./otp-sign-in/confirm.page.tsx'), 'OtpSignInConfirmPage', {
    redirect: paths.signInPasskeyOffer,
  }),
  passkeyOffer(paths.signInPasskeyOffer, () => import('./passkey/offer.page.tsx'), 'PasskeyOfferPage'),
  twoStep(paths.signInTwoStep, () => import('./two-step/two-step.page.tsx'), 'TwoStepPage', {
    redirect: paths.signInPasskeyOffer,
  }),

  qr(paths.signInQr, () => import('./qr/qr.page.tsx'), 'QrPage'),
  qrLink(paths.qr, () => import('./qr/qr-link.page.tsx'), 'QrLinkPage'),

  reset(
    paths.forgetPassword,
    () => import('./password-reset/forget-password.page.tsx'),
    'ForgetPasswordPage',
  ),
  reset(paths.forgetPasswordOtp, () => import('./otp/code-pages.tsx'), 'ForgetPasswordOtpPage'),
  reset(paths.forgetPasswordResend, () => import('./otp/resend-pages.tsx'), 'ForgetPasswordResendPage'),
  reset(paths.forgetPasswordInput, () => import('./password-reset/new-password.page.tsx'), 'NewPasswordPage'),
  ownerLock(paths.signInLocked, () => import('./recovery/owner-lock.page.tsx'), 'OwnerLockPage'),
  link([paths.recovery, paths.recoveryByCode], () => import('./recovery/recovery.page.tsx'), 'RecoveryPage'),
  notMe(paths.notMe, () => import('./recovery/not-me.page.tsx'), 'NotMePage'),
  deletion(paths.keepAccount, () => import('./demand/keep-account.page.tsx'), 'KeepAccountPage'),
  demand([paths.resetPassword, paths.agree], () => import('./demand/demand.page.tsx'), 'DemandPage'),

  signUp(paths.signUpOtp, () => import('./sign-up/sign-up.page.tsx'), 'SignUpPage'),
  signUp(paths.signUpConfirm, () => import('./otp/code-pages.tsx'), 'SignUpConfirmPage'),
  signUp(paths.signUpResend, () => import('./otp/resend-pages.tsx'), 'SignUpResendPage'),
  // The password page creates the account and its session, so a signed-in user has already finished it.
  signUp(paths.signUpPassword, () => import('./sign-up/password.page.tsx'), 'SignUpPasswordPage', {
    redirect: paths.signUpSuccess,
  }),
  socialSignUp(
    paths.signUpOauthConfirmPhone,
    () => import('./social/confirm-phone.page.tsx'),
    'ConfirmPhonePage',
  ),
  socialSignUp(
    paths.signUpOauthConfirmCaptcha,
    () => import('./social/confirm-captcha.page.tsx'),
    'ConfirmCaptchaPage',
  ),
  socialSignUp(paths.signUpOauthConfirmOtp, () => import('./otp/code-pages.tsx'), 'SocialConfirmPage'),
  socialSignUp(paths.signUpOauthResend, () => import('./otp/resend-pages.tsx'), 'SocialResendPage'),
  // The success page is for new accounts. The journey redirects members who have linked an existing account.
  socialSignUp(
    paths.signUpOauthConfirmPassword,
    () => import('./social/confirm-password.page.tsx'),
    'ConfirmPasswordPage',
    { redirect: paths.signUpSuccess },
  ),
  reception(paths.reception, () => import('./social/reception.page.tsx'), 'ReceptionPage'),
  signUp(paths.signUpSuccess, () => import('./sign-up/success.page.tsx'), 'SignUpSuccessPage', member),
];
