import type { AccountServices } from '#account/services.ts';
import type { Module } from '#platform/module.ts';
import type { Platform } from '#platform/platform.ts';
import { createCertificateCheckService, type CertificateCheckService } from './certificate-check.service.ts';
import { createCertificateReminders, type CertificateReminders } from './certificate-reminders.ts';
import { createCertificatesRepo } from './certificates.repo.ts';
import { registerAdminCertificateRoutes } from './certificates.routes.ts';
import { createCertificatesService } from './certificates.service.ts';

export function createCertificateQueueModule(deps: Platform & AccountServices): Module & {
  readonly certificateReminders: CertificateReminders;
  readonly certificateChecks: CertificateCheckService;
} {
  const certificateReminders = createCertificateReminders(deps);
  const certificateChecks = createCertificateCheckService(deps);
  const certificateQueue = createCertificatesService({ ...deps, repo: createCertificatesRepo(deps.sql) });
  return {
    certificateReminders,
    certificateChecks,
    routes: (route) => registerAdminCertificateRoutes(route, { certificateQueue, certificateChecks }),
    schedules: [
      {
        name: 'remind-of-expiry',
        everyMinutes: 60,
        offsetMinutes: 10,
        // The daytime of Vietnam (8:10 to 19:15), because it sends SMS.
        betweenUtc: ['01:10', '12:15'],
        run: () => certificateReminders.run(),
      },
    ],
  };
}
