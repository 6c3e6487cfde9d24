import type { ListCodes } from '#account/account.repo.ts';
import type { AccountServices } from '#account/services.ts';
import type { Module } from '#platform/module.ts';
import type { Platform } from '#platform/platform.ts';
import { createCertificateRepo } from './certificate.repo.ts';
import { registerCertificateRoutes } from './certificate.routes.ts';
import { createCertificateService, type CertificateService } from './certificate.service.ts';

type Deps = Platform & AccountServices & { readonly listProvinces: ListCodes };

export function createCertificateModule(deps: Deps): Module & { readonly certificates: CertificateService } {
  const certificates = createCertificateService({ ...deps, repo: createCertificateRepo(deps.sql) });
  return { certificates, routes: (route) => registerCertificateRoutes(route, certificates) };
}
