import { accountKindNames, accountRoleNames, accountStatusNames } from '@vid/contract/messages/accounts';
import { csvPhone, csvTime, type CsvColumn } from '#lib/text/csv.ts';
import type { AccountRow } from '../accounts.repo.ts';

export const accountColumns: readonly CsvColumn<AccountRow>[] = [
  { title: { vi: 'Họ và tên', en: 'Name' }, cell: ({ name }) => name },
  { title: { vi: 'Số điện thoại', en: 'Phone' }, cell: ({ phone }) => csvPhone(phone) },
  { title: { vi: 'Email', en: 'Email' }, cell: ({ email }) => email },
  {
    title: { vi: 'Loại tài khoản', en: 'Account type' },
    cell: ({ kind }, locale) => accountKindNames[kind][locale],
  },
  {
    title: { vi: 'Trạng thái', en: 'Status' },
    cell: ({ status }, locale) => accountStatusNames[status][locale],
  },
  { title: { vi: 'Quyền', en: 'Role' }, cell: ({ role }, locale) => accountRoleNames[role][locale] },
  { title: { vi: 'Nhóm hội viên', en: 'Member group' }, cell: ({ object }) => object },
  { title: { vi: 'Mã tỉnh/thành phố', en: 'Province code' }, cell: ({ province }) => province },
  {
    title: { vi: 'Ngày tạo (giờ Việt Nam)', en: 'Created (Vietnam time)' },
    cell: ({ createdAt }) => csvTime(createdAt),
  },
  {
    title: { vi: 'Đăng nhập gần nhất (giờ Việt Nam)', en: 'Last sign-in (Vietnam time)' },
    // Leave out the time of day: an account's sign-ins update this time at most once a day.
    cell: ({ lastSignInAt }) => csvTime(lastSignInAt).slice(0, 10),
  },
  { title: { vi: 'Mã tài khoản', en: 'Account ID' }, cell: ({ id }) => id },
];
