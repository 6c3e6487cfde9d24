import { accountCounts } from './account-counts.ts';
import { captcha } from './captcha.ts';
import { coldStart } from './cold-start.ts';
import type { FigureRun } from './figure-run.ts';
import { memory } from './memory.ts';
import { otpCycle } from './otp.ts';
import { signIn } from './sign-in.ts';
import { webRoute } from './web-route.ts';
import { whoAmI } from './who-am-i.ts';

/** In the order they are taken: memory after everything that loads the server. */
export const figures: readonly FigureRun[] = [
  coldStart,
  whoAmI,
  signIn,
  otpCycle,
  captcha,
  webRoute,
  memory,
  accountCounts,
];
