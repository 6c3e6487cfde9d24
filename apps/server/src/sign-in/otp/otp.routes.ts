import { writeFlowToken } from '#http/browser/cookies.ts';
import { idempotencyKeyOf } from '#http/routes/idempotency-key.ts';
import type { Route } from '#http/routes/routes.ts';
import type { SignIn } from '../services.ts';
import type { OtpAttemptService } from './otp-attempt.service.ts';
import type { OtpService } from './otp.service.ts';

type Deps = SignIn & { readonly otp: OtpService; readonly attempts: OtpAttemptService };

export function registerOtpRoutes(route: Route, { otp, attempts, cookies, sessions }: Deps): void {
  route('POST /vid/gateway/otp/request', ({ body, ...call }) => {
    const { browser, caller } = sessions.visitOf(call);
    return otp.request({
      ...body,
      devices: browser.devices.map(({ hash }) => hash),
      sessionHash: browser.tokenHash,
      recoveryToken: cookies.read(call.request, 'vid_recovery'),
      key: idempotencyKeyOf(call.request),
      preSessionHash: browser.preSession.hash,
      caller,
    });
  });

  route('POST /vid/gateway/otp/validate', async ({ body, preSession, caller, request, reply }) => {
    const verified = await attempts.validate({
      ...body,
      key: idempotencyKeyOf(request),
      preSessionHash: preSession.hash,
      caller,
    });
    writeFlowToken(cookies, reply, verified.otpToken);
    return verified;
  });
}
