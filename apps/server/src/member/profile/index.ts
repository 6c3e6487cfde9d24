import type { ListCodes } from '#account/account.repo.ts';
import type { Module } from '#platform/module.ts';
import type { Access } from '#sign-in/session/access.ts';
import { demandsOn } from '#sign-in/complete/complete.policy.ts';
import { toUserInfo } from '#sign-in/session/user-info.ts';
import type { EmailService } from '../email/email.service.ts';
import { createProfileService } from './profile.service.ts';

type Deps = Access & {
  readonly emails: EmailService;
  readonly listProvinces: ListCodes;
  readonly listObjects: ListCodes;
};

export function createProfileModule(deps: Deps): Module {
  const profile = createProfileService(deps);
  return {
    handlers: {
      'PATCH /vid/api/users/profile': async ({ body, session, caller }) => {
        const changed = await profile.change({
          session: await deps.sessions.withExtras(session),
          change: body,
          caller,
        });
        return toUserInfo(changed, demandsOn(changed));
      },
    },
  };
}
