import type { Words } from './words.ts';

export const scopeNames = {
  openid: { vi: 'Mã tài khoản', en: 'Your account ID' },
  profile: { vi: 'Tên và ảnh đại diện', en: 'Your name and picture' },
  email: { vi: 'Địa chỉ email', en: 'Your email address' },
  phone: { vi: 'Số điện thoại', en: 'Your phone number' },
  vid: {
    vi: 'Loại tài khoản, nhóm hội viên và vai trò của bạn trong ứng dụng',
    en: 'Your account type, member group and role in the app',
  },
  broker: {
    vi: 'Chứng chỉ hành nghề môi giới và doanh nghiệp nơi bạn làm việc',
    en: 'Your practising certificate as a broker, and your employer',
  },
  offline_access: {
    vi: 'Quyền xem thông tin ngay cả khi bạn không dùng ứng dụng',
    en: 'Access to your information even when you’re not using the app',
  },
} as const satisfies Words;
