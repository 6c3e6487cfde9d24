import { auth } from './auth.ts';
import { captcha } from './captcha.ts';
import { common } from './common.ts';
import { errors } from './errors.ts';
import { otp } from './otp.ts';

/** What the signed-out pages share; one piece, so that the first page asks for one file of texts. */
export const core = { ...common, ...errors, ...auth, ...captcha, ...otp };
