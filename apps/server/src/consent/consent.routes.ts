import type { Route } from '#http/routes/routes.ts';
import type { ConsentService } from './consent.service.ts';

export function registerConsentRoutes(route: Route, consents: ConsentService): void {
  route('GET /vid/api/sso/consents', ({ session }) => consents.list(session.account.id));
  route('POST /vid/api/sso/consents/withdraw', ({ body, session, caller }) =>
    consents.withdraw({ accountId: session.account.id, appCode: body.appCode, caller }),
  );
}
