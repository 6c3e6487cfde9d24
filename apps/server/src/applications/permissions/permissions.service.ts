import { bulkLimits } from '@vid/contract/bulk';
import type { Body } from '@vid/contract/endpoints/index';
import type { Locale } from '@vid/contract/limits';
import { permissionStatusNames } from '@vid/contract/messages/applications';
import { searchText } from '#account/search/account-search.ts';
import { readCursor, toPage } from '#database/page.ts';
import { AppError } from '#lib/app-error.ts';
import { csvPart, csvPhone, csvTime, type CsvColumn } from '#lib/text/csv.ts';
import type { Platform } from '#platform/platform.ts';
import type { ManagerCall } from './permission-changes.service.ts';
import { createPermissionsRepo, type PermissionRow } from './permissions.repo.ts';

type Query = Body<'POST /vid/api/apps/:appId/permissions/search'>;
type CountQuery = Body<'POST /vid/api/apps/:appId/permissions/count'>;

const defaultLimit = 20;
const exportLimit = 5_000;

export function createPermissionsService({ sql, audit }: Platform) {
  const repo = createPermissionsRepo(sql);
  const read = async (
    appId: string,
    { search = '', sort = 'newest', after, ...filters }: Query,
    limit: number,
  ) => {
    const text = searchText(search);
    const page = { after: readCursor(after), limit: limit + 1 };
    const people = text === '' ? await repo.count(appId, filters) : null;
    const rows =
      text === ''
        ? await repo.list(appId, filters, sort, { ...page, people })
        : await repo.search(appId, text, filters, page);
    const { items, next } = toPage(rows, limit, ({ sortKey }) => sortKey);
    const isWholeSearch = text !== '' && after === undefined && next === null;
    return { items, next, count: isWholeSearch ? items.length : people };
  };

  return {
    search: (appId: string, { limit = defaultLimit, ...query }: Query) => read(appId, query, limit),

    /**
     * Counts the permissions of a list over all pages; null above the limit of a bulk change. This takes longer
     * than reading the first page.
     */
    count: async (appId: string, { search = '', ...filters }: CountQuery) => ({
      count: await repo.countMatching(appId, searchText(search), filters, bulkLimits.rows),
    }),

    async get(appId: string, id: string) {
      const row = await repo.find(appId, id);
      if (!row) throw new AppError('NOT_FOUND');
      return { ...row, history: await repo.listHistory(appId, row.accountId) };
    },

    listByPhones: (appId: string, phones: readonly string[]) => repo.listByPhones(appId, phones),

    listCreators: (appId: string) => repo.listCreators(appId),

    /**
     * Returns a part of the CSV file. Each part is audited, because the file leaves VID, and a forged cursor
     * could skip the first parts.
     * @throws AppError VALIDATION_FAILED for an invalid cursor
     */
    async export(by: ManagerCall, query: Query, locale: Locale) {
      const { items, next } = await read(by.within, query, exportLimit);
      await audit.write(sql, {
        kind: 'permissions.exported',
        ...by,
        accountId: by.caller.signedIn?.accountId,
        details: { applicationId: by.within, rows: items.length },
      });
      const isFirst = query.after === undefined;
      return { csv: csvPart(columns, items, { isFirst, locale }), next };
    },
  };
}

const columns: readonly CsvColumn<PermissionRow>[] = [
  { title: { vi: 'Họ và tên', en: 'Name' }, cell: ({ name }) => name },
  { title: { vi: 'Số điện thoại', en: 'Phone' }, cell: ({ phone }) => csvPhone(phone) },
  { title: { vi: 'Email', en: 'Email' }, cell: ({ email }) => email },
  { title: { vi: 'Mã vai trò', en: 'Role code' }, cell: ({ role }) => role },
  { title: { vi: 'Vai trò', en: 'Role' }, cell: ({ roleName }) => roleName },
  {
    title: { vi: 'Trạng thái', en: 'Status' },
    cell: ({ status }, locale) => permissionStatusNames[status][locale],
  },
  { title: { vi: 'Người thêm', en: 'Added by' }, cell: ({ createdBy }) => createdBy },
  {
    title: { vi: 'Ngày thêm (giờ Việt Nam)', en: 'Added on (Vietnam time)' },
    cell: ({ createdAt }) => csvTime(createdAt),
  },
];
