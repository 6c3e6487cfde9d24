import { accountCounts } from './account-counts.ts';
import { adminLists } from './admin-lists.ts';
import { captcha } from './captcha.ts';
import { coldStart } from './cold-start.ts';
import { commands } from './commands.ts';
import { cost } from './cost.ts';
import { emptyTables } from './empty-tables.ts';
import type { FigureRun } from './figure-run.ts';
import { firstPaint } from './first-paint.ts';
import { flood } from './flood.ts';
import { importFigure } from './import.ts';
import { growth } from './growth.ts';
import { hostile } from './hostile.ts';
import { memory } from './memory.ts';
import { otpSignIn } from './otp-sign-in.ts';
import { passkeySignIn } from './passkey-sign-in.ts';
import { release } from './release.ts';
import { signIn } from './sign-in.ts';
import { qr } from './qr.ts';
import { sms } from './sms.ts';
import { ssoArrival } from './sso-arrival.ts';
import { signUp } from './sign-up.ts';
import { sso } from './sso.ts';
import { uniformTiming } from './uniform-timing.ts';
import { webhooks } from './webhooks.ts';
import { webRoute } from './web-route.ts';
import { whoAmI } from './who-am-i.ts';

/** All figures, in the order of a full run. */
export const figures: readonly FigureRun[] = [
  coldStart,
  release,
  commands,
  whoAmI,
  signIn,
  flood,
  hostile,
  growth,
  otpSignIn,
  sms,
  qr,
  passkeySignIn,
  captcha,
  sso,
  cost,
  webRoute,
  firstPaint,
  ssoArrival,
  signUp,
  webhooks,
  memory,
  importFigure,
  emptyTables,
  accountCounts,
  adminLists,
  // This figure must be last, because it locks accounts and deletes passwords.
  uniformTiming,
];
