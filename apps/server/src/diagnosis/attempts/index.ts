import type { ApplicationServices } from '#applications/services.ts';
import type { SigningKeys } from '#oidc/keys/signing-keys.ts';
import type { Module } from '#platform/module.ts';
import type { RefusalLog } from '../refusal-log.ts';
import { createAttemptRepo } from './attempt.repo.ts';
import { createClientDoctorService } from './client-doctor.service.ts';

type Deps = ApplicationServices & { readonly signingKeys: SigningKeys; readonly refusalLog: RefusalLog };

export function createClientDoctorModule(deps: Deps): Module {
  const clientDoctor = createClientDoctorService(deps);
  const attemptRepo = createAttemptRepo(deps.sql);
  return {
    handlers: {
      'GET /vid/api/apps/:appId/clients/:clientId/refusals/:reference': ({ params }) =>
        clientDoctor.findRefusal(params.appId, params.clientId, params.reference),
    },
    routes(route) {
      for (const application of ['/vid/api/apps/:appId', '/vid/api/manage/applications/:appId'] as const) {
        route(`GET ${application}/clients/:clientId/attempts`, ({ params }) =>
          clientDoctor.listAttempts(params.appId, params.clientId),
        );
        route(`GET ${application}/clients/:clientId/attempts/events`, ({ params }) =>
          clientDoctor.follow(params.appId, params.clientId),
        );
        route(`POST ${application}/clients/:clientId/checks`, ({ params }) =>
          clientDoctor.check(params.appId, params.clientId),
        );
      }
    },
    purges: [{ name: 'surplus client_attempts', deleteExpired: (limit) => attemptRepo.deleteSurplus(limit) }],
  };
}
