import { accountCounts } from './database/account-counts.ts';
import { adminLists } from './database/admin-lists.ts';
import { captcha } from './sign-in/captcha.ts';
import { coldStart } from './process/cold-start.ts';
import { commands } from './process/commands.ts';
import { cost } from './cost.ts';
import { emptyTables } from './database/empty-tables.ts';
import type { FigureRun } from './figure-run.ts';
import { firstPaint } from './pages/first-paint.ts';
import { flood } from './sign-in/flood.ts';
import { importFigure } from './database/import.ts';
import { growth } from './database/growth.ts';
import { hostile } from './sign-in/hostile.ts';
import { memory } from './process/memory.ts';
import { otpSignIn } from './sign-in/otp-sign-in.ts';
import { passkeySignIn } from './sign-in/passkey-sign-in.ts';
import { release } from './process/release.ts';
import { signIn } from './sign-in/sign-in.ts';
import { qr } from './sign-in/qr.ts';
import { sms } from './delivery/sms.ts';
import { ssoArrival } from './sso/sso-arrival.ts';
import { signUp } from './sign-in/sign-up.ts';
import { sso } from './sso/sso.ts';
import { uniformTiming } from './sign-in/uniform-timing.ts';
import { webhooks } from './delivery/webhooks.ts';
import { webRoute } from './pages/web-route.ts';
import { whoAmI } from './sso/who-am-i.ts';

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
