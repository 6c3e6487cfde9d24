import { record, type By } from '#admin/accounts/by.ts';
import type { Sql } from '#database/connection.ts';
import type { Audit } from '#platform/audit/audit.ts';
import { storeFinding, type Finding } from './certificate-check.repo.ts';

type Deps = { readonly sql: Sql; readonly audit: Audit };

/** Confirms and refuses the practising certificates that brokers declare, for an administrator. */
export function createCertificateCheckService({ sql, audit }: Deps) {
  return {
    /**
     * Confirms or refuses the certificate that was declared at `declaredAt`. False if nothing changed: it was removed or
     * declared again since, or has this finding already.
     */
    check: (
      { accountId, declaredAt, finding }: { accountId: string; declaredAt: Date; finding: Finding },
      by: By,
    ): Promise<boolean> =>
      sql.begin(async (tx) => {
        if (!(await storeFinding(tx, { accountId, declaredAt, finding, checkedBy: by.actorId })))
          return false;
        await audit.write(tx, { kind: `certificate.${finding}`, ...record(by, accountId) });
        return true;
      }),
  };
}
