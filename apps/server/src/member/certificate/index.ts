import type { ListCodes } from '#account/account.repo.ts';
import type { AccountServices } from '#account/services.ts';
import type { Module } from '#platform/module.ts';
import type { Platform } from '#platform/platform.ts';
import { createCertificateRepo } from './certificate.repo.ts';
import { createCertificateService, type CertificateService } from './certificate.service.ts';

type Deps = Platform & AccountServices & { readonly listProvinces: ListCodes };

export function createCertificateModule(deps: Deps): Module & { readonly certificates: CertificateService } {
  const certificates = createCertificateService({ ...deps, repo: createCertificateRepo(deps.sql) });
  return {
    certificates,
    routes(route) {
      route('PUT /vid/api/users/certificate', ({ session, body, caller }) =>
        certificates.declare({ session, declared: body, caller }),
      );

      route('DELETE /vid/api/users/certificate', async ({ session, caller }) => {
        await certificates.remove({ session, caller });
        return true as const;
      });
    },
  };
}
