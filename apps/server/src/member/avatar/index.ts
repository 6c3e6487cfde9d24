import type { Module } from '#platform/module.ts';
import type { Access } from '#sign-in/session/access.ts';
import type { PictureMaker } from './avatar-picture.ts';
import { AppError } from '#lib/app-error.ts';
import { demandsOn } from '#sign-in/complete/complete.policy.ts';
import { toUserInfo } from '#sign-in/session/user-info.ts';
import { createAvatarService } from './avatar.service.ts';

type Deps = Access & { readonly pictures: PictureMaker };

export function createAvatarModule(deps: Deps): Module {
  const { sessions, availability } = deps;
  const avatars = createAvatarService(deps);
  return {
    handlers: {
      'PUT /vid/api/users/avatar': async ({ session, file, caller }) => {
        const changed = await avatars.set({ session: await sessions.withExtras(session), file, caller });
        return toUserInfo(changed, demandsOn(changed));
      },
      'DELETE /vid/api/users/avatar': async ({ session, caller }) => {
        const changed = await avatars.remove({ session: await sessions.withExtras(session), caller });
        return toUserInfo(changed, demandsOn(changed));
      },
    },
    routes(_route, app) {
      // Relying applications show the pictures, so other sites load them without a session.
      app.get<{ Params: { avatarId: string } }>(
        '/vid/api/avatars/:avatarId',
        { config: { isQuiet: true } },
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
    },
  };
}
