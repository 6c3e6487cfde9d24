import type { Module } from '#platform/module.ts';
import type { SignIn } from '../services.ts';
import { createPollCookie } from './poll-cookie.ts';
import { createQrApprovalService } from './qr-approval.service.ts';
import { createQrSignInService } from './qr-sign-in.service.ts';
import { createQrService } from './qr.service.ts';

export function createQrModule(deps: SignIn): Module {
  const { completion, sessions } = deps;
  const qr = createQrService(deps);
  const qrApproval = createQrApprovalService(deps);
  const qrSignIn = createQrSignInService(deps);
  const pollCookie = createPollCookie(deps);
  return {
    handlers: {
      'POST /vid/ajax/auth/qr': async ({ preSession, caller, request, reply }) => {
        const { secret, started } = await qr.start({ preSessionHash: preSession.hash, caller });
        pollCookie.add(request, reply, secret);
        return started;
      },
      'GET /vid/ajax/auth/qr/:qrId': ({ params, preSession, request }) =>
        qr.getState(params.qrId, { preSessionHash: preSession.hash, pollHashes: pollCookie.hashes(request) }),
      'GET /vid/ajax/auth/qr/:qrId/events': ({ params, preSession, request }) =>
        qr.follow(params.qrId, { preSessionHash: preSession.hash, pollHashes: pollCookie.hashes(request) }),
      'POST /vid/ajax/auth/login/qr': async ({ body, ...call }) => {
        const pollHashes = pollCookie.hashes(call.request);
        const completed = await qrSignIn.signIn({ ...body, pollHashes, ...sessions.visitOf(call) });
        const userInfo = completion.deliver(completed, call.reply);
        pollCookie.clear(call.reply);
        return userInfo;
      },
      'POST /vid/ajax/auth/qr/:qrId/scan': ({ params, session, caller }) =>
        qrApproval.scan({ ...params, session, caller }),
      'POST /vid/ajax/auth/qr/:qrId/approve': ({ params, body, session, caller }) =>
        qrApproval.approve({ ...params, ...body, session, caller }),
      'POST /vid/ajax/auth/qr/:qrId/deny': ({ params, session, caller }) =>
        qrApproval.deny({ ...params, session, caller }),
    },
  };
}
