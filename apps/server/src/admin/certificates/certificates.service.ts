import type { Body, Data } from '@vid/contract/endpoints/index';
import { searchText } from '#account/search/account-search.ts';
import { record, type AdminActor } from '#account/actor.ts';
import { readPage } from '#database/page.ts';
import { AppError } from '#lib/app-error.ts';
import type { Platform } from '#platform/platform.ts';
import { createCertificatesRepo, type CertificateRow } from './certificates.repo.ts';

type Query = Body<'POST /vid/api/admin/certificates/search'>;
type List = Data<'POST /vid/api/admin/certificates/search'>;
type Detail = Data<'GET /vid/api/admin/certificates/:accountId'>;

export function createCertificatesService({ sql, audit }: Platform) {
  const repo = createCertificatesRepo(sql);
  return {
    /** @throws AppError VALIDATION_FAILED for an invalid cursor */
    async search({ search = '', status = 'declared', ...query }: Query): Promise<List> {
      const text = searchText(search);
      const { items, next } = await readPage(
        query,
        (page) => (text === '' ? repo.list(status, page) : repo.search(text, status, page)),
        ({ key, accountId }) => [key, accountId],
      );
      return { items: items.map(toItem), next };
    },

    /**
     * Returns the declared certificate. The call is audited, because it shows personal data (V4).
     * @throws AppError NOT_FOUND
     */
    async get(accountId: string, by: AdminActor): Promise<Detail> {
      const row = await repo.find(accountId);
      if (!row) throw new AppError('NOT_FOUND');
      await audit.write(sql, { kind: 'certificate.viewed', ...record(by, accountId) });
      return {
        ...toItem(row),
        employer:
          row.employerCode === null
            ? null
            : {
                name: row.employerName,
                taxCode: row.employerTaxCode,
                verified: row.isEmployerVerified,
                referralCode: row.employerCode,
              },
        employerId: row.employerId,
        phone: row.phone,
        isOwn: accountId === by.actorId,
        reason: row.refusal,
        checkedBy: row.checkedBy === null ? null : { id: row.checkedBy, name: row.checkerName },
        sameNumber: [...(await repo.listSameNumber(row))],
      };
    },
  };
}

function toItem(row: CertificateRow): List['items'][number] {
  const {
    accountId: id,
    brokerName: name,
    number,
    province,
    issuedOn,
    expiresOn,
    status,
    employerName,
  } = row;
  return {
    id,
    name,
    number,
    province,
    issuedOn,
    expiresOn,
    status,
    employerName,
    declaredAt: row.declaredAt.toISOString(),
    checkedAt: row.checkedAt?.toISOString() ?? null,
  };
}
