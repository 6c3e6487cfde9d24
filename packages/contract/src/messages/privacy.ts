import type { ConsentPurpose } from '../legal/purposes.ts';
import type { Words } from './words.ts';

export const consentPurposeNames: Words<ConsentPurpose> = {
  terms: { vi: 'Điều khoản sử dụng', en: 'Terms of use' },
  privacy: { vi: 'Chính sách bảo mật', en: 'Privacy policy' },
  marketing: { vi: 'Nhận tin từ Hội', en: 'News from the association' },
};

export const privacyExportStatusNames = {
  pending: { vi: 'Đang chuẩn bị', en: 'Being prepared' },
  ready: { vi: 'Sẵn sàng', en: 'Ready' },
  failed: { vi: 'Chưa tạo được', en: 'Failed' },
} as const satisfies Words;

export const privacyRequestKindNames = {
  correction: { vi: 'Sửa dữ liệu sai', en: 'Correct wrong data' },
  restriction: { vi: 'Hạn chế xử lý dữ liệu', en: 'Restrict the use of my data' },
  objection: { vi: 'Phản đối việc xử lý dữ liệu', en: 'Object to the use of my data' },
  access: { vi: 'Hỏi về việc xử lý dữ liệu', en: 'Ask about the use of my data' },
  other: { vi: 'Yêu cầu khác', en: 'Other request' },
} as const satisfies Words;

export const privacyRequestStatusNames = {
  open: { vi: 'Đang xử lý', en: 'Open' },
  answered: { vi: 'Đã trả lời', en: 'Replied' },
  closed: { vi: 'Đã đóng', en: 'Closed' },
} as const satisfies Words;
