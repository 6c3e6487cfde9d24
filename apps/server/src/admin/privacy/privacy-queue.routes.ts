import { byAdmin } from '#account/actor.ts';
import type { Route } from '#http/routes.ts';
import type { PrivacyQueueService } from './privacy-queue.service.ts';

export function registerPrivacyQueueRoutes(route: Route, queue: PrivacyQueueService): void {
  route('POST /vid/api/admin/privacy/requests/search', ({ body }) => queue.list(body));

  route('GET /vid/api/admin/privacy/requests/:requestId', ({ params, session, caller }) =>
    queue.get(params.requestId, byAdmin(session, caller)),
  );

  route(
    'POST /vid/api/admin/privacy/requests/:requestId/answer',
    async ({ params, body, session, caller }) => {
      await queue.answer(params.requestId, body.text, byAdmin(session, caller));
      return true as const;
    },
  );

  route(
    'POST /vid/api/admin/privacy/requests/:requestId/extend',
    async ({ params, body, session, caller }) => {
      await queue.extend(params.requestId, body, byAdmin(session, caller));
      return true as const;
    },
  );

  route(
    'POST /vid/api/admin/privacy/requests/:requestId/close',
    async ({ params, body, session, caller }) => {
      await queue.close(params.requestId, body, byAdmin(session, caller));
      return true as const;
    },
  );
}
