import type { FastifyRequest } from 'fastify';
import type { SessionService } from '#sign-in/session/session.service.ts';
import type { Cookies } from '#http/cookies.ts';
import type { Route } from '#http/routes.ts';
import { AppError } from '#lib/app-error.ts';
import { interactionCookie, type InteractionService, type InteractionUse } from './interactions.service.ts';

type Parts = { readonly sessions: SessionService; readonly cookies: Cookies };

export function registerInteractionRoutes(
  route: Route,
  interactions: InteractionService,
  { sessions, cookies }: Parts,
): void {
  /** These screens serve signed-out people too; only an outage may fail them. */
  const sessionOf = async (request: FastifyRequest) => {
    try {
      return await sessions.complete(await sessions.authenticate(cookies.read(request, 'vid_sid')));
    } catch (error) {
      if (error instanceof AppError) return undefined;
      throw error;
    }
  };
  route('GET /vid/api/sso/interactions/:uid', async ({ params, request }) =>
    interactions.describe(useOf(params.uid, request), await sessionOf(request)),
  );
  route('POST /vid/api/sso/interactions/:uid/continue', ({ params, session, request }) =>
    interactions.proceed(useOf(params.uid, request), session),
  );
  route('POST /vid/api/sso/interactions/:uid/deny', ({ params, request }) =>
    interactions.refuse(useOf(params.uid, request)),
  );
}

function useOf(uid: string, request: FastifyRequest): InteractionUse {
  return { uid, proof: request.cookies[interactionCookie.name] };
}
