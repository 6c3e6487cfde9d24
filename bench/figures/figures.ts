import { accountCounts } from './account-counts.ts';
import { captcha } from './captcha.ts';
import { coldStart } from './cold-start.ts';
import type { FigureRun } from './figure-run.ts';
import { flood } from './flood.ts';
import { memory } from './memory.ts';
import { otpCycle } from './otp.ts';
import { signIn } from './sign-in.ts';
import { ssoArrival } from './sso-arrival.ts';
import { sso } from './sso.ts';
import { uniformTiming } from './uniform-timing.ts';
import { webRoute } from './web-route.ts';
import { whoAmI } from './who-am-i.ts';

/** In the order they are taken: memory after everything that loads the server. */
export const figures: readonly FigureRun[] = [
  coldStart,
  whoAmI,
  signIn,
  flood,
  otpCycle,
  captcha,
  sso,
  webRoute,
  ssoArrival,
  memory,
  accountCounts,
  // Last: it locks accounts and takes passwords away.
  uniformTiming,
];
