import type { Module } from '#platform/module.ts';
import type { Platform } from '#platform/platform.ts';
import { createHistoryService } from './history.service.ts';

export function createHistoryModule(deps: Platform): Module {
  const history = createHistoryService(deps);
  return {
    handlers: {
      'GET /vid/api/users/history': ({ session, query }) => history.list(session.account.id, query),
    },
  };
}
