import type { Locale } from '@vid/contract/limits';
import { csvPart, type CsvColumn } from '#lib/text/csv.ts';
import type { AuditRow } from './audit-log.repo.ts';

/** Event kinds are written as codes, so that spreadsheet filters and formulas work in both languages. */
const columns: readonly CsvColumn<AuditRow>[] = [
  { title: { vi: 'Số thứ tự', en: 'Number' }, cell: ({ id }) => id },
  { title: { vi: 'Thời gian (UTC)', en: 'Time (UTC)' }, cell: ({ at }) => at.toISOString() },
  { title: { vi: 'Loại sự kiện', en: 'Event type' }, cell: ({ kind }) => kind },
  { title: { vi: 'Mã tài khoản', en: 'Account ID' }, cell: ({ accountId }) => accountId },
  { title: { vi: 'Tài khoản', en: 'Account' }, cell: ({ accountName }) => accountName },
  { title: { vi: 'Mã người thực hiện', en: 'Done by (account ID)' }, cell: ({ actorId }) => actorId },
  { title: { vi: 'Người thực hiện', en: 'Done by' }, cell: ({ actorName }) => actorName },
  { title: { vi: 'Địa chỉ IP', en: 'IP address' }, cell: ({ address }) => address },
  { title: { vi: 'Trình duyệt', en: 'Browser' }, cell: ({ browser }) => browser },
  { title: { vi: 'Hệ điều hành', en: 'Operating system' }, cell: ({ system }) => system },
  { title: { vi: 'Mã yêu cầu', en: 'Request ID' }, cell: ({ requestId }) => requestId },
  { title: { vi: 'Chi tiết', en: 'Details' }, cell: ({ details }) => JSON.stringify(details) },
];

export function toCsv(rows: readonly AuditRow[], isFirst: boolean, locale: Locale): string {
  return csvPart(columns, rows, { isFirst, locale });
}

export const toJsonLines = (rows: readonly AuditRow[]): string =>
  rows
    .map(
      ({
        microseconds: _key,
        isErased: _stub,
        reason: _detail,
        isUndo: _kind,
        actorRole: _role,
        actorPhone: _phone,
        ...event
      }) => `${JSON.stringify(event)}\n`,
    )
    .join('');
