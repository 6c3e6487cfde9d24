import { accountCheckEndpoints } from './sign-in/account-check.ts';
import { appParamsEndpoints } from './operations/app-params.ts';
import { captchaEndpoints } from './sign-in/captcha.ts';
import { otpEndpoints } from './sign-in/otp.ts';
import { passwordEndpoints } from './member/password.ts';
import { profileEndpoints } from './member/profile.ts';
import { sessionEndpoints } from './sign-in/session.ts';
import { signInEndpoints } from './sign-in/sign-in.ts';
import { signUpEndpoints } from './sign-in/sign-up.ts';
import { ssoEndpoints } from './sso/sso.ts';

/** Every endpoint of the account API. The browser imports this module's types only. */
export const endpoints = {
  ...appParamsEndpoints,
  ...captchaEndpoints,
  ...otpEndpoints,
  ...accountCheckEndpoints,
  ...signUpEndpoints,
  ...signInEndpoints,
  ...passwordEndpoints,
  ...sessionEndpoints,
  ...profileEndpoints,
  ...ssoEndpoints,
};

export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;
