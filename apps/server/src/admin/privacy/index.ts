import type { AccountServices } from '#account/services.ts';
import type { SharedModule } from '#platform/module.ts';
import { createPrivacyQueueService } from './privacy-queue.service.ts';

export function createPrivacyQueueModule(deps: AccountServices) {
  const privacyQueue = createPrivacyQueueService(deps);
  return {
    privacyQueue,
    handlers: {
      'POST /vid/api/admin/privacy/requests/search': ({ body }) => privacyQueue.list(body),
      'GET /vid/api/admin/privacy/requests/:requestId': ({ params, by }) =>
        privacyQueue.get(params.requestId, by),
      'POST /vid/api/admin/privacy/requests/:requestId/answer': ({ params, body, by }) =>
        privacyQueue.answer(params.requestId, body.text, by),
      'POST /vid/api/admin/privacy/requests/:requestId/extend': ({ params, body, by }) =>
        privacyQueue.extend(params.requestId, body, by),
      'POST /vid/api/admin/privacy/requests/:requestId/close': ({ params, body, by }) =>
        privacyQueue.close(params.requestId, body, by),
    },
  } satisfies SharedModule;
}
