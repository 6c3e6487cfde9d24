import { byAdmin } from '#account/actor.ts';
import type { Route } from '#http/routes.ts';
import type { CertificateCheckService } from './certificate-check.service.ts';
import type { CertificatesService } from './certificates.service.ts';

type Deps = {
  readonly certificateQueue: CertificatesService;
  readonly certificateChecks: CertificateCheckService;
};

export function registerAdminCertificateRoutes(route: Route, deps: Deps): void {
  const { certificateQueue, certificateChecks } = deps;

  route('POST /vid/api/admin/certificates/search', ({ body }) => certificateQueue.search(body));

  route('GET /vid/api/admin/certificates/:accountId', ({ params, session, caller }) =>
    certificateQueue.get(params.accountId, byAdmin(session, caller)),
  );

  route(
    'POST /vid/api/admin/certificates/:accountId/confirm',
    async ({ params: { accountId }, body, session, caller }) => {
      await certificateChecks.check(
        { accountId, ...readAs(body), finding: 'confirmed' },
        byAdmin(session, caller),
      );
      return true as const;
    },
  );

  route(
    'POST /vid/api/admin/certificates/:accountId/refuse',
    async ({ params: { accountId }, body, session, caller }) => {
      await certificateChecks.check(
        { accountId, ...readAs(body), finding: 'refused' },
        byAdmin(session, caller, body.reason),
      );
      return true as const;
    },
  );
}

function readAs({ declaredAt, checkedAt }: { declaredAt: string; checkedAt: string | null }) {
  return { declaredAt: new Date(declaredAt), checkedAt: checkedAt === null ? null : new Date(checkedAt) };
}
