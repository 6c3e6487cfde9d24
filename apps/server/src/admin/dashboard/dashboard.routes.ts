import type { Route } from '#http/routes.ts';
import type { DashboardService } from './dashboard.service.ts';

export function registerDashboardRoutes(
  route: Route,
  { dashboard }: { readonly dashboard: DashboardService },
): void {
  route('GET /vid/api/admin/dashboard', ({ query }) => dashboard.get(query.period ?? 'week'));
}
