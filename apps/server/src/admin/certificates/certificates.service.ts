import type { BodyOf, DataOf } from '@vid/contract/endpoint';
import type { Endpoints } from '@vid/contract/endpoints/index';
import { searchText } from '#account/search/account-search.ts';
import { record, type AdminActor } from '#account/actor.ts';
import type { Sql } from '#database/connection.ts';
import { readCursor, toPage } from '#database/page.ts';
import { AppError } from '#lib/app-error.ts';
import type { Audit } from '#platform/audit/audit.ts';
import type { CertificateRow, CertificatesRepo } from './certificates.repo.ts';

type Query = BodyOf<Endpoints['POST /vid/api/admin/certificates/search']>;
type List = DataOf<Endpoints['POST /vid/api/admin/certificates/search']>;
type Detail = DataOf<Endpoints['GET /vid/api/admin/certificates/:accountId']>;

type Deps = { readonly sql: Sql; readonly repo: CertificatesRepo; readonly audit: Audit };

const defaultLimit = 20;

/** Lists and shows the certificates that the association checks. */
export function createCertificatesService({ sql, repo, audit }: Deps) {
  return {
    /** @throws AppError VALIDATION_FAILED for an invalid cursor */
    async search({ search = '', status = 'declared', after, limit = defaultLimit }: Query): Promise<List> {
      const text = searchText(search);
      const page = { after: readCursor(after), limit: limit + 1 };
      if (text === '') {
        const rows = await repo.list(status, page);
        const { items, next } = toPage(rows, limit, ({ microseconds, accountId }) => [
          microseconds,
          accountId,
        ]);
        return { items: items.map(toItem), next };
      }
      const rows = await repo.search(text, status, page);
      const { items, next } = toPage(rows, limit, ({ key, accountId }) => [key, accountId]);
      return { items: items.map(toItem), next };
    },

    /**
     * Returns the declared certificate. Audited, because it shows personal data (V4).
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

export type CertificatesService = ReturnType<typeof createCertificatesService>;
