import type { Route } from '#http/routes.ts';
import type { CertificateService } from './certificate.service.ts';

export function registerCertificateRoutes(route: Route, certificates: CertificateService): void {
  route('PUT /vid/api/users/certificate', ({ session, body, caller }) =>
    certificates.declare({ session, declared: body, caller }),
  );

  route('DELETE /vid/api/users/certificate', async ({ session, caller }) => {
    await certificates.remove({ session, caller });
    return true as const;
  });
}
