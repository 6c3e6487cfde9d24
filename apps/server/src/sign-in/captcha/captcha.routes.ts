import type { FastifyRequest } from 'fastify';
import type { Route } from '#http/routes/routes.ts';
import type { SignIn } from '../services.ts';

export function registerCaptchaRoutes(route: Route, { captchas, deviceCookie }: SignIn): void {
  const devicesOf = (request: FastifyRequest) => deviceCookie.read(request).map(({ hash }) => hash);

  route('POST /vid/gateway/captcha/generate', ({ preSession, caller, request }) =>
    captchas.generate({ preSessionHash: preSession.hash, caller, devices: devicesOf(request) }),
  );

  route('POST /vid/gateway/captcha/validate', ({ body, preSession, caller, request }) =>
    captchas.answer({
      ...body,
      preSessionHash: preSession.hash,
      caller,
      devices: devicesOf(request),
    }),
  );

  route('GET /vid/gateway/captcha/challenge', ({ query, preSession, caller, request }) =>
    captchas.challenge({
      preSessionHash: preSession.hash,
      caller,
      devices: devicesOf(request),
      workLevel: Number(query.level ?? 0),
      withoutPicture: query.picture === 'no',
    }),
  );

  route('POST /vid/gateway/captcha/solution', ({ body, preSession, caller, request }) => {
    const { captchaId, captchaValue } = body;
    return captchas.solve({
      payload: body.payload,
      picture:
        captchaId === undefined || captchaValue === undefined ? undefined : { captchaId, captchaValue },
      purpose: body.purpose,
      preSessionHash: preSession.hash,
      caller,
      devices: devicesOf(request),
    });
  });
}
