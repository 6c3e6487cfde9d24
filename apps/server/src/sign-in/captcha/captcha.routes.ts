import type { Route } from '#http/routes.ts';
import type { CaptchaService } from './captcha.service.ts';

export function registerCaptchaRoutes(route: Route, captchas: CaptchaService): void {
  route('POST /vid/gateway/captcha/generate', ({ preSession, caller }) =>
    captchas.generate({ preSessionHash: preSession.hash, caller }),
  );

  route('POST /vid/gateway/captcha/validate', ({ body, preSession, caller }) =>
    captchas.answer({
      captchaId: body.captchaId,
      captchaValue: body.captchaValue,
      purpose: body.purpose,
      preSessionHash: preSession.hash,
      caller,
    }),
  );

  route('GET /vid/gateway/captcha/challenge', ({ query, preSession, caller }) =>
    captchas.challenge({
      preSessionHash: preSession.hash,
      caller,
      workLevel: Number(query.level ?? 0),
      withoutPicture: query.picture === 'no',
    }),
  );

  route('POST /vid/gateway/captcha/solution', ({ body, preSession, caller }) => {
    const { captchaId, captchaValue } = body;
    return captchas.solve({
      payload: body.payload,
      picture:
        captchaId === undefined || captchaValue === undefined ? undefined : { captchaId, captchaValue },
      purpose: body.purpose,
      preSessionHash: preSession.hash,
      caller,
    });
  });
}
