import { accountCheckEndpoints } from './account-check.ts';
import { appParamsEndpoints } from './app-params.ts';
import { captchaEndpoints } from './captcha.ts';
import { otpEndpoints } from './otp.ts';
import { passwordEndpoints } from './password.ts';
import { profileEndpoints } from './profile.ts';
import { sessionEndpoints } from './session.ts';
import { signInEndpoints } from './sign-in.ts';
import { signUpEndpoints } from './sign-up.ts';
import { ssoEndpoints } from './sso.ts';

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
