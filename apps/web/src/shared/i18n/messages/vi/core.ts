import { auth } from './auth.ts';
import { captcha } from './captcha.ts';
import { common } from './common.ts';
import { errors } from './errors.ts';
import { otp } from './otp.ts';

/** The texts that the sign-in pages share, in one file so that the first page loads only one. */
export const core = { ...common, ...errors, ...auth, ...captcha, ...otp };
