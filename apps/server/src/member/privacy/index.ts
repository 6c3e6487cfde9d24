import type { SharedModule } from '#platform/module.ts';
import type { Access } from '#sign-in/session/access.ts';
import { createPrivacyConsentService } from './consents/privacy-consents.service.ts';
import { createDeletionRepo, type ApplicationOwnership } from './deletion/deletion.repo.ts';
import { createDeletionService } from './deletion/deletion.service.ts';
import { createErasure } from './deletion/erase-accounts.ts';
import type { NameApplications } from './exports/account-copy.ts';
import { createExportBuilder } from './exports/build-exports.ts';
import { createExportService } from './exports/exports.service.ts';
import { createMemberIncidents } from './incidents/member-incidents.repo.ts';
import { createPrivacyRequestService } from './requests/privacy-requests.service.ts';

type Deps = Access & {
  readonly managedApplications: ApplicationOwnership;
  readonly nameApplications: NameApplications;
};

export function createPrivacyModule(deps: Deps) {
  const { sql, sessions, managedApplications } = deps;
  const deletionRepo = createDeletionRepo(sql, managedApplications);
  const exportBuilder = createExportBuilder(deps);
  const erasure = createErasure({ ...deps, repo: deletionRepo });
  const privacyConsents = createPrivacyConsentService(deps);
  const exports = createExportService(deps);
  const privacyRequests = createPrivacyRequestService(deps);
  const memberIncidents = createMemberIncidents(sql);
  const deletion = createDeletionService({ ...deps, repo: deletionRepo });
  return {
    exportBuilder,
    erasure,
    handlers: {
      'GET /vid/api/privacy/consents': ({ session }) => privacyConsents.list(session.account.id),
      'POST /vid/api/privacy/consents': ({ body, session, caller }) =>
        privacyConsents.decide({ ...body, accountId: session.account.id, caller }),
      'GET /vid/api/privacy/exports': ({ session }) => exports.list(session.account.id),
      'POST /vid/api/privacy/exports': ({ session, caller }) => exports.request({ session, caller }),
      'GET /vid/api/privacy/exports/:exportId': ({ session, params, caller }) =>
        exports.download({ session, exportId: params.exportId, caller }),
      'GET /vid/api/privacy/incidents': ({ session, caller }) =>
        memberIncidents.list(session.account.id, caller.locale),
      'GET /vid/api/privacy/requests': ({ session }) => privacyRequests.list(session.account.id),
      'POST /vid/api/privacy/requests': ({ body, session, caller }) =>
        privacyRequests.make({ ...body, accountId: session.account.id, caller }),
      'POST /vid/api/privacy/requests/close': ({ body, session, caller }) =>
        privacyRequests.close({ requestId: body.requestId, accountId: session.account.id, caller }),
      'GET /vid/api/privacy/deletion': ({ session }) => deletion.preview(session.account.id),
      'POST /vid/api/privacy/deletion': async ({ session, caller, reply }) => {
        const eraseAt = await deletion.request(session, caller);
        sessions.forget(reply);
        return { eraseAt };
      },
      'DELETE /vid/api/privacy/deletion': ({ session, caller }) => deletion.keep(session, caller),
    },
    schedules: [
      { name: 'build-exports', everyMinutes: 1, run: () => exportBuilder.run() },
      { name: 'erase-accounts', everyMinutes: 10, run: () => erasure.run() },
    ],
  } satisfies SharedModule;
}
