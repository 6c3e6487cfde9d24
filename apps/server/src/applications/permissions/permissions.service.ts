import type { Body, Data } from '@vid/contract/endpoints/index';
import type { Locale } from '@vid/contract/limits';
import { permissionStatusNames } from '@vid/contract/messages/applications';
import { searchText } from '#account/search/account-search.ts';
import { readCursor, toPage } from '#database/page.ts';
import { AppError } from '#lib/app-error.ts';
import { csvPart, csvPhone, csvTime, type CsvColumn } from '#lib/csv.ts';
import type { Platform } from '#platform/platform.ts';
import type { ManagerCall } from './permission-changes.service.ts';
import { createPermissionsRepo, type PermissionRow } from './permissions.repo.ts';

type Query = Body<'POST /vid/api/apps/:appId/permissions/search'>;
type List = Data<'POST /vid/api/apps/:appId/permissions/search'>;
type Item = List['items'][number];
type Detail = Data<'GET /vid/api/apps/:appId/permissions/:permissionId'>;
type Part = Data<'POST /vid/api/apps/:appId/permissions/export'>;

const historyKinds = new Map<string, Detail['history'][number]['kind']>([
  ['permission.added', 'added'],
  ['permission.changed', 'changed'],
  ['permission.locked', 'locked'],
  ['permission.unlocked', 'unlocked'],
  ['permission.removed', 'removed'],
]);

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
    async search(appId: string, { limit = defaultLimit, ...query }: Query): Promise<List> {
      const { items, next, count } = await read(appId, query, limit);
      return { items: items.map(toItem), next, count };
    },

    async get(appId: string, id: string): Promise<Detail> {
      const row = await repo.find(appId, id);
      if (!row) throw new AppError('NOT_FOUND');
      const history = (await repo.listHistory(appId, row.accountId)).flatMap(({ kind, at, ...event }) => {
        const known = historyKinds.get(kind);
        return known === undefined ? [] : [{ kind: known, at: at.toISOString(), ...event }];
      });
      return { ...toItem(row), lastUsedAt: row.lastUsedAt?.toISOString() ?? null, history };
    },

    listByPhones: (appId: string, phones: readonly string[]) => repo.listByPhones(appId, phones),

    listCreators: (appId: string) => repo.listCreators(appId),

    /**
     * Returns a part of the CSV file. Each part is audited, because the part leaves VID, and a caller who makes up a
     * cursor can skip earlier parts.
     * @throws AppError VALIDATION_FAILED for an invalid cursor
     */
    async export(
      { within: appId, actorId, caller }: ManagerCall,
      query: Query,
      locale: Locale,
    ): Promise<Part> {
      const { items, next } = await read(appId, query, exportLimit);
      await audit.write(sql, {
        kind: 'permissions.exported',
        accountId: caller.signedIn?.accountId,
        actorId,
        caller,
        details: { applicationId: appId, rows: items.length },
      });
      const isFirst = query.after === undefined;
      return { csv: csvPart(columns, items.map(toItem), { isFirst, locale }), next };
    },
  };
}

const columns: readonly CsvColumn<Item>[] = [
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

function toItem(row: PermissionRow): Item {
  return {
    id: row.id,
    name: row.name,
    avatar: row.avatar,
    phone: row.phone,
    email: row.email,
    role: row.role,
    roleName: row.roleName ?? row.role,
    status: row.status === 'locked' ? 'locked' : 'active',
    createdBy: row.createdByName,
    createdAt: row.createdAt.toISOString(),
  };
}
