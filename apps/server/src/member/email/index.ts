import type { AccountServices } from '#account/services.ts';
import type { Module } from '#platform/module.ts';
import type { Platform } from '#platform/platform.ts';
import { createEmailRepo } from './email.repo.ts';
import { createEmailService, type EmailService } from './email.service.ts';

export function createEmailModule(
  deps: Platform & AccountServices,
): Module & { readonly emails: EmailService } {
  const emails = createEmailService({ ...deps, repo: createEmailRepo(deps.sql) });
  return {
    emails,
    routes(route) {
      route('POST /vid/api/users/email/send', async ({ session, caller }) => {
        await emails.send({ session, caller });
        return true as const;
      });

      route('POST /vid/api/users/email/confirm', ({ body, caller }) =>
        emails.confirm({ token: body.token, caller }),
      );
    },
  };
}
