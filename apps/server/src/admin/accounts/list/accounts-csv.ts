import type { DataOf } from '@vid/contract/endpoint';
import type { Endpoints } from '@vid/contract/endpoints/index';
import type { Locale } from '@vid/contract/limits';
import { csvLine, csvTime } from '#lib/csv.ts';
import { formatNational } from '#lib/phone.ts';

type Item = DataOf<Endpoints['POST /vid/api/admin/accounts/search']>['items'][number];

const titles: Readonly<Record<Locale, readonly string[]>> = {
  vi: [
    'Họ và tên',
    'Số điện thoại',
    'Email',
    'Loại tài khoản',
    'Trạng thái',
    'Quyền',
    'Đối tượng',
    'Mã tỉnh/thành phố',
    'Ngày tạo (giờ Việt Nam)',
    'Đăng nhập gần nhất (giờ Việt Nam)',
    'Mã tài khoản',
  ],
  en: [
    'Name',
    'Phone',
    'Email',
    'Kind',
    'Status',
    'Role',
    'Object',
    'Province code',
    'Created (Vietnam time)',
    'Last sign-in (Vietnam time)',
    'Account ID',
  ],
};

const words = {
  vi: {
    personal: 'Cá nhân',
    enterprise: 'Doanh nghiệp',
    active: 'Đang hoạt động',
    locked: 'Đã khóa',
    user: 'Hội viên',
    admin: 'Quản trị viên',
  },
  en: {
    personal: 'Personal',
    enterprise: 'Business',
    active: 'Active',
    locked: 'Locked',
    user: 'Member',
    admin: 'Administrator',
  },
} as const satisfies Record<Locale, Record<Item['kind'] | Item['status'] | Item['role'], string>>;

/** Returns lines of a CSV file of accounts, safe from formula injection. */
export function toCsv(items: readonly Item[], isFirst: boolean, locale: Locale): string {
  // Excel reads UTF-8 only after a byte order mark.
  const head = isFirst ? `\u{FEFF}${csvLine(titles[locale])}` : '';
  return head + items.map((item) => toLine(item, locale)).join('');
}

function toLine(item: Item, locale: Locale): string {
  return csvLine([
    item.name,
    // A spreadsheet would drop the leading zero of digits without spaces.
    item.phone && formatNational(item.phone),
    item.email,
    words[locale][item.kind],
    words[locale][item.status],
    words[locale][item.role],
    item.object,
    item.province,
    csvTime(item.createdAt),
    // The last sign-in is stored at most once a day, so its time of day would be wrong.
    csvTime(item.lastSignInAt).slice(0, 10),
    item.id,
  ]);
}
