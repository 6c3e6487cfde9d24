import type { Locale } from '@vid/contract/limits';
import { csvLine } from '#lib/csv.ts';
import type { AuditRow } from './audit-log.repo.ts';

const titles: Readonly<Record<Locale, readonly string[]>> = {
  vi: [
    'Số',
    'Thời điểm (UTC)',
    'Loại sự kiện',
    'Mã tài khoản',
    'Tài khoản',
    'Mã người thực hiện',
    'Người thực hiện',
    'Địa chỉ IP',
    'Trình duyệt',
    'Hệ điều hành',
    'Mã yêu cầu',
    'Chi tiết',
  ],
  en: [
    'Number',
    'Time (UTC)',
    'Kind',
    'Account ID',
    'Account',
    'Actor ID',
    'Actor',
    'IP address',
    'Browser',
    'System',
    'Request ID',
    'Details',
  ],
};

/**
 * Returns lines of a CSV file. Kinds are codes, so that filters and formulas of a spreadsheet work in both languages.
 */
export function toCsv(rows: readonly AuditRow[], isFirst: boolean, locale: Locale): string {
  // Excel reads UTF-8 only after a byte order mark.
  const head = isFirst ? `\u{FEFF}${csvLine(titles[locale])}` : '';
  return head + rows.map((row) => csvLine([...cells(row)])).join('');
}

const cells = (row: AuditRow): readonly (string | null)[] => [
  row.id,
  row.at.toISOString(),
  row.kind,
  row.accountId,
  row.accountName,
  row.actorId,
  row.actorName,
  row.address,
  row.browser,
  row.system,
  row.requestId,
  JSON.stringify(row.details),
];

/** Returns one JSON object per line. */
export function toJsonLines(rows: readonly AuditRow[]): string {
  return rows
    .map(
      ({
        id,
        at,
        kind,
        accountId,
        accountName,
        actorId,
        actorName,
        address,
        browser,
        system,
        requestId,
        details,
      }) =>
        `${JSON.stringify({ id, at, kind, accountId, accountName, actorId, actorName, address, browser, system, requestId, details })}\n`,
    )
    .join('');
}
