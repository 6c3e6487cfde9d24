import type { Body } from '@vid/contract/endpoints/index';
import { searchText } from '#account/search/account-search.ts';
import { employerOf } from '#account/certificates/broker-certificate.ts';
import { authorOf, record, type AdminActor } from '#account/actor.ts';
import { readCountedPage } from '#database/page.ts';
import { AppError } from '#lib/app-error.ts';
import type { Platform } from '#platform/platform.ts';
import { createCertificatesRepo, type CertificateRow } from './certificates.repo.ts';

type Query = Body<'POST /vid/api/admin/certificates/search'>;

export function createCertificatesService({ sql, audit }: Platform) {
  const repo = createCertificatesRepo(sql);
  return {
    async search({ search = '', status = 'declared', ...query }: Query) {
      const text = searchText(search);
      const { items, ...page } = await readCountedPage(
        query,
        (part) => (text === '' ? repo.list(status, part) : repo.search(text, status, part)),
        ({ key, accountId }) => [key, accountId],
        () => repo.count(text, status),
      );
      return { items: items.map(toItem), ...page };
    },

    /**
     * Returns a certificate. The call is audited, because it shows personal data (V4).
     * @throws AppError NOT_FOUND
     */
    async get(accountId: string, by: AdminActor) {
      const row = await repo.find(accountId);
      if (!row) throw new AppError('NOT_FOUND');
      await audit.write(sql, { kind: 'certificate.viewed', ...record(by, accountId) });
      return {
        ...toItem(row),
        employer: employerOf(row),
        isOwn: accountId === by.actorId,
        reason: row.refusal,
        checkedBy: authorOf(row.checkedBy, row.checkerName),
        sameNumber: await repo.listSameNumber(row),
      };
    },
  };
}

const toItem = (row: CertificateRow) => ({ ...row, id: row.accountId, name: row.brokerName });
