import { writeFlowToken } from '#http/cookies.ts';
import { idempotencyKeyOf } from '#http/idempotency-key.ts';
import type { Route } from '#http/routes.ts';
import type { SignIn } from '../services.ts';
import type { OtpAttemptService } from './otp-attempt.service.ts';
import type { OtpService } from './otp.service.ts';

type Deps = SignIn & { readonly otp: OtpService; readonly attempts: OtpAttemptService };

export function registerOtpRoutes(route: Route, { otp, attempts, cookies, deviceCookie }: Deps): void {
  route('POST /vid/gateway/otp/request', ({ body, preSession, caller, request }) =>
    otp.request({
      ...body,
      devices: deviceCookie.read(request).map(({ hash }) => hash),
      key: idempotencyKeyOf(request),
      preSessionHash: preSession.hash,
      caller,
    }),
  );

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
