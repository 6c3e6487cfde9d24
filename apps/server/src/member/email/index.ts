import type { Access } from '#sign-in/session/access.ts';
import type { SharedModule } from '#platform/module.ts';
import { createEmailService } from './email.service.ts';

export function createEmailModule(deps: Access) {
  const emails = createEmailService(deps);
  return {
    emails,
    handlers: {
      'POST /vid/api/users/email/send': ({ session, caller }) => emails.send({ session, caller }),
      'POST /vid/api/users/email/confirm': ({ body, caller }) =>
        emails.confirm({ token: body.token, caller }),
    },
  } satisfies SharedModule;
}
