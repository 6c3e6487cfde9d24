import type { AccountServices } from '#account/services.ts';
import type { Module } from '#platform/module.ts';
import { createAgreementService } from './agreement.service.ts';

export function createAgreementModule(deps: AccountServices): Module {
  const agreements = createAgreementService(deps);
  return {
    handlers: {
      'GET /vid/api/agreement': ({ session }) => agreements.list(session.account.id),
      'POST /vid/api/agreement': ({ body, session, caller }) =>
        agreements.agree({ ...body, accountId: session.account.id, caller }),
    },
  };
}
