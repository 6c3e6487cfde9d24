import type { AccountServices } from '#account/services.ts';
import type { SharedModule } from '#platform/module.ts';
import { createCertificateCheckService } from './certificate-check.service.ts';
import { createCertificateReminders } from './certificate-reminders.ts';
import { createCertificatesService } from './certificates.service.ts';

export function createCertificateQueueModule(deps: AccountServices) {
  const certificateReminders = createCertificateReminders(deps);
  const certificateChecks = createCertificateCheckService(deps);
  const certificateQueue = createCertificatesService(deps);
  return {
    certificateReminders,
    certificateChecks,
    handlers: {
      'POST /vid/api/admin/certificates/search': ({ body }) => certificateQueue.search(body),
      'GET /vid/api/admin/certificates/:accountId': ({ params, by }) =>
        certificateQueue.get(params.accountId, by),
      'POST /vid/api/admin/certificates/:accountId/confirm': ({ params: { accountId }, body, by }) =>
        certificateChecks.check(
          { accountId, ...readAs(body), finding: 'confirmed' },
          {
            ...by,
            checks: body.checks,
          },
        ),
      'POST /vid/api/admin/certificates/:accountId/refuse': ({ params: { accountId }, body, by }) =>
        certificateChecks.check({ accountId, ...readAs(body), finding: 'refused' }, by),
    },
    schedules: [
      {
        name: 'remind-of-expiry',
        everyMinutes: 60,
        offsetMinutes: 10,
        // Run only from 8:10 to 19:15 in Vietnam, because the task sends SMS.
        betweenUtc: ['01:10', '12:15'],
        run: () => certificateReminders.run(),
      },
    ],
  } satisfies SharedModule;
}

function readAs({ declaredAt, checkedAt }: { declaredAt: string; checkedAt: string | null }) {
  return { declaredAt: new Date(declaredAt), checkedAt: checkedAt === null ? null : new Date(checkedAt) };
}
