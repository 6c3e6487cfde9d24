import type { Route } from '#http/routes.ts';
import type { HistoryService } from './history.service.ts';

export function registerHistoryRoutes(route: Route, history: HistoryService): void {
  route('GET /vid/api/users/history', ({ session, query }) => history.list(session.account.id, query));
}
