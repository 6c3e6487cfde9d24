import type { Words } from './words.ts';

export const applicationStatusNames = {
  active: { vi: 'Đang hoạt động', en: 'Active' },
  disabled: { vi: 'Đã khóa', en: 'Locked' },
} as const satisfies Words;

export const applicationAccessNames = {
  open: { vi: 'Mở cho mọi hội viên', en: 'Open to every member' },
  restricted: { vi: 'Chỉ người được cấp quyền', en: 'Permission required' },
} as const satisfies Words;

export const permissionStatusNames = {
  active: { vi: 'Đang hoạt động', en: 'Active' },
  locked: { vi: 'Đã khóa', en: 'Locked' },
} as const satisfies Words;

export const webhookStatusNames = {
  active: { vi: 'Đang hoạt động', en: 'Active' },
  failing: { vi: 'Đang lỗi', en: 'Failing' },
  disabled: { vi: 'Đã tắt', en: 'Off' },
} as const satisfies Words;
