import { record, type Actor } from '#account/actor.ts';
import { AppError } from '#lib/app-error.ts';
import { beginAs } from '#platform/begin-as.ts';
import { publishWebhooks } from '#platform/webhooks/publish.ts';
import type { AccountServices } from '#account/services.ts';
import { storeFinding, type Finding, type ReadCertificate } from './certificate-check.repo.ts';

export function createCertificateCheckService({ sql, accounts, notices, audit }: AccountServices) {
  return {
    /**
     * Confirms or refuses the certificate that was declared at `declaredAt` and last decided at `checkedAt`,
     * and notifies the member, who sees the reason for a refusal.
     * @throws AppError NOT_FOUND without such an account; OWN_ACCOUNT; RECORD_CHANGED if the certificate was
     * removed, declared again or decided since, or already has this result
     */
    async check(
      { accountId, declaredAt, checkedAt, finding }: ReadCertificate & { finding: Finding },
      by: Actor,
    ): Promise<void> {
      if (accountId === by.actorId) throw new AppError('OWN_ACCOUNT');
      const refusal = finding === 'refused' ? (by.reason ?? null) : null;
      await beginAs(sql, { ...by, others: [accountId] }, async (tx) => {
        if (!(await accounts.lockRow(tx, accountId))) throw new AppError('NOT_FOUND');
        const check = { accountId, declaredAt, checkedAt, finding, refusal, checkedBy: by.actorId };
        const stored = await storeFinding(tx, check);
        if (!stored) throw new AppError('RECORD_CHANGED');
        if (finding === 'confirmed')
          await publishWebhooks(tx, {
            event: 'certificate.verified',
            accountId,
            expiresOn: stored.expiresOn,
          });
        await audit.write(tx, { kind: `certificate.${finding}`, ...record(by, accountId) });
        await notices.queue(tx, {
          accountId,
          kind: `certificate-${finding}`,
          ...(refusal !== null && { detail: refusal }),
        });
      });
      notices.kick();
    },
  };
}
