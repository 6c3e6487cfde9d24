import type { Route } from '#http/routes.ts';
import type { EmailService } from './email.service.ts';

export function registerEmailRoutes(route: Route, emails: EmailService): void {
  route('POST /vid/api/users/email/send', async ({ session, caller }) => {
    await emails.send({ session, caller });
    return true as const;
  });

  route('POST /vid/api/users/email/confirm', ({ body, caller }) =>
    emails.confirm({ token: body.token, caller }),
  );
}
