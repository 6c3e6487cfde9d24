import type { AccountServices } from '#account/services.ts';
import type { Module } from '#platform/module.ts';
import type { Platform } from '#platform/platform.ts';
import type { Access } from '#sign-in/session/access.ts';
import type { PictureMaker } from './avatar-picture.ts';
import { createAvatarRepo } from './avatar.repo.ts';
import { registerAvatarPictures, registerAvatarRoutes } from './avatar.routes.ts';
import { createAvatarService } from './avatar.service.ts';

type Deps = Platform & AccountServices & Access & { readonly pictures: PictureMaker };

export function createAvatarModule(deps: Deps): Module {
  const { sessions, availability } = deps;
  const avatars = createAvatarService({ ...deps, repo: createAvatarRepo(deps.sql) });
  return {
    routes(route, app) {
      registerAvatarRoutes(route, { avatars, sessions });
      registerAvatarPictures(app, { avatars, availability });
    },
  };
}
