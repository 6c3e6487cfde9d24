import type { Words } from './words.ts';

/** Changes that need two administrators. */
export const approvalKindNames = {
  'grant-admin': { vi: 'Cấp quyền quản trị', en: 'Make administrator' },
  'withdraw-admin': { vi: 'Thu hồi quyền quản trị', en: 'Withdraw administrator role' },
  'recover-account': { vi: 'Khôi phục tại Hội', en: 'Recover through support' },
  'export-hashes': { vi: 'Xuất hội viên kèm mật khẩu đã băm', en: 'Export members with password hashes' },
} as const satisfies Words;
