import { Suspense } from 'react';
import { Navigate, Outlet, Route, Routes } from 'react-router';
import { AuthLayout } from '#features/sign-in/auth-layout/auth-layout.tsx';
import { SignInPage } from '#features/sign-in/password-sign-in/sign-in.page.tsx';
import { Guarded } from './guarded.tsx';
import { otpSignInJourney } from '#journeys/otp-sign-in.ts';
import { passwordResetJourney } from '#journeys/password-reset.ts';
import { signUpJourney } from '#journeys/sign-up.ts';
import { lazyPage } from './lazy-page.ts';
import { defaultPath, paths } from '#navigation/paths.ts';
import type { LayoutName, RouteEntry } from './route-entry.ts';
import { UnknownPath } from './unknown-path.tsx';
import { useAuth } from '#state/auth.ts';

const HomePage = lazyPage(async () => (await import('#features/sso/home/home.page.tsx')).HomePage, 'sso');

const OtpSignInPage = lazyPage(
  async () => (await import('#features/sign-in/otp-sign-in/otp-sign-in.page.tsx')).OtpSignInPage,
);
const OtpSignInConfirmPage = lazyPage(
  async () => (await import('#features/sign-in/otp-sign-in/confirm.page.tsx')).OtpSignInConfirmPage,
);

const ForgetPasswordPage = lazyPage(
  async () => (await import('#features/sign-in/password-reset/forget-password.page.tsx')).ForgetPasswordPage,
  'reset',
);
const ForgetPasswordOtpPage = lazyPage(
  async () => (await import('#features/sign-in/password-reset/confirm.page.tsx')).ForgetPasswordOtpPage,
);
const ForgetPasswordResendPage = lazyPage(
  async () => (await import('#features/sign-in/password-reset/resend.page.tsx')).ForgetPasswordResendPage,
);
const NewPasswordPage = lazyPage(
  async () => (await import('#features/sign-in/password-reset/new-password.page.tsx')).NewPasswordPage,
  'reset',
);

const SignUpPage = lazyPage(
  async () => (await import('#features/sign-in/sign-up/sign-up.page.tsx')).SignUpPage,
  'signUp',
);
const SignUpConfirmPage = lazyPage(
  async () => (await import('#features/sign-in/sign-up/confirm.page.tsx')).SignUpConfirmPage,
  'signUp',
);
const SignUpResendPage = lazyPage(
  async () => (await import('#features/sign-in/sign-up/resend.page.tsx')).SignUpResendPage,
  'signUp',
);
const SignUpPasswordPage = lazyPage(
  async () => (await import('#features/sign-in/sign-up/password.page.tsx')).SignUpPasswordPage,
  'signUp',
);
const SignUpSuccessPage = lazyPage(
  async () => (await import('#features/sign-in/sign-up/success.page.tsx')).SignUpSuccessPage,
  'signUp',
);

const ResetPasswordPage = lazyPage(
  async () => (await import('#features/sign-in/password-reset/forced-change.page.tsx')).ResetPasswordPage,
  'reset',
  'account',
);
const NotOfferedPage = lazyPage(
  async () => (await import('#features/error-pages/error.page.tsx')).NotOfferedPage,
);
/** With the landing page, where a connection that drops at "Continue" is told: then it could not be fetched. */
const IntermediatePage = lazyPage(async () => {
  const [page] = await Promise.all([
    import('#features/sso/intermediate/intermediate.page.tsx'),
    import('#features/sso/home/home.page.tsx'),
  ]);
  return page.IntermediatePage;
}, 'sso');
const DevicePage = lazyPage(async () => (await import('#features/sso/device.page.tsx')).DevicePage, 'sso');
const LogoutPage = lazyPage(async () => (await import('#features/sso/logout.page.tsx')).LogoutPage, 'sso');
const TermsPage = lazyPage(async () => (await import('#features/legal/legal.page.tsx')).TermsPage);
const PrivacyPage = lazyPage(async () => (await import('#features/legal/legal.page.tsx')).PrivacyPage);

const Error401Page = lazyPage(
  async () => (await import('#features/error-pages/error.page.tsx')).Error401Page,
);
const Error403Page = lazyPage(
  async () => (await import('#features/error-pages/error.page.tsx')).Error403Page,
  'sso',
);
const Error404Page = lazyPage(
  async () => (await import('#features/error-pages/error.page.tsx')).Error404Page,
);
const Error500Page = lazyPage(
  async () => (await import('#features/error-pages/error.page.tsx')).Error500Page,
  'sso',
);
const ErrorMaintainPage = lazyPage(
  async () => (await import('#features/error-pages/error.page.tsx')).ErrorMaintainPage,
);
const ErrorCommingPage = lazyPage(
  async () => (await import('#features/error-pages/error.page.tsx')).ErrorCommingPage,
);

const ShellLayout = lazyPage(
  async () => (await import('#features/shell/shell-layout.tsx')).ShellLayout,
  'shell',
);
const InformationPage = lazyPage(
  async () => (await import('#features/member/profile/information.page.tsx')).InformationPage,
  'account',
);
const PasswordPage = lazyPage(
  async () => (await import('#features/member/password-change/password.page.tsx')).PasswordPage,
  'account',
);
const SecurityPage = lazyPage(
  async () => (await import('#features/member/security/security.page.tsx')).SecurityPage,
  'account',
);
const NotReadyPage = lazyPage(
  async () => (await import('#features/shell/not-ready.page.tsx')).NotReadyPage,
  'shell',
);

const reset = passwordResetJourney;

/** Every route of specification, clause 3: where, who, in which layout, what, and its place in a journey. */
export const routes: readonly RouteEntry[] = [
  { path: paths.home, group: 'unauthorized', layout: 'bare', page: HomePage },

  { path: paths.signIn, group: 'anonymous', layout: 'auth', page: SignInPage },
  {
    path: paths.signInOtp,
    group: 'anonymous',
    layout: 'auth',
    page: OtpSignInPage,
    journey: otpSignInJourney,
  },
  {
    path: paths.signInOtpConfirm,
    group: 'anonymous',
    layout: 'auth',
    page: OtpSignInConfirmPage,
    journey: otpSignInJourney,
  },

  {
    path: paths.forgetPassword,
    group: 'anonymous',
    layout: 'auth',
    page: ForgetPasswordPage,
    journey: reset,
  },
  {
    path: paths.forgetPasswordOtp,
    group: 'anonymous',
    layout: 'auth',
    page: ForgetPasswordOtpPage,
    journey: reset,
  },
  {
    path: paths.forgetPasswordResend,
    group: 'anonymous',
    layout: 'auth',
    page: ForgetPasswordResendPage,
    journey: reset,
  },
  {
    path: paths.forgetPasswordInput,
    group: 'anonymous',
    layout: 'auth',
    page: NewPasswordPage,
    journey: reset,
  },

  { path: paths.signUpOtp, group: 'anonymous', layout: 'auth', page: SignUpPage, journey: signUpJourney },
  {
    path: paths.signUpConfirm,
    group: 'anonymous',
    layout: 'auth',
    page: SignUpConfirmPage,
    journey: signUpJourney,
  },
  {
    path: paths.signUpResend,
    group: 'anonymous',
    layout: 'auth',
    page: SignUpResendPage,
    journey: signUpJourney,
  },
  // The account is made here, and with it the session: whoever is signed in has come through.
  {
    path: paths.signUpPassword,
    group: 'anonymous',
    redirect: paths.signUpSuccess,
    layout: 'auth',
    page: SignUpPasswordPage,
    journey: signUpJourney,
  },
  {
    path: paths.signUpSuccess,
    group: 'authorized',
    layout: 'auth',
    page: SignUpSuccessPage,
    journey: signUpJourney,
  },

  {
    path: [
      paths.signUpOauthConfirmPhone,
      paths.signUpOauthConfirmCaptcha,
      paths.signUpOauthConfirmOtp,
      paths.signUpOauthResend,
      paths.signUpOauthConfirmPassword,
    ],
    group: 'anonymous',
    layout: 'bare',
    page: NotOfferedPage,
  },

  { path: paths.resetPassword, group: 'authorized', layout: 'auth', page: ResetPasswordPage },
  {
    path: [paths.reception, paths.qr],
    group: 'unauthorized',
    layout: 'bare',
    page: NotOfferedPage,
  },
  { path: paths.intermediate, group: 'unauthorized', layout: 'auth', page: IntermediatePage },
  { path: paths.device, group: 'authorized', layout: 'auth', page: DevicePage },
  { path: paths.logout, group: 'unauthorized', layout: 'auth', page: LogoutPage },
  { path: paths.terms, group: 'unauthorized', layout: 'bare', page: TermsPage },
  { path: paths.privacy, group: 'unauthorized', layout: 'bare', page: PrivacyPage },

  { path: paths.error401, group: 'unauthorized', layout: 'bare', page: Error401Page },
  { path: paths.error403, group: 'unauthorized', layout: 'bare', page: Error403Page },
  { path: paths.error404, group: 'unauthorized', layout: 'bare', page: Error404Page },
  { path: paths.error500, group: 'unauthorized', layout: 'bare', page: Error500Page },
  { path: paths.errorMaintain, group: 'unauthorized', layout: 'bare', page: ErrorMaintainPage },
  { path: paths.errorComming, group: 'unauthorized', layout: 'bare', page: ErrorCommingPage },

  { path: paths.userInformation, group: 'authorized', layout: 'shell', page: InformationPage },
  { path: paths.userPassword, group: 'authorized', layout: 'shell', page: PasswordPage },
  { path: paths.userSecurity, group: 'authorized', layout: 'shell', page: SecurityPage },
  {
    path: [paths.inviteFriends, paths.apps, paths.appPermissions, paths.appPermission],
    group: 'authorized',
    layout: 'shell',
    page: NotReadyPage,
  },
  {
    path: [
      paths.admin,
      paths.adminAccounts,
      paths.adminEnterprises,
      paths.adminApplications,
      paths.adminParams,
      paths.adminAudit,
    ],
    group: 'authorized',
    role: 'admin',
    layout: 'shell',
    page: NotReadyPage,
  },
];

function routesIn(layout: LayoutName) {
  return routes
    .filter((entry) => entry.layout === layout)
    .flatMap((entry) => [entry.path].flat().map((path) => ({ path, entry })))
    .map(({ path, entry }) => (
      <Route key={path} path={path} element={<Guarded key={path} entry={entry} />} />
    ));
}

/** The shell is neither fetched nor shown for a signed-out person, whom the routes inside send away. */
function ShellForMembers() {
  const isAuthenticated = useAuth((state) => state.isAuthenticated);
  return isAuthenticated ? <ShellLayout /> : <Outlet />;
}

export function AppRoutes() {
  return (
    // The global loader says that a page is on its way; a second one here would say it twice.
    <Suspense fallback={null}>
      <Routes>
        <Route path={paths.root} element={<Navigate replace to={defaultPath} />} />
        <Route path={paths.signUp} element={<Navigate replace to={paths.signUpOtp} />} />
        <Route element={<AuthLayout />}>{routesIn('auth')}</Route>
        <Route element={<ShellForMembers />}>{routesIn('shell')}</Route>
        {routesIn('bare')}
        <Route path="*" element={<UnknownPath />} />
      </Routes>
    </Suspense>
  );
}
