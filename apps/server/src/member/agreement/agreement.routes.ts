import type { Route } from '#http/routes.ts';
import type { AgreementService } from './agreement.service.ts';

export function registerAgreementRoutes(route: Route, agreements: AgreementService): void {
  route('GET /vid/api/agreement', ({ session }) => agreements.list(session.account.id));

  route('POST /vid/api/agreement', ({ body, session, caller }) =>
    agreements.agree({ ...body, accountId: session.account.id, caller }),
  );
}
