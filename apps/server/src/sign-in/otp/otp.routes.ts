import { writeFlowToken, type Cookies } from '#http/cookies.ts';
import type { Route } from '#http/routes.ts';
import type { OtpService } from './otp.service.ts';

export function registerOtpRoutes(route: Route, otp: OtpService, cookies: Cookies): void {
  route('POST /vid/gateway/otp/request', ({ body, preSession, caller }) =>
    otp.request({
      clientId: body.clientId,
      phone: body.phone,
      captchaToken: body.captchaToken,
      purpose: body.purpose,
      preSessionHash: preSession.hash,
      caller,
    }),
  );

  route('POST /vid/gateway/otp/validate', async ({ body, preSession, caller, reply }) => {
    const verified = await otp.validate({
      clientId: body.clientId,
      otpRequestId: body.otpRequestId,
      otpValue: body.otpValue,
      preSessionHash: preSession.hash,
      caller,
    });
    writeFlowToken(cookies, reply, verified.otpToken);
    return verified;
  });
}
