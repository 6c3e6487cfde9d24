import type { Route } from '#http/routes.ts';
import type { EmailService } from '#member/email/email.service.ts';

type Deps = { readonly emails: Pick<EmailService, 'stateOf'> };

/** What the profile page shows besides the account itself. */
export function registerInformationRoutes(route: Route, { emails }: Deps): void {
  // oxlint-disable-next-line require-await -- later fields are read from the database
  route('GET /vid/api/users/information', async ({ session }) => ({
    email: emails.stateOf(session.account),
  }));
}
