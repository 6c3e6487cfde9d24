import type { FastifyRequest } from 'fastify';
import { interactionCookie, type Cookies } from '#http/browser/cookies.ts';
import { AppError } from '#lib/app-error.ts';
import type { Module } from '#platform/module.ts';
import { createDeviceService } from './device/device.service.ts';
import { createInteractionService, type InteractionRef } from './interactions/interactions.service.ts';
import type { BackchannelLogout } from './logout/backchannel-logout.ts';
import { describeLogout } from './logout/describe-logout.ts';
import { mountOidc } from './provider/mount.ts';
import type { SignOn } from './services.ts';
import { codePurges } from './store/code-purges.ts';

type Deps = SignOn & { readonly backchannelLogout: BackchannelLogout };

export function createOidcModule(deps: Deps): Module {
  const { sessions, cookies } = deps;
  const interactions = createInteractionService(deps);
  const devices = createDeviceService(deps);

  /**
   * Returns the session; undefined for a signed-out user, who sees these screens too. Throws in an outage.
   */
  const findSession = async (request: FastifyRequest) => {
    try {
      return await sessions.withExtras(await sessions.authenticate(cookies.read(request, 'vid_sid')));
    } catch (error) {
      if (error instanceof AppError) return undefined;
      throw error;
    }
  };

  return {
    handlers: {
      'GET /vid/api/sso/interactions/:uid': async ({ params, request }) =>
        interactions.describe(refOf(params.uid, cookies, request), await findSession(request)),
      'POST /vid/api/sso/interactions/:uid/continue': ({ params, body, session, request, caller }) =>
        interactions.continueSso({
          ref: refOf(params.uid, cookies, request),
          session,
          shownAccountId: body.accountId,
          caller,
        }),
      'POST /vid/api/sso/interactions/:uid/deny': async ({ params, request }) =>
        interactions.deny(refOf(params.uid, cookies, request), await findSession(request)),
      'POST /vid/api/sso/device/lookup': async ({ body, session }) =>
        devices.lookUp(body.userCode, await sessions.withExtras(session)),
      'POST /vid/api/sso/device/decide': ({ body, session, caller }) =>
        devices.decide({ ...body, session, caller }),
      'GET /vid/api/sso/logout': ({ session }) => describeLogout(deps, session.id),
    },
    routes: (_route, app) => mountOidc(app, deps),
    schedules: [{ name: 'deliver-logouts', everyMinutes: 1, run: async () => deps.backchannelLogout.kick() }],
    purges: codePurges(deps.sql),
  };
}

function refOf(uid: string, cookies: Cookies, request: FastifyRequest): InteractionRef {
  return { uid, proof: cookies.readPath(request, interactionCookie.name) };
}
