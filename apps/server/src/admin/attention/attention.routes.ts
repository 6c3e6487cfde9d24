import type { Route } from '#http/routes.ts';
import type { AttentionService } from './attention.service.ts';

export function registerAttentionRoutes(route: Route, attention: AttentionService): void {
  route('GET /vid/api/admin/attention', () => attention.count());
}
