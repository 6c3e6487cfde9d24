import type { Route } from '#http/routes.ts';
import type { CompleteService } from '#sign-in/complete/complete.service.ts';
import type { SessionService } from '#sign-in/session/session.service.ts';
import type { PollCookie } from './poll-cookie.ts';
import type { QrApprovalService } from './qr-approval.service.ts';
import type { QrSignInService } from './qr-sign-in.service.ts';
import type { QrService } from './qr.service.ts';

type Deps = {
  readonly qr: QrService;
  readonly qrApproval: QrApprovalService;
  readonly qrSignIn: QrSignInService;
  readonly pollCookie: PollCookie;
  readonly completion: CompleteService;
  readonly sessions: SessionService;
};

export function registerQrRoutes(route: Route, deps: Deps): void {
  const { qr, qrApproval, qrSignIn, pollCookie, completion, sessions } = deps;

  route('POST /vid/ajax/auth/qr', async ({ preSession, caller, request, reply }) => {
    const { secret, started } = await qr.start({ preSessionHash: preSession.hash, caller });
    pollCookie.add(request, reply, secret);
    return started;
  });

  route('GET /vid/ajax/auth/qr/:qrId', ({ params, preSession, request }) =>
    qr.getState(params.qrId, { preSessionHash: preSession.hash, pollHashes: pollCookie.hashes(request) }),
  );

  route('GET /vid/ajax/auth/qr/:qrId/events', ({ params, preSession, request }) =>
    qr.follow(params.qrId, { preSessionHash: preSession.hash, pollHashes: pollCookie.hashes(request) }),
  );

  route('POST /vid/ajax/auth/login/qr', async ({ body, caller, preSession, request, reply }) => {
    const completed = await qrSignIn.signIn({
      qrId: body.qrId,
      pollHashes: pollCookie.hashes(request),
      remember: body.remember ?? true,
      caller,
      browser: sessions.browserOf(request, preSession),
    });
    const userInfo = completion.deliver(completed, reply);
    pollCookie.clear(reply);
    return userInfo;
  });

  route('POST /vid/ajax/auth/qr/:qrId/scan', ({ params, session, caller }) =>
    qrApproval.scan({ qrId: params.qrId, session, caller }),
  );

  route('POST /vid/ajax/auth/qr/:qrId/approve', async ({ params, body, session, caller }) => {
    await qrApproval.approve({ qrId: params.qrId, number: body.number, session, caller });
    return true as const;
  });

  route('POST /vid/ajax/auth/qr/:qrId/deny', async ({ params, session, caller }) => {
    await qrApproval.deny({ qrId: params.qrId, session, caller });
    return true as const;
  });
}
