import type { AccountServices } from '#account/services.ts';
import type { Module } from '#platform/module.ts';
import type { Platform } from '#platform/platform.ts';
import { createAgreementService } from './agreement.service.ts';

export function createAgreementModule(deps: Platform & AccountServices): Module {
  const agreements = createAgreementService(deps);
  return {
    routes(route) {
      route('GET /vid/api/agreement', ({ session }) => agreements.list(session.account.id));

      route('POST /vid/api/agreement', ({ body, session, caller }) =>
        agreements.agree({ ...body, accountId: session.account.id, caller }),
      );
    },
  };
}
