import type { Words } from './words.ts';

export const certificateStatusNames = {
  declared: { vi: 'Đã khai báo, chờ Hội xác nhận', en: 'Declared, waiting for confirmation' },
  confirmed: { vi: 'Hội đã xác nhận', en: 'Confirmed by the association' },
  refused: { vi: 'Không được xác nhận', en: 'Not confirmed' },
} as const satisfies Words;
