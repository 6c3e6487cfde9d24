import type { Module } from '#platform/module.ts';
import type { Platform } from '#platform/platform.ts';
import { createInvitationsService } from './invitations.service.ts';

export function createInvitationsModule(deps: Platform): Module {
  const invitations = createInvitationsService(deps);
  return {
    handlers: {
      'GET /vid/api/users/invitations': ({ session, query }) => invitations.list(session.account, query),
    },
  };
}
