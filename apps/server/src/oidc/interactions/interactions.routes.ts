import type { FastifyRequest } from 'fastify';
import { interactionCookie } from '#http/cookies.ts';
import type { Route } from '#http/routes.ts';
import { AppError } from '#lib/app-error.ts';
import type { SignOn } from '../services.ts';
import { createInteractionService, type InteractionRef } from './interactions.service.ts';

export function registerInteractionRoutes(route: Route, deps: SignOn): void {
  const { sessions, cookies } = deps;
  const interactions = createInteractionService(deps);
  /**
   * Returns undefined without a session, because signed-out users see these screens too. Only an outage is an error.
   */
  const findSession = async (request: FastifyRequest) => {
    try {
      return await sessions.withExtras(await sessions.authenticate(cookies.read(request, 'vid_sid')));
    } catch (error) {
      if (error instanceof AppError) return undefined;
      throw error;
    }
  };
  route('GET /vid/api/sso/interactions/:uid', async ({ params, request }) =>
    interactions.describe(refOf(params.uid, request), await findSession(request)),
  );
  route('POST /vid/api/sso/interactions/:uid/continue', ({ params, body, session, request, caller }) =>
    interactions.continueSso({
      ref: refOf(params.uid, request),
      session,
      shownAccountId: body.accountId,
      caller,
    }),
  );
  route('POST /vid/api/sso/interactions/:uid/deny', async ({ params, request }) =>
    interactions.deny(refOf(params.uid, request), await findSession(request)),
  );
}

function refOf(uid: string, request: FastifyRequest): InteractionRef {
  return { uid, proof: request.cookies[interactionCookie.name] };
}
