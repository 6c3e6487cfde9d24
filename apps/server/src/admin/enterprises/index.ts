import type { AccountServices } from '#account/services.ts';
import type { SharedModule } from '#platform/module.ts';
import { createEnterprisesService } from './enterprises.service.ts';

export function createEnterprisesModule(deps: AccountServices) {
  const enterprises = createEnterprisesService(deps);
  return {
    enterprises,
    handlers: {
      'POST /vid/api/admin/enterprises/search': ({ body }) => enterprises.search(body),
      'GET /vid/api/admin/enterprises/:accountId': ({ params, by }) => enterprises.get(params.accountId, by),
      'POST /vid/api/admin/enterprises/:accountId/verify': ({ params, body, by }) =>
        enterprises.verify(params.accountId, body.revision, { ...by, checks: body.checks }),
      'POST /vid/api/admin/enterprises/:accountId/refuse': ({ params, body, by }) =>
        enterprises.refuse(params.accountId, body, by),
    },
  } satisfies SharedModule;
}
