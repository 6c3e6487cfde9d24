import type { Words } from './words.ts';

export const accountKindNames = {
  personal: { vi: 'Cá nhân', en: 'Personal' },
  enterprise: { vi: 'Doanh nghiệp', en: 'Business' },
} as const satisfies Words;

export const accountStatusNames = {
  active: { vi: 'Đang hoạt động', en: 'Active' },
  locked: { vi: 'Đã khóa', en: 'Locked' },
} as const satisfies Words;

/** Names of VID's own roles. Applications choose the codes of their own roles. */
export const accountRoleNames = {
  user: { vi: 'Hội viên', en: 'Member' },
  admin: { vi: 'Quản trị viên', en: 'Administrator' },
} as const satisfies Words;

export const memberObjectNames = {
  broker: { vi: 'Nhà môi giới', en: 'Broker' },
  exchange: { vi: 'Sàn giao dịch', en: 'Brokerage' },
  customer: { vi: 'Khách hàng', en: 'Customer' },
  expert: { vi: 'Chuyên gia', en: 'Expert' },
} as const satisfies Words;

export const approvalKindNames = {
  'grant-admin': { vi: 'Cấp quyền quản trị', en: 'Make administrator' },
  'withdraw-admin': { vi: 'Thu hồi quyền quản trị', en: 'Withdraw administrator role' },
  'recover-account': { vi: 'Khôi phục tài khoản', en: 'Recover account' },
  'export-hashes': { vi: 'Xuất hội viên kèm mật khẩu đã băm', en: 'Export members with password hashes' },
} as const satisfies Words;

export const certificateStatusNames = {
  declared: { vi: 'Chờ Hội xác nhận', en: 'Awaiting confirmation' },
  confirmed: { vi: 'Hội đã xác nhận', en: 'Confirmed by the association' },
  refused: { vi: 'Không được xác nhận', en: 'Not confirmed' },
} as const satisfies Words;
