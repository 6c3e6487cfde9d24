import type { FastifyInstance } from 'fastify';
import type { Availability } from '#database/availability.ts';
import type { Route } from '#http/routes.ts';
import { AppError } from '#lib/app-error.ts';
import { demandsOn } from '#sign-in/complete/complete.policy.ts';
import type { SessionService } from '#sign-in/session/session.service.ts';
import { toUserInfo } from '#sign-in/session/user-info.ts';
import type { AvatarService } from './avatar.service.ts';

type Deps = { readonly avatars: AvatarService; readonly sessions: SessionService };

export function registerAvatarRoutes(route: Route, { avatars, sessions }: Deps): void {
  route('PUT /vid/api/users/avatar', async ({ session, file, caller }) => {
    const changed = await avatars.set({ session: await sessions.withExtras(session), file, caller });
    return toUserInfo(changed, demandsOn(changed));
  });

  route('DELETE /vid/api/users/avatar', async ({ session, caller }) => {
    const changed = await avatars.remove({ session: await sessions.withExtras(session), caller });
    return toUserInfo(changed, demandsOn(changed));
  });
}

type PictureDeps = { readonly avatars: AvatarService; readonly availability: Availability };

/** Serves the pictures. Applications show them, so they need no session and load on other sites. */
export function registerAvatarPictures(app: FastifyInstance, { avatars, availability }: PictureDeps): void {
  app.get<{ Params: { avatarId: string } }>(
    '/vid/api/avatars/:avatarId',
    { config: { acceptsAnyOrigin: true, isQuiet: true } },
    async (request, reply) => {
      const content = await availability.guard(() => avatars.find(request.params.avatarId), 'read');
      if (!content) throw new AppError('NOT_FOUND');
      return reply
        .headers({
          'cache-control': 'public, max-age=31536000, immutable',
          'cross-origin-resource-policy': 'cross-origin',
        })
        .type('image/webp')
        .send(Buffer.from(content));
    },
  );
}
