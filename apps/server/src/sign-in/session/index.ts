import type { FastifyRequest } from 'fastify';
import { demandsOn } from '#sign-in/complete/complete.policy.ts';
import { requireRecent } from './session.policy.ts';
import { toUserInfo } from './user-info.ts';
import type { Module } from '#platform/module.ts';
import type { Access } from './access.ts';
import type { CurrentSession } from './session-columns.ts';

export function createSessionModule({ sessions, sessionRepo, deviceCookie }: Access): Module {
  const keptOf = (session: CurrentSession, request: FastifyRequest) => ({
    sessionId: session.id,
    devices: deviceCookie.read(request).map(({ hash }) => hash),
  });
  return {
    handlers: {
      'GET /vid/ajax/auth/me': async ({ session }) =>
        toUserInfo(await sessions.withExtras(session), demandsOn(session)),
      'POST /vid/ajax/auth/logout': ({ request, reply, caller }) => sessions.end({ request, reply }, caller),
      'POST /vid/ajax/auth/logout/all': async ({ session, reply, caller }) => {
        // An account with a demand can only meet the demand or sign out, so it needs no recent sign-in.
        if (demandsOn(session).length === 0) requireRecent(session);
        await sessions.endAll(session.account.id, caller);
        sessions.forget(reply);
      },
      'GET /vid/api/sessions': ({ session, caller }) => sessions.list(session, caller.locale),
      'DELETE /vid/api/sessions': ({ session, request, caller }) => {
        requireRecent(session);
        return sessions.endAll(session.account.id, caller, keptOf(session, request));
      },
      'DELETE /vid/api/sessions/:sessionId': async ({ session, params, request, reply, caller }) => {
        if (params.sessionId !== session.id) requireRecent(session);
        await sessions.endOne(session.account.id, params.sessionId, caller, keptOf(session, request));
        if (params.sessionId === session.id) sessions.forget(reply);
      },
    },
    purges: [{ name: 'sessions', deleteExpired: (limit) => sessionRepo.deleteExpired(limit) }],
  };
}
