import type { Route } from '#http/routes.ts';
import type { SessionService } from '#sign-in/session/session.service.ts';
import type { PrivacyConsentService } from './consents/privacy-consents.service.ts';
import type { DeletionService } from './deletion/deletion.service.ts';
import type { ExportService } from './exports/exports.service.ts';
import type { MemberIncidents } from './incidents/member-incidents.repo.ts';
import type { PrivacyRequestService } from './requests/privacy-requests.service.ts';

export type PrivacyServices = {
  readonly privacyConsents: PrivacyConsentService;
  readonly exports: ExportService;
  readonly privacyRequests: PrivacyRequestService;
  readonly deletion: DeletionService;
  readonly memberIncidents: MemberIncidents;
};

type Deps = PrivacyServices & { readonly sessions: Pick<SessionService, 'forget'> };

export function registerPrivacyRoutes(route: Route, deps: Deps): void {
  const { privacyConsents, exports, privacyRequests, deletion, memberIncidents, sessions } = deps;

  route('GET /vid/api/privacy/consents', ({ session }) => privacyConsents.list(session.account.id));
  route('POST /vid/api/privacy/consents', ({ body, session, caller }) =>
    privacyConsents.decide({ ...body, accountId: session.account.id, caller }),
  );

  route('GET /vid/api/privacy/exports', ({ session }) => exports.list(session.account.id));
  route('POST /vid/api/privacy/exports', ({ session, caller }) => exports.request({ session, caller }));
  route('GET /vid/api/privacy/exports/:exportId', ({ session, params, caller }) =>
    exports.download({ session, exportId: params.exportId, caller }),
  );

  route('GET /vid/api/privacy/incidents', ({ session, caller }) =>
    memberIncidents.list(session.account.id, caller.locale),
  );

  route('GET /vid/api/privacy/requests', ({ session }) => privacyRequests.list(session.account.id));
  route('POST /vid/api/privacy/requests', ({ body, session, caller }) =>
    privacyRequests.make({ ...body, accountId: session.account.id, caller }),
  );
  route('POST /vid/api/privacy/requests/close', ({ body, session, caller }) =>
    privacyRequests.close({ requestId: body.requestId, accountId: session.account.id, caller }),
  );

  route('GET /vid/api/privacy/deletion', ({ session }) => deletion.preview(session.account.id));
  route('POST /vid/api/privacy/deletion', async ({ session, caller, reply }) => {
    const eraseAt = await deletion.request(session, caller);
    sessions.forget(reply);
    return { eraseAt: eraseAt.toISOString() };
  });
}
