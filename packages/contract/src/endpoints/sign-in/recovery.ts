import { Type } from 'typebox';
import { defineEndpoints } from '../../endpoint.ts';
import {
  CaptchaToken,
  closedObject,
  IsoTime,
  LinkCode,
  NewPassword,
  newPasswordErrors,
  nullable,
  Phone,
  Seconds,
  Secret,
  Token,
} from '../shapes.ts';
import { SessionInfo } from './session.ts';

/** Endpoints of account recovery. A recovery is completed with the token in the HttpOnly cookie `vid_recovery`. */
export const recoveryEndpoints = defineEndpoints('visitor', 'recovery', {
  'GET /vid/ajax/auth/recovery': {
    id: 'getRecovery',
    summary: 'Get how an account can be recovered, and whether this browser can complete a recovery',
    data: Type.Object({
      byMail: Type.Boolean({ description: 'False without a mail server.' }),
      canComplete: Type.Boolean({ description: 'Whether this browser has a recovery to complete.' }),
    }),
  },
  'DELETE /vid/ajax/auth/recovery': {
    id: 'forgetRecovery',
    summary: 'Forget the recovery that this browser can complete',
  },
  'POST /vid/ajax/auth/recovery/start': {
    id: 'startRecovery',
    summary: 'Recover an account without its phone; the response does not reveal whether the account exists',
    body: closedObject({
      phone: Phone,
      email: Type.String({ minLength: 3, maxLength: 320, examples: ['minhanh@example.vn'] }),
      captchaToken: CaptchaToken,
    }),
    errors: ['PHONE_INVALID', 'RECOVERY_UNAVAILABLE', 'CAPTCHA_INVALID'],
  },
  'POST /vid/ajax/auth/recovery/start-by-code': {
    id: 'startRecoveryByCode',
    summary:
      'Recover an account without its phone by a recovery code; after 72 hours, or at once with the password',
    body: closedObject({
      phone: Phone,
      recoveryCode: Type.String({ minLength: 1, maxLength: 64, examples: ['7k2qd-93xmb'] }),
      password: Type.Optional(Secret),
      captchaToken: CaptchaToken,
    }),
    data: Type.Object({
      readyAt: nullable(IsoTime, {
        description: 'When the same code continues the recovery. Null if it can be completed now.',
      }),
    }),
    errors: [
      'PHONE_INVALID',
      'RECOVERY_CODE_INVALID',
      'RECOVERY_STOPPED',
      'CURRENT_PASSWORD_WRONG',
      'AUTH_THROTTLED',
      'OTP_REQUIRED',
      'CAPTCHA_INVALID',
      'ACCOUNT_LOCKED',
      'RESET_BY_OPERATOR',
      'RECOVERY_REQUIRED',
      'BUSY',
    ],
  },
  'POST /vid/ajax/auth/recovery/start-by-phone': {
    id: 'startRecoveryByPhone',
    summary: 'Recover an account that has not been used for 180 days, with a verified one-time code',
    body: closedObject({ phone: Phone, otpToken: Token }),
    data: Type.Object({ readyAt: IsoTime }),
    errors: ['PHONE_INVALID', 'OTP_TOKEN_INVALID', 'RECOVERY_NOT_NEEDED', 'RECOVERY_STOPPED'],
  },
  'POST /vid/ajax/auth/recovery/check': {
    id: 'checkRecoveryLink',
    summary: 'Check the link that completes a recovery, and keep its secret in a cookie',
    body: closedObject({ recoveryToken: LinkCode }),
    data: Type.Object({ expiresIn: Seconds }),
    errors: ['RECOVERY_LINK_INVALID'],
  },
  'POST /vid/ajax/auth/recovery/complete': {
    id: 'completeRecovery',
    summary: 'Set a new password and phone; ends every session and removes every other credential',
    body: closedObject({
      phone: Phone,
      otpToken: Token,
      newPassword: NewPassword,
      isNewOwner: Type.Optional(
        Type.Boolean({ description: 'The dormant account with this phone belongs to someone else.' }),
      ),
    }),
    errors: [
      'RECOVERY_LINK_INVALID',
      'PHONE_INVALID',
      'PHONE_UNSUPPORTED',
      'OTP_TOKEN_INVALID',
      'ACCOUNT_EXISTS',
      'RECOVERY_REQUIRED',
      'ACCOUNT_LOCKED',
      ...newPasswordErrors,
      'BUSY',
    ],
  },
  'GET /vid/api/users/recovery': {
    id: 'getOwnRecovery',
    summary: 'Get the open recovery of the signed-in account',
    access: 'member',
    data: nullable(
      Type.Object({
        requestedAt: IsoTime,
        readyAt: IsoTime,
        device: SessionInfo.properties.device,
        address: Type.String({ examples: ['203.0.113.7'] }),
      }),
    ),
  },
  'DELETE /vid/api/users/recovery': {
    id: 'stopOwnRecovery',
    limit: { perHour: 30, of: 'session', rows: 0 },
    summary: 'Cancel the open recovery of the signed-in account',
    access: 'member',
    data: Type.Boolean({
      description:
        'False if the recovery continues: the association started it, and the account has had its phone for less than 30 days.',
    }),
  },
});
