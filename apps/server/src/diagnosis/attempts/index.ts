import type { ApplicationServices } from '#applications/services.ts';
import type { SigningKeys } from '#oidc/keys/signing-keys.ts';
import type { Module } from '#platform/module.ts';
import type { Platform } from '#platform/platform.ts';
import type { AttemptRepo } from './attempt.repo.ts';
import { registerClientDoctorRoutes } from './client-doctor.routes.ts';
import { createClientDoctorService, type ClientDoctorService } from './client-doctor.service.ts';

type Deps = Platform &
  ApplicationServices & { readonly signingKeys: SigningKeys; readonly attemptRepo: AttemptRepo };

export function createClientDoctorModule(
  deps: Deps,
): Module & { readonly clientDoctor: ClientDoctorService } {
  const { applicationRepo, attemptRepo } = deps;
  const clientDoctor = createClientDoctorService({ ...deps, repo: applicationRepo });
  return {
    clientDoctor,
    routes: (route) => registerClientDoctorRoutes(route, { clientDoctor }),
    purges: [{ name: 'surplus client_attempts', deleteExpired: (limit) => attemptRepo.deleteSurplus(limit) }],
  };
}
