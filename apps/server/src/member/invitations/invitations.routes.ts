import type { Route } from '#http/routes.ts';
import type { InvitationsService } from './invitations.service.ts';

export function registerInvitationRoutes(route: Route, invitations: InvitationsService): void {
  route('GET /vid/api/users/invitations', ({ session, query }) => invitations.list(session.account, query));
}
