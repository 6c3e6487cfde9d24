import type { Module } from '#platform/module.ts';
import type { Platform } from '#platform/platform.ts';
import { registerInvitationRoutes } from './invitations.routes.ts';
import { createInvitationsService } from './invitations.service.ts';

export function createInvitationsModule(deps: Platform): Module {
  const invitations = createInvitationsService(deps);
  return { routes: (route) => registerInvitationRoutes(route, invitations) };
}
